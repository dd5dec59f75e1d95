import Jobs
import Reports
import Tags

/// The kinds of tags that came in a run, told where there is more than one, or one that is not genuine.
struct ChipListing {
    private let kinds: [ChipTally.Line]
    /// Signatures were asked for: a tag of which they say nothing is told too.
    private let requiresGenuine: Bool

    init(_ kinds: [ChipTally.Line], requiresGenuine: Bool = false) {
        self.kinds = kinds
        self.requiresGenuine = requiresGenuine
    }

    /// A line a kind; none where all tags were of one kind and nothing speaks against it.
    var lines: [String] {
        let isDoubtful = kinds.contains { $0.kind.genuine == .no || requiresGenuine && $0.kind.genuine == .unknown }
        guard kinds.count > 1 || isDoubtful else { return [] }
        return kinds.map { line in
            let chip = line.kind.chip?.rawValue ?? "chip not known"
            let vendor = line.kind.vendor.map { ", vendor \(Manufacturer.name($0))" } ?? ""
            let genuine: String
            switch line.kind.genuine {
            case .yes: genuine = ", genuine"
            case .no: genuine = ", not genuine"
            case .unknown: genuine = requiresGenuine ? ", not known to be genuine" : ""
            }
            let rejected = line.rejected > 0 ? ", \(line.rejected) rejected" : ""
            return "\(chip)\(vendor)\(genuine): \(line.tags) \(line.tags == 1 ? "tag" : "tags")\(rejected)"
        }
    }
}

import Jobs
import Tags

/// The items of a rerun that came out half locked or protected. Each waits for the tag that it is on, as a row with a `uid`
/// does, and goes to no other (contract, sections 5 and 6).
struct HalfDoneItems {
    /// Where an item is, and what came out half; nil where a run before that one left it so.
    struct Place: Hashable {
        var uid: UID
        var reason: Reason?
    }

    private(set) var places: [ItemKey: Place] = [:]

    /// So many are named; more fill a screen.
    private static let mostNamed = 10

    /// The tags: the journal's word counts, since a spreadsheet may have changed the cell. Throws where neither names one.
    init(
        _ records: [RerunSource.Record], _ known: [ItemKey: RerunHistory.Place], _ beside: ReportBeside?,
        in input: RerunInput
    ) throws(CommandError) {
        for record in records {
            if let place = known[record.key] {
                places[record.key] = place.halfDone
            } else if record.isHalfDone {
                guard let uid = record.uid ?? beside?.uidHalfDone(record.key) else {
                    throw .refusedFile(
                        path: input.path,
                        reason:
                            "\(input.place(of: record)): the item is half done on a tag, and its result_uid is no UID; "
                            + "name the journal of its run with --journal")
                }
                places[record.key] = Place(uid: uid, reason: record.reason)
            }
        }
    }

    /// Lets each item wait for its tag.
    func bind(_ job: inout Job) {
        for index in job.items.indices {
            guard let place = places[job.items[index].key] else { continue }
            job.items[index].boundUID = place.uid
        }
    }

    /// The tags alone.
    var uids: [ItemKey: UID] { places.mapValues(\.uid) }

    /// A line for each of the first items, and how many there are beyond.
    var lines: [String] {
        let sorted = places.sorted { $0.key < $1.key }
        var lines = sorted.prefix(Self.mostNamed).map { key, place in
            "\(key) waits for tag \(place.uid): \(Self.what(place.reason)) came out half there"
        }
        if sorted.count > lines.count { lines.append("and \(sorted.count - lines.count) more") }
        if !sorted.isEmpty { lines.append("such an item goes to no other tag, unless --release-in-doubt is given") }
        return lines
    }

    private static func what(_ reason: Reason?) -> String {
        switch reason {
        case .lockIncomplete: "its lock"
        case .protectIncomplete: "its protection"
        default: "its lock or protection"
        }
    }
}

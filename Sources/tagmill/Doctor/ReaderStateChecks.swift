import PCSC
import Provisioning
import ReaderModels

/// What the readers that PC/SC lists can do now.
enum ReaderStateChecks {
    static func finding(_ readers: [PCSCInquiry.Reader]) -> Finding {
        let usable = readers.filter { $0.info.model.slot == .contactless }
        let facts = readers.map { "\($0.info.name): \($0.info.model.name), \(state($0))" }
        guard !usable.isEmpty else {
            return readers.isEmpty
                ? .stop(.readers, "PC/SC has no reader", cure: [.act("plug one in")])
                : .stop(.readers, "No reader takes tags", cure: [.act("plug in a contactless reader")], facts: facts)
        }
        if let mute = usable.first(where: { $0.look?.occupancy == .mute }) {
            return .warning(
                .readers, "\(mute.info.name): something lies there that does not answer",
                cure: [.act("lift it: two tags at once, a tag half in the field, or no NFC tag at all")], facts: facts)
        }
        if let held = usable.first(where: { $0.look?.occupancy == .exclusive }) {
            return .warning(
                .readers, "\(held.info.name): another program holds it for itself",
                cure: [.act("end the other program: browsers, gpg's scdaemon and signing programs hold readers")],
                facts: facts)
        }
        return .ok(
            .readers, "\(usable.count) \(usable.count == 1 ? "reader" : "readers") for tags", facts: facts)
    }

    /// What a person reads of a reader's state.
    static func state(_ reader: PCSCInquiry.Reader) -> String {
        guard let look = reader.look else { return "unknown" }
        return switch look.occupancy {
        case .taken(let process): "in use by tagmill" + (process.map { " (process \($0))" } ?? "")
        case .exclusive: "in use by another program"
        case .mute: "mute"
        case .tag: look.isConnected ? "tag, another program is connected" : "tag"
        case .empty: look.isConnected ? "empty, another program is connected" : "empty"
        }
    }
}

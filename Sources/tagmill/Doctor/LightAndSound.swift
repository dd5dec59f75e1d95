import PCSC
import Provisioning
import ReaderModels

/// Whether a reader can give light and sound, as it is and with its driver as it is set.
enum LightAndSound: String, Hashable, Sendable {
    case yes
    /// Over the connection to a tag that lies there, and not without one.
    case withTag = "with-tag"
    case no

    init(of reader: ReaderInfo, _ machine: MachineFacts) {
        let signals = reader.model.slot == .contactless ? Array(reader.model.signals.values) : []
        if signals.contains(where: { $0.escape != nil }),
            EscapeChecks.driver(of: reader, machine)?.letsEscapesThrough == true
        {
            self = .yes
        } else {
            self = signals.contains { $0.transmitted != nil } ? .withTag : .no
        }
    }

    /// As a person reads it.
    var text: String { self == .withTag ? "with a tag" : rawValue }
}

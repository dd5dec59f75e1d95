import Tags

/// A UID that a file states beside the memory, of whatever kind the tag is.
struct StatedUID {
    /// Nil where the file states none, or bytes that are none.
    private(set) var uid: UID?
    /// Why bytes that the file states are no UID.
    private(set) var notes: [String] = []

    /// Reads hex, with or without colons; text that is no hex states nothing.
    init(hex text: String) {
        guard let bytes = [UInt8](hex: text), !bytes.isEmpty else { return }
        guard let uid = UID(bytes) else {
            notes = ["the file states a UID of \(bytes.count) bytes; that of a tag has 4, 7, 8 or 10"]
            return
        }
        if bytes.allSatisfy({ $0 == 0 }) {
            notes = ["the file states a UID of \(bytes.count) zero bytes, which is none"]
        } else {
            self.uid = uid
        }
    }
}

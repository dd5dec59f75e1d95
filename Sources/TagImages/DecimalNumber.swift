extension Int {
    /// Reads one to nine decimal digits and nothing else: no sign, no blanks.
    init?(decimal text: some StringProtocol) {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self = text.utf8.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension Type2Locks {
    /// Why these pages cannot be written: password, container and lock bits, in this order (contract, section 5). Nil where
    /// they can.
    ///
    /// - Parameters:
    ///   - container: nil where it is none of NDEF, and says nothing.
    ///   - isOpen: the tag was opened with its password, in this activation.
    ///   - need: who needs the pages, before their numbers.
    func obstacle(
        toWriting pages: [Int], _ container: CapabilityContainer?, isOpen: Bool, _ need: String
    ) -> (Reason, String)? {
        let pages = pages.inOrderOnce
        if !isOpen, let from = protectedFrom, pages.contains(where: { needsPassword($0) }) {
            return (.tagPassword, "a password protects pages from \(from) on; \(need) \(pageList(pages))")
        }
        if let container, container.writeAccess != 0, !pages.isEmpty {
            return (.tagReadOnly, "the capability container \(container.page) forbids writing")
        }
        return wordsOfLocks(on: pages).map { (.tagLocked, $0) }
    }

    /// Which lock bits keep these pages from being written; nil where none does. A page that is locked on one of the chips
    /// that the tag may be of counts as locked: half of a message would stand there before the tag refused the rest.
    func wordsOfLocks(on pages: [Int]) -> String? {
        guard pages.contains(where: { mayBeLocked($0) }) else { return nil }
        let fixed = pages.filter { isStaticallyLocked($0) }
        let dynamic = pages.filter { isDynamicallyLocked($0) }
        let doubtful = pages.filter { mayBeDynamicallyLocked($0) && !isDynamicallyLocked($0) }
        var parts: [String] = []
        if !fixed.isEmpty { parts.append("static lock bits: \(pageList(fixed))") }
        if !dynamic.isEmpty { parts.append("dynamic lock bits: \(pageList(dynamic))") }
        if !doubtful.isEmpty {
            parts.append("dynamic lock bits, perhaps: \(pageList(doubtful)); \(Chip.wordsOfUntold)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

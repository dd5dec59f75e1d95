/// What the refused pages of a tag mean, before its contents are looked at.
enum Protection: Hashable, Sendable {
    /// Lock bits and configuration are known, and the password explains every page that was refused.
    case known(Type2Locks)
    /// Every read from this page to the last is refused, CFG0 included.
    case password(from: Int)
    case damaged(String)
    case needs(Range<Int>)

    /// The pages 0 to 3, the dynamic lock page, CFG0 and CFG1 must have been asked for.
    init(memory: PageMemory, layout: Type2Layout) {
        let refused = memory.refusedPages(below: layout.readableCount)
        if let configuration = layout.configurationPage, memory[state: configuration] == .refused {
            self = Self.withoutConfiguration(memory, layout, refused, configuration)
            return
        }
        guard let locks = Type2Locks(memory: memory, layout: layout) else {
            self = .damaged(Self.unexplained(refused))
            return
        }
        let unexplained = refused.filter { !locks.keepsBack($0) }
        if !unexplained.isEmpty {
            self = .damaged(Self.unexplained(unexplained))
        } else if let first = refused.first, first < layout.userPages.upperBound {
            // The configuration is read and user pages are kept all the same: it was changed since the last activation.
            self = .password(from: first)
        } else {
            self = .known(locks)
        }
    }

    /// A password that keeps CFG0 keeps every page from AUTH0 to the last; anything else is damage.
    private static func withoutConfiguration(
        _ memory: PageMemory, _ layout: Type2Layout, _ refused: [Int], _ configuration: Int
    ) -> Protection {
        let last = layout.readableCount - 1
        if memory[state: last] == .unread { return .needs(last..<(last + 1)) }
        let from = refused.first ?? configuration
        let readBehind = (from..<layout.readableCount).filter { memory[$0] != nil }
        guard readBehind.isEmpty else { return .damaged(unexplained(refused)) }
        return .password(from: from)
    }

    static func unexplained(_ pages: [Int]) -> String {
        "\(pageList(pages)) cannot be read although no password keeps \(pages.count == 1 ? "it" : "them")"
    }
}

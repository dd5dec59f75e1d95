/// What the refused pages of a tag mean, before its contents are looked at.
enum Protection: Hashable, Sendable {
    /// Lock bits and configuration are known, and the password explains every page that was refused.
    case known(Type2Locks)
    /// Every read from this page to the last is refused, CFG0 included.
    case password(from: Int)
    case damaged(String)
    case needs(Range<Int>)

    /// The pages 0 to 3, the dynamic lock page, CFG0 and CFG1 must have been asked for.
    init(memory: PageMemory, chip: Chip) {
        let layout = chip.layout
        let refused = (0..<layout.pageCount).filter { memory[state: $0] == .refused }
        if memory[state: layout.configurationPage] == .refused {
            self = Self.withoutConfiguration(memory, layout, refused)
            return
        }
        guard let locks = Type2Locks(memory: memory, chip: chip) else {
            self = .damaged(Self.unexplained(refused))
            return
        }
        let unexplained = refused.filter { !locks.keepsBack($0) }
        self = unexplained.isEmpty ? .known(locks) : .damaged(Self.unexplained(unexplained))
    }

    /// A password that keeps CFG0 keeps every page from AUTH0 to the last; anything else is damage.
    private static func withoutConfiguration(
        _ memory: PageMemory, _ layout: Type2Layout, _ refused: [Int]
    ) -> Protection {
        let last = layout.pageCount - 1
        if memory[state: last] == .unread { return .needs(last..<(last + 1)) }
        let from = refused.first ?? layout.configurationPage
        let readBehind = (from..<layout.pageCount).filter { memory[$0] != nil }
        guard readBehind.isEmpty else { return .damaged(unexplained(refused)) }
        return .password(from: from)
    }

    static func unexplained(_ pages: [Int]) -> String {
        "\(pageList(pages)) cannot be read although no password keeps \(pages.count == 1 ? "it" : "them")"
    }
}

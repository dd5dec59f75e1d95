/// What the refused pages of a tag mean, before its contents are looked at.
enum Protection: Hashable, Sendable {
    /// Lock bits and configuration are known, and the password explains every page that was refused.
    case known(Type2Locks)
    /// Every read from this page to the last is refused, CFG0 included.
    case password(from: Int)
    case damaged(String)
    case needs(Range<Int>)

    /// The pages 0 to 3, the dynamic lock page, CFG0 and CFG1 must have been asked for, as far as it is known where they are.
    init(memory: PageMemory, layout: Type2Layout) {
        let refused = memory.refusedPages(below: layout.proofPages.upperBound).filter { layout.isReadable($0) }
        if let configuration = layout.configurationPage, memory[state: configuration] == .refused {
            self = Self.withoutConfiguration(memory, layout, refused, from: refused.first ?? configuration)
            return
        }
        let locks = Type2Locks(knownOf: memory, layout: layout)
        if case .unknown = layout.accessControl {
            // Whether a password can keep pages is not known: those to the last are taken to be kept.
            guard let first = refused.first else {
                self = .known(locks)
                return
            }
            self = Self.withoutConfiguration(memory, layout, refused, from: first)
            return
        }
        guard locks.areReadable else {
            // All is read, and AUTH0 of an Ultralight C is none that is defined: it is taken to keep what it can.
            self = refused.isEmpty ? .password(from: 3) : .damaged(Self.unexplained(refused))
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
        _ memory: PageMemory, _ layout: Type2Layout, _ refused: [Int], from: Int
    ) -> Protection {
        let last = layout.proofPages.upperBound - 1
        if memory[state: last] == .unread { return .needs(last..<(last + 1)) }
        let readBehind = (from..<(last + 1)).filter { memory[$0] != nil }
        guard readBehind.isEmpty else { return .damaged(unexplained(refused)) }
        return .password(from: from)
    }

    static func unexplained(_ pages: [Int]) -> String {
        "\(pageList(pages)) cannot be read although no password keeps \(pages.count == 1 ? "it" : "them")"
    }
}

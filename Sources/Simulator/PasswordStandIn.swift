import Simulation
import Tags

/// No password of a user's comes into a world, where stories would tell it: one stands for all of them, on the tags too.
enum PasswordStandIn {
    static let password: [UInt8] = [0xA1, 0xB2, 0xC3, 0xD4]
    static let acknowledgement: [UInt8] = [0xCA, 0xFE]

    /// The tag, which holds what stands for its password where it holds that, and something else where it holds another. So
    /// it takes or refuses the one as it would the other.
    ///
    /// - Parameter passwords: nil: they are not known, and each tag is taken to hold its own.
    static func standing(in tag: VirtualTable.Tag, for passwords: TagPasswords?) -> VirtualTable.Tag {
        guard let first = tag.chip.passwordPage else { return tag }
        var tag = tag
        let own = passwords.map { $0.password(of: tag.uid) }
        let (password, acknowledgement) = (tag[page: first + 2], tag[page: first + 3])
        let isRight = own.map { $0?.password == bytes(password, 4) } ?? true
        let isAnswered = own.map { $0?.acknowledgement == bytes(acknowledgement, 2) } ?? true
        tag.hold([
            first + 2: page(isRight, Self.password, password),
            first + 3: page(isAnswered, Self.acknowledgement, acknowledgement),
        ])
        return tag
    }

    /// What stands for the right bytes; else the wrong ones, which are not those by accident.
    private static func page(_ isRight: Bool, _ right: [UInt8], _ held: Page) -> Page {
        var page = (0..<4).map { held[$0] }
        if isRight {
            page.replaceSubrange(0..<right.count, with: right)
        } else if Array(page.prefix(right.count)) == right {
            page[0] = ~page[0]
        }
        return Page(page[0], page[1], page[2], page[3])
    }

    private static func bytes(_ page: Page, _ count: Int) -> [UInt8] { (0..<count).map { page[$0] } }
}

/// An image of a Type 2 tag that is to be brought back onto one, and what of it beside the user pages.
public struct RestoreRequest: Hashable, Sendable {
    /// What the image knows; pages that are not read, or refused, are left alone on the tag.
    public let image: PageMemory
    /// The image's chip; nil where it does not tell.
    public let chip: Chip?
    /// Pages outside the user pages, each asked for by its number.
    public let extraPages: [ExtraPage]
    let layout: Type2Layout

    /// What is restored beside user pages, by name alone.
    public enum ExtraPage: Hashable, Sendable {
        /// The capability container. Its bits can be set and never cleared.
        case container
        /// The dynamic lock bytes. Their bits can be set and never cleared.
        case dynamicLock(page: Int)
        /// CFG0, but for AUTH0: what protects a tag is set with a password alone.
        case cfg0(page: Int)
        /// CFG1, but for PROT, CFGLCK and AUTHLIM, for the same reason.
        case cfg1(page: Int)

        public var page: Int {
            switch self {
            case .container: 3
            case .dynamicLock(let page), .cfg0(let page), .cfg1(let page): page
            }
        }
    }

    /// Why a page cannot be asked for.
    public struct Refusal: Error, Hashable, Sendable {
        /// A sentence that begins with the page, or with what the image does.
        public let detail: String
    }

    /// - Parameter pages: pages outside the user pages, by their numbers; user pages among them change nothing.
    public init(image: PageMemory, chip: Chip?, extraPages pages: [Int] = []) throws(Refusal) {
        self.image = image
        self.chip = chip
        layout = chip?.type2Layout ?? Type2Layout(of: image)
        var extra: [ExtraPage] = []
        for page in Set(pages).sorted() where !layout.userPages.contains(page) || layout.chip == nil {
            extra.append(try Self.extraPage(page, layout, image))
        }
        // Lock bytes and configuration change what may be written: in this order none is in another's way.
        extraPages = extra.sorted { Self.rank($0) < Self.rank($1) }
        guard !extra.isEmpty || layout.userPages.contains(where: { image[$0] != nil }) else {
            throw Refusal(detail: "knows none of its user pages: there is nothing to restore")
        }
    }

    private static func rank(_ page: ExtraPage) -> Int {
        switch page {
        case .container: 0
        case .dynamicLock: 1
        case .cfg1: 2
        case .cfg0: 3
        }
    }

    private static func extraPage(
        _ page: Int, _ layout: Type2Layout, _ image: PageMemory
    ) throws(Refusal) -> ExtraPage {
        let refusal: String
        switch page {
        case 0, 1: refusal = "holds the UID, and is never written"
        case 2: refusal = "holds the static lock bytes: 'tagmill tag lock' sets them"
        case layout.secretPages:
            refusal = "holds a password or key, which no image tells: 'tagmill tag protect' sets one"
        case layout.counterPage: refusal = "holds a counter, which only counts up"
        case 3: return try known(.container, image)
        case layout.dynamicLockPage: return try known(.dynamicLock(page: page), image)
        default:
            guard case .password(let configuration) = layout.accessControl else {
                refusal = "is none that is restored"
                break
            }
            if page == configuration { return try known(.cfg0(page: page), image) }
            if page == configuration + 1 { return try known(.cfg1(page: page), image) }
            refusal = "is none that is restored"
        }
        throw Refusal(detail: "page \(page) \(refusal)")
    }

    private static func known(_ page: ExtraPage, _ image: PageMemory) throws(Refusal) -> ExtraPage {
        guard image[page.page] != nil else { throw Refusal(detail: "page \(page.page) is not in the image") }
        return page
    }

    /// The user pages that the image does not know.
    public var unknownPages: [Int] { layout.userPages.filter { image[$0] == nil } }

    /// How many user pages the image does not know, and which; nil where it knows them all.
    public var wordsOfUnknownPages: String? {
        let pages = unknownPages
        guard !pages.isEmpty else { return nil }
        let (stay, them) = pages.count == 1 ? ("page stays", "it") : ("pages stay", "them")
        return
            "\(pages.count) user \(stay) as the tag has \(them), since the image does not know \(them): \(pageList(pages))"
    }

    /// The image has what the mirror showed in these pages, not what was stored beneath.
    public var mirroredPages: Range<Int>? { AsciiMirror(memory: image, layout: layout)?.pages }
}

private func ~= (pages: Range<Int>, page: Int) -> Bool { pages.contains(page) }
private func ~= (one: Int?, page: Int) -> Bool { one == page }

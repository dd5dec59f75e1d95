/// What one reader does otherwise than its model by default: what is only a hypothesis of the model, turned the other way.
///
/// In a rack file, each beside the reader's `name`:
/// - `"wakes": "list"`: a new connection does not touch the field, so that a tag that fell asleep after a refusal sleeps on
///   until the PN532 is told to look for a tag; `"lift"`: until it is lifted. By default `"reconnect"`.
/// - `"pass_through": false`: the model's way for commands of the tag's own is refused.
/// - `"direct": true`: an ACR1552U takes FF 00 00 00.
/// - `"keeps_session": true`: a session outlasts the connection.
/// - `"read_bytes": 4` or `16`: what FF B0 of a uTrust or an SCL3711 brings.
/// - `"last_page": N`: pages above are 6A 82, as on the OMNIKEY 5426 G2.
public struct ReaderTraits: Hashable, Sendable {
    /// What wakes a tag that fell asleep after a refusal.
    public enum Waking: String, Hashable, Sendable, CaseIterable {
        /// A new connection: power off and on take the field away and give it back.
        case reconnect
        /// InListPassiveTarget of the PN532; a new connection changes nothing.
        case list
        /// Nothing but lifting it.
        case lift
    }

    public var wakes: Waking
    public var passesThrough: Bool
    public var takesDirect: Bool
    public var keepsSession: Bool
    /// 4 or 16; nil: what the model brings.
    public var readBytes: Int?
    /// 3 to 255.
    public var lastPage: Int?

    public init(
        wakes: Waking = .reconnect, passesThrough: Bool = true, takesDirect: Bool = false, keepsSession: Bool = false,
        readBytes: Int? = nil, lastPage: Int? = nil
    ) {
        self.wakes = wakes
        self.passesThrough = passesThrough
        self.takesDirect = takesDirect
        self.keepsSession = keepsSession
        self.readBytes = readBytes
        self.lastPage = lastPage
    }

    /// The keys of a rack's reader that say these.
    static let keys = ["wakes", "pass_through", "direct", "keeps_session", "read_bytes", "last_page"]

    init(_ object: RackObject, of model: VirtualReaderModel) throws(RackError) {
        for key in Self.keys where object.has(key) && !model.traitKeys.contains(key) {
            throw object.bad(key, "says nothing of \(model.rawValue)")
        }
        self.init()
        if let name = try object.string("wakes") {
            guard let waking = Waking(rawValue: name), waking != .list || model == .acr122u else {
                let names = model == .acr122u ? "reconnect, list or lift" : "reconnect or lift"
                throw object.bad("wakes", "must be \(names) on \(model.rawValue), not \"\(name)\"")
            }
            wakes = waking
        }
        if object.has("pass_through") { passesThrough = try object.boolean("pass_through") }
        takesDirect = try object.boolean("direct")
        keepsSession = try object.boolean("keeps_session")
        readBytes = try object.integer("read_bytes", in: 4...16)
        if let readBytes, readBytes != 4, readBytes != 16 {
            throw object.bad("read_bytes", "must be 4 or 16, not \(readBytes)")
        }
        lastPage = try object.integer("last_page", in: 3...255)
    }
}

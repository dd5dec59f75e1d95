import Jobs

/// A rack as it is described in its file (contract, section 9).
///
/// Decoding is strict: an unknown key, or a value that makes no sense, throws a `RackError` whose context names the
/// place. The decoder is the caller's (JSON); what it throws for text that is no JSON is its own.
public struct RackFile: Decodable, Hashable, Sendable {
    public enum Latency: String, Hashable, Sendable, CaseIterable {
        /// Exchanges take no time, but for `delay` faults.
        case none
        /// Exchanges take about the time that they take on a USB reader.
        case real
    }

    /// At most so many readers.
    public static let maximumReaders = 64
    /// At most so many tags in a rack, counts included.
    public static let maximumTags = 100_000

    /// What is drawn (torn pages, flipped bits, UIDs that were not given) is drawn from this. 0 to 2^63 - 1.
    public var seed: UInt64
    public var latency: Latency
    public var readers: [RackReader]

    public init(seed: UInt64 = 1, latency: Latency = .none, readers: [RackReader]) {
        self.seed = seed
        self.latency = latency
        self.readers = readers
    }

    public init(from decoder: any Decoder) throws {
        let object = try RackObject(decoder, keys: ["seed", "latency", "readers"])
        seed = UInt64(try object.integer("seed", in: 0...Int.max) ?? 1)
        latency = .none
        if let name = try object.string("latency") {
            guard let known = Latency(rawValue: name) else { throw object.bad("latency", "must be none or real") }
            latency = known
        }
        readers = try object.list("readers", of: RackReader.self, atMost: Self.maximumReaders)
        guard !readers.isEmpty else { throw RackError(.missing, context: "readers: a rack needs at least one") }
    }
}

/// One virtual reader, and the tags that are laid on it one after another.
public struct RackReader: Decodable, Hashable, Sendable {
    /// As PC/SC shows it, up to 127 bytes.
    public var name: String
    public var model: VirtualReaderModel
    /// What it does otherwise than its model; each has its key beside `name`.
    public var traits: ReaderTraits
    /// Readers that name the same antenna see the same tags: those of all of them, in the order of the file. Nil: one of its
    /// own.
    public var antenna: String?
    public var tags: [RackTag]

    public init(
        _ name: String, model: VirtualReaderModel, traits: ReaderTraits = ReaderTraits(), antenna: String? = nil,
        tags: [RackTag]
    ) {
        self.name = name
        self.model = model
        self.traits = traits
        self.antenna = antenna
        self.tags = tags
    }

    public init(from decoder: any Decoder) throws {
        let object = try RackObject(decoder, keys: ["name", "model", "antenna", "tags"] + ReaderTraits.keys)
        guard let name = try object.string("name") else {
            throw RackError(.missing, context: "\(object.place("name")): a reader needs a name")
        }
        guard !name.isEmpty, name.utf8.count <= 127,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && $0 != "\"" })
        else {
            throw object.bad("name", "must have 1 to 127 bytes, without quotes and control characters")
        }
        self.name = name
        let model = try Self.model(object)
        self.model = model
        traits = try ReaderTraits(object, of: model)
        antenna = try object.string("antenna")
        tags = try object.list("tags", of: RackTag.self, atMost: RackFile.maximumTags)
    }
    private static func model(_ object: RackObject) throws(RackError) -> VirtualReaderModel {
        let names = VirtualReaderModel.allCases.map(\.rawValue)
        let list = names.joined(separator: ", ")
        guard let name = try object.string("model") else {
            throw RackError(.missing, context: "\(object.place("model")): a reader needs a model, one of \(list)")
        }
        guard let model = VirtualReaderModel(rawValue: name) else {
            let nearest = nearestName(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw object.bad("model", "must be one of \(list), not \"\(name)\"\(nearest)")
        }
        return model
    }
}

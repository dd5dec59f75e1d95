import ReaderModels

/// The reader models that a rack knows, by the names of the rack file.
public enum VirtualReaderModel: String, Hashable, Sendable, CaseIterable {
    /// ACS ACR122U: part 3, and the PN532 behind FF 00 00 00.
    case acr122u
    /// ACS ACR1252U, 1255U, 1281U-C1 and ACM1252U: part 3, FF 00 00 00 without a PN532, sessions.
    case acr1252u
    /// ACS ACR1552U: part 3 and sessions.
    case acr1552u
    /// Identiv uTrust 37xx F and 47xx F: part 3, one page a read, FF EF.
    case utrust
    /// SCM SCL3711: part 3.
    case scl3711
    /// HID OMNIKEY 5x22 and 5427: part 3, with more status words.
    case omnikey
    /// SpringCard: part 3 and FF FE.
    case springcard
    /// Feitian R502: part 3.
    case feitian
    /// Sony RC-S300: part 3 and sessions.
    case rcs300
    /// The storage card commands of PC/SC part 3 and nothing else.
    case part3

    /// What the product is told of the reader: its model of the same name.
    var described: ReaderModel { Self.descriptions[ordinal] }

    private static let descriptions = allCases.map {
        ReaderModel.model(named: $0.rawValue) ?? ReaderModel(name: $0.rawValue, slot: .contactless)
    }

    /// The place among all cases.
    private var ordinal: Int {
        switch self {
        case .acr122u: 0
        case .acr1252u: 1
        case .acr1552u: 2
        case .utrust: 3
        case .scl3711: 4
        case .omnikey: 5
        case .springcard: 6
        case .feitian: 7
        case .rcs300: 8
        case .part3: 9
        }
    }

    /// A side for one laying of a tag.
    func side(_ traits: ReaderTraits) -> ModelSide {
        switch self {
        case .acr122u: .acr122u(ACR122USide(passesThrough: traits.passesThrough))
        case .acr1252u: .acr1252u(ACR1252USide(traits: traits))
        case .acr1552u: .acr1552u(ACR1552USide(traits: traits))
        case .utrust: .utrust(UTrustSide(traits: traits))
        case .scl3711: .storageCard(.scl3711(traits))
        case .omnikey: .storageCard(.omnikey(traits))
        case .springcard: .springcard(SpringCardSide(traits: traits))
        case .feitian: .storageCard(.feitian)
        case .rcs300: .rcs300(RCS300Side(traits: traits))
        case .part3: .storageCard(StorageCardSide())
        }
    }

    /// The keys of `ReaderTraits` that change anything on this model.
    var traitKeys: Set<String> {
        switch self {
        case .acr122u: ["wakes", "pass_through"]
        case .acr1252u, .rcs300: ["wakes", "pass_through", "keeps_session"]
        case .acr1552u: ["wakes", "pass_through", "keeps_session", "direct"]
        case .utrust: ["wakes", "pass_through", "read_bytes"]
        case .scl3711: ["wakes", "read_bytes"]
        case .omnikey: ["wakes", "last_page"]
        case .springcard: ["wakes", "pass_through"]
        case .feitian, .part3: ["wakes"]
        }
    }
}

/// The answer to reset of a storage card of ISO/IEC 14443-3 type A, card name 0003 (PC/SC part 3, 3.1.3.2.3): what
/// readers say of NTAG21x and the Ultralight family alike. No model is known to say anything else of them.
public let storageCardATR: [UInt8] = [
    0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00,
    0x68,
]

/// What the configuration pages of a chip with a password say, as far as they are known; no secret is among them.
///
/// Source: NXP NTAG213/215/216 data sheet rev. 3.2, 8.5.7; of Ultralight EV1 and NTAG210 fewer bits mean anything.
public struct Type2Configuration: Hashable, Sendable {
    /// AUTH0 as it stands.
    public let auth0: UInt8
    /// The first page that needs the password; nil where AUTH0 protects none.
    public let protectedFrom: Int?
    /// What CFG1 says; nil where it is not known.
    public let access: Access?
    /// MIRROR_CONF, MIRROR_BYTE and MIRROR_PAGE as they stand; nil on chips without a mirror, or whose mirror is not known.
    public let mirror: Mirror?

    public struct Access: Hashable, Sendable {
        /// PROT: the password is needed for reading too.
        public let protectsReading: Bool
        /// CFGLCK: AUTH0 and ACCESS can never be changed again.
        public let isLocked: Bool
        /// AUTHLIM: after so many wrong passwords the tag is closed for ever; nil: no limit.
        public let wrongPasswordLimit: Int?
        /// NFC_CNT_EN: the first read after each activation counts. False on chips without such a counter.
        public let countsReads: Bool
        /// NFC_CNT_PWD_PROT: the counter is not read without the password.
        public let counterNeedsPassword: Bool
    }

    public struct Mirror: Hashable, Sendable {
        public let setting: Int
        public let page: Int
        public let byte: Int
    }

    /// Nil where CFG0 is not known, and on chips without a password of their own.
    public init?(memory: PageMemory, layout: Type2Layout) {
        guard case .password(let page) = layout.accessControl, let cfg0 = memory[page] else { return nil }
        auth0 = cfg0[3]
        protectedFrom = layout.protectedFrom(auth0: cfg0[3])
        let hasCounter = layout.mirror == .uidAndCounter || layout.chip == .ntag213TT
        access = memory[page + 1].map { Access($0[0], hasCounter: hasCounter, layout) }
        switch layout.mirror {
        case .none, .unknown: mirror = nil
        case .uid, .uidAndCounter:
            mirror = Mirror(setting: Int(cfg0[0] >> 6), page: Int(cfg0[2]), byte: Int(cfg0[0] >> 4 & 3))
        }
    }
}

extension Type2Configuration.Access {
    fileprivate init(_ access: UInt8, hasCounter: Bool, _ layout: Type2Layout) {
        protectsReading = access & 0x80 != 0
        isLocked = access & 0x40 != 0
        let limit = Int(access & 0x07)
        // NTAG I2C plus counts to a power of two (NXP NT3H2111/NT3H2211 data sheet, AUTHLIM).
        let isPower = layout.chip == .ntagI2CPlus1K || layout.chip == .ntagI2CPlus2K
        wrongPasswordLimit = limit == 0 ? nil : isPower ? 1 << limit : limit
        countsReads = hasCounter && access & 0x10 != 0
        counterNeedsPassword = hasCounter && access & 0x08 != 0
    }
}

extension Type2Layout {
    /// The numbers of the one-way counters that can be read (READ_CNT) without changing anything: the three of Ultralight EV1
    /// (NXP MF0ULx1 data sheet, READ_CNT), and the NFC counter of NTAG21x where it is on, which reads of pages count up.
    public func readableCounters(_ configuration: Type2Configuration?, isOpen: Bool) -> [UInt8] {
        switch chip {
        case .mf0ul11, .mf0ul21: return [0, 1, 2]
        default:
            guard let access = configuration?.access, access.countsReads, isOpen || !access.counterNeedsPassword else {
                return []
            }
            return [2]
        }
    }
}

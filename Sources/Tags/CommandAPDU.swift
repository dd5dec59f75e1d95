/// A short command APDU in one of the four cases of ISO/IEC 7816-4, 5.1 (extended lengths are not used: the ACR122U and
/// others pass none).
public enum CommandAPDU: Hashable, Sendable {
    /// CLA, INS, P1, P2.
    public struct Header: Hashable, Sendable {
        public var cla: UInt8
        public var ins: UInt8
        public var p1: UInt8
        public var p2: UInt8

        public init(_ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8) {
            self.cla = cla
            self.ins = ins
            self.p1 = p1
            self.p2 = p2
        }

        fileprivate func append(to frame: inout [UInt8]) {
            frame.append(cla)
            frame.append(ins)
            frame.append(p1)
            frame.append(p2)
        }
    }

    /// Case 1: no data in either direction.
    case case1(Header)
    /// Case 2: an answer of up to `le` bytes; 0 stands for 256.
    case case2(Header, le: UInt8)
    /// Case 3: 1 to 255 bytes of data, no answer but the status.
    case case3(Header, data: [UInt8])
    /// Case 4: 1 to 255 bytes of data, and an answer of up to `le` bytes; 0 stands for 256.
    case case4(Header, data: [UInt8], le: UInt8)

    /// The command as it is sent. Data of 0 or more than 255 bytes is a programmer's error.
    public var bytes: [UInt8] {
        var frame: [UInt8] = []
        fill(&frame)
        return frame
    }

    /// Puts `bytes` into `frame`, in place of what stands there.
    package func fill(_ frame: inout [UInt8]) {
        frame.removeAll(keepingCapacity: true)
        switch self {
        case .case1(let header): header.append(to: &frame)
        case .case2(let header, let le):
            header.append(to: &frame)
            frame.append(le)
        case .case3(let header, let data): Self.append(header, data, to: &frame)
        case .case4(let header, let data, let le):
            Self.append(header, data, to: &frame)
            frame.append(le)
        }
    }

    private static func append(_ header: Header, _ data: [UInt8], to frame: inout [UInt8]) {
        precondition((1...255).contains(data.count), "data of a short APDU")
        frame.reserveCapacity(6 + data.count)
        header.append(to: &frame)
        frame.append(UInt8(data.count))
        frame.append(contentsOf: data)
    }
}

/// The storage card commands of PC/SC part 3 (rev. 2.01.09, section 3.2.2), as every contactless reader takes them.
extension CommandAPDU {
    /// GET DATA of the UID: `FF CA 00 00 00`.
    public static let getUID = CommandAPDU.case2(Header(0xFF, 0xCA, 0x00, 0x00), le: 0x00)

    /// READ BINARY of four pages from `page` (0 to 255) on: `FF B0 00 pg 10`. Most readers answer with 16 bytes, some with
    /// the 4 bytes of one page.
    public static func readBinary(page: Int) -> CommandAPDU {
        .case2(Header(0xFF, 0xB0, 0x00, pageNumber(page)), le: 0x10)
    }

    /// UPDATE BINARY of one page (0 to 255): `FF D6 00 pg 04 d0 d1 d2 d3`. Never 16 bytes: readers that take them write
    /// the first page alone.
    public static func updateBinary(page: Int, data: Page) -> CommandAPDU {
        .case3(Header(0xFF, 0xD6, 0x00, pageNumber(page)), data: data.bytes)
    }

    /// The bytes of `updateBinary`.
    package static func bytes(ofUpdating page: Int, _ data: Page) -> [UInt8] {
        var frame: [UInt8] = []
        fill(&frame, updating: page, data)
        return frame
    }

    /// The same put into `frame`, in place of what stands there: it is sent most of all.
    package static func fill(_ frame: inout [UInt8], updating page: Int, _ data: Page) {
        frame.removeAll(keepingCapacity: true)
        Header(0xFF, 0xD6, 0x00, pageNumber(page)).append(to: &frame)
        frame.append(0x04)
        frame.append(data[0])
        frame.append(data[1])
        frame.append(data[2])
        frame.append(data[3])
    }

    /// Whether it is READ BINARY.
    public var isRead: Bool {
        guard case .case2(let header, _) = self else { return false }
        return header.ins == 0xB0
    }

    /// A command that asks for data, with another Le; any other as it is.
    public func withLength(_ le: UInt8) -> CommandAPDU {
        guard case .case2(let header, _) = self else { return self }
        return .case2(header, le: le)
    }

    /// The command as a reader wants it that answers `6C xx`, with that Le (ISO/IEC 7816-4, 5.1.3): READ BINARY of one page or
    /// four, and a UID of 4 to 10 bytes. Nil for any other answer, and for a length that it does not have.
    public func renamed(by answer: ResponseAPDU) -> CommandAPDU? {
        guard case .case2(_, let le) = self, answer.data.isEmpty, answer.status.rawValue >> 8 == 0x6C else {
            return nil
        }
        let named = UInt8(truncatingIfNeeded: answer.status.rawValue)
        let isItsOwn =
            switch named {
            case 4: true
            case 16: isRead
            case 7, 8, 10: !isRead
            default: false
            }
        return named != le && isItsOwn ? withLength(named) : nil
    }

    private static func pageNumber(_ page: Int) -> UInt8 {
        precondition((0..<256).contains(page), "page number")
        return UInt8(page)
    }
}

public import Tags

/// How a command of the tag's own (GET_VERSION, FAST_READ) gets through a reader. Each way has a file of its own.
public enum PassThrough: Hashable, Sendable, CaseIterable {
    /// There is no way that is known.
    case none
    /// `FF 00 00 00 Lc D4 42 …`: InCommunicateThru of the PN532.
    case inCommunicateThru
    /// `FF 00 00 00 Lc …`: the frame itself, on readers of ACS that have no PN532.
    case direct
    /// `FF C2 …`: the transparent session of PC/SC part 3, which is opened before and ended after.
    case transparentSession
    /// `FF EF 00 00 Lc …`: Identiv.
    case identiv
    /// `FF FE 01 04 Lc …`: SpringCard.
    case springCard

    /// The class and instruction that its APDUs begin with, for a person; nil where there is no way.
    public var commandClass: String? {
        switch self {
        case .none: nil
        case .inCommunicateThru, .direct: "FF 00"
        case .transparentSession: "FF C2"
        case .identiv: "FF EF"
        case .springCard: "FF FE"
        }
    }

    /// The APDU that passes a command of the tag's own; in an open session, where the way is one.
    ///
    /// Nil where there is no way, for an empty command or one too long for a short APDU, and for every command that
    /// writes: no way reports the tag's 4-bit acknowledgement dependably. The ACR122U says the same of an acknowledgement
    /// and a refusal, and the ACR1281U says 63 00 although the page was written. Pages are written with UPDATE BINARY on
    /// every reader.
    public func wrap(_ native: [UInt8]) -> [UInt8]? {
        guard let command = native.first, !Self.writes(command), let wrapping, native.count <= wrapping.longest else {
            return nil
        }
        var frame: [UInt8] = []
        wrapping.fill(&frame, commandOf: native.count) { $0.append(contentsOf: native) }
        return frame
    }

    /// The same of a command that reads, put into `frame` in place of what stands there. False where there is no way.
    public func wrap(_ command: Type2Command, into frame: inout [UInt8]) -> Bool {
        guard let wrapping, command.count <= wrapping.longest else { return false }
        wrapping.fill(&frame, commandOf: command.count) { command.append(to: &$0) }
        return true
    }

    private var wrapping: Wrapping? {
        switch self {
        case .none: nil
        case .inCommunicateThru: InCommunicateThru.wrapping
        case .direct: DirectTransmit.wrapping
        case .transparentSession: TransparentSession.wrapping
        case .identiv: IdentivPassThrough.wrapping
        case .springCard: SpringCardPassThrough.wrapping
        }
    }

    /// What the whole answer to a wrapped command says.
    ///
    /// - Parameter length: how many bytes the tag must have answered with (`Type2Command.answerLength`); any other count is
    ///   no data. A single byte then is the tag's NAK; more or fewer are an answer cut short, or one with bytes too many.
    public func unwrap(_ answer: [UInt8], expecting length: Int? = nil) -> PassThroughAnswer {
        switch place(in: answer, expecting: length) {
        case .data(let place): .data(Array(answer[place]))
        case .none(let other): other
        }
    }

    /// As `unwrap`: where the tag's own bytes stand in the answer.
    public func place(in answer: [UInt8], expecting length: Int? = nil) -> PassThroughPlace {
        let place: PassThroughPlace =
            switch self {
            case .none: .none(.notPassed("the reader passes no commands through"))
            case .inCommunicateThru: InCommunicateThru.place(in: answer)
            case .transparentSession: TransparentSession.place(in: answer)
            case .direct, .identiv, .springCard: DirectTransmit.place(in: answer)
            }
        guard case .data(let data) = place, let length, data.count != length else { return place }
        return .none(
            data.count <= 1
                ? .noAnswer("the tag refused") : .misfit(data.count, "\(data.count) bytes instead of \(length)"))
    }

    /// The two commands that select a sector of NTAG I2C: `C2 FF`, then the sector and three zero bytes (NXP NT3H2111/2211
    /// data sheet, SECTOR SELECT). Nil where there is no way, and for a transparent session: pages are written outside it,
    /// and that the sector stays selected when it ends nobody has shown.
    public func wrapSectorSelect(_ sector: UInt8) -> [[UInt8]]? {
        guard self != .transparentSession, let first = wrap([0xC2, 0xFF]),
            let second = wrap([sector, 0x00, 0x00, 0x00])
        else { return nil }
        return [first, second]
    }

    /// Whether the answer to one of these two can be that of a tag that carries it out.
    ///
    /// The first is answered with four bits, which readers report as an error, and so they report a refusal; the second is
    /// carried out in silence, which is an error too. So either may have failed all the same: only a READ shows which sector
    /// is selected.
    public func mayBeSectorSelected(_ answer: [UInt8], part: Int) -> Bool {
        if self == .inCommunicateThru { return InCommunicateThru.mayBeSectorSelected(answer, part: part) }
        return switch unwrap(answer) {
        case .noAnswer: self != .none
        case .data(let bytes): part == 0 && bytes == [0x0A]
        case .notPassed, .misfit: false
        }
    }

    /// COMPATIBILITY WRITE, WRITE, INCR_CNT, FAST_WRITE.
    private static func writes(_ command: UInt8) -> Bool {
        switch command {
        case 0xA0, 0xA2, 0xA5, 0xA6: true
        default: false
        }
    }
}

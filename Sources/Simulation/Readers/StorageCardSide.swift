/// FF CA, FF B0 and FF D6 (PC/SC part 3, 3.2.2.1) on a Type 2 tag, with what readers do differently.
struct StorageCardSide: ReaderSide {
    /// Which Le FF B0 takes; the tag's READ always brings 16 bytes.
    enum ReadLengths: Hashable, Sendable {
        /// This many alone, 4 or 16: any other Le is `6C` and the number.
        case only(Int)
        /// 1 to 16.
        case upTo16
        /// 4, 8, 12 and 16.
        case wholePages
        /// Whatever Le is, so many bytes come, 4 or 16.
        case always(Int)
    }

    /// How failures are said.
    struct Words: Hashable, Sendable {
        var readRefused: UInt16 = 0x6300
        var writeRefused: UInt16 = 0x6300
        var silence: UInt16 = 0x6300
        /// An Lc or Le that the reader does not take.
        var wrongLength: UInt16 = 0x6700
        var unknownInstruction: UInt16 = 0x6D00
    }

    var lengths = ReadLengths.only(16)
    var words = Words()
    /// Above this page FF B0 and FF D6 are answered with 6A 82, and nothing is sent. Nil: no such limit.
    var lastPage: Int?
    /// Whether FF D6 takes 16 bytes too, which go out as COMPATIBILITY_WRITE: the tag stores the first four.
    var takesSixteen = false
    /// Whether FF CA with an Le above the UID's length brings the UID and 62 82, else 6C and the length.
    var saysEndOfUID = false

    func kind(of bytes: [UInt8]) -> CommandKind { ShortCommand(bytes).map(kind) ?? .other }

    func kind(of command: ShortCommand) -> CommandKind {
        guard command.cla == 0xFF, command.ins == 0xD6, command.p1 == 0,
            command.count == 4 || takesSixteen && command.count == 16
        else { return .other }
        return .write(page: Int(command.p2))
    }

    func answer(_ bytes: [UInt8], field: inout some TagField) -> [UInt8] {
        guard let command = ShortCommand(bytes) else { return [UInt8](statusWord: words.wrongLength) }
        return answer(command, bytes, field: &field)
    }

    func answer(_ command: ShortCommand, _ bytes: [UInt8], field: inout some TagField) -> [UInt8] {
        guard command.cla == 0xFF else { return [0x6E, 0x00] }
        switch command.ins {
        case 0xCA: return getData(command, uid: field.uid)
        case 0xB0: return readBinary(command, field: &field)
        case 0xD6: return updateBinary(command, bytes, field: &field)
        default: return [UInt8](statusWord: words.unknownInstruction)
        }
    }

    /// The UID alone: a storage card has no ATS. No frame goes to the tag.
    private func getData(_ command: ShortCommand, uid: [UInt8]) -> [UInt8] {
        guard command.p1 == 0, command.p2 == 0 else { return [0x6A, 0x81] }
        guard command.count == 0, let le = command.le else { return [0x67, 0x00] }
        if le == 256 || le == uid.count { return uid + [0x90, 0x00] }
        return le > uid.count && saysEndOfUID ? uid + [0x62, 0x82] : [0x6C, UInt8(uid.count)]
    }

    /// P2 is the page.
    private func readBinary(_ command: ShortCommand, field: inout some TagField) -> [UInt8] {
        guard command.p1 == 0 else { return [0x6B, 0x00] }
        guard command.count == 0, let le = command.le else { return [UInt8](statusWord: words.wrongLength) }
        let count: Int
        switch lengths {
        case .only(let only):
            guard le == only else { return [0x6C, UInt8(only)] }
            count = only
        case .always(let always): count = always
        case .upTo16, .wholePages:
            guard le <= 16, lengths == .upTo16 || le.isMultiple(of: 4) else {
                return [UInt8](statusWord: words.wrongLength)
            }
            count = le
        }
        guard Int(command.p2) <= lastPage ?? 255 else { return [0x6A, 0x82] }
        var answer = [UInt8].withRoomForARead()
        let frame: [2 of UInt8] = [0x30, command.p2]
        switch field.send(frame.span, into: &answer) {
        case .data:
            if answer.count > count { answer.removeLast(answer.count - count) }
            answer.append(statusWord: 0x9000)
        case .silence: answer.append(statusWord: words.silence)
        case .refuse, .acknowledge, .passiveAcknowledge: answer.append(statusWord: words.readRefused)
        }
        return answer
    }

    private func updateBinary(_ command: ShortCommand, _ bytes: [UInt8], field: inout some TagField) -> [UInt8] {
        guard command.p1 == 0 else { return [0x6B, 0x00] }
        let isSixteen = takesSixteen && command.count == 16
        guard command.count == 4 || isSixteen else { return [UInt8](statusWord: words.wrongLength) }
        guard Int(command.p2) <= lastPage ?? 255 else { return [0x6A, 0x82] }
        var nothing: [UInt8] = []
        var answer: TagAnswer
        if isSixteen {
            let frame: [2 of UInt8] = [0xA0, command.p2]
            answer = field.send(frame.span, into: &nothing)
            if answer == .acknowledge { answer = field.send(bytes.span.extracting(command.body), into: &nothing) }
        } else {
            let frame: [6 of UInt8] = [0xA2, command.p2, bytes[5], bytes[6], bytes[7], bytes[8]]
            answer = field.send(frame.span, into: &nothing)
        }
        switch answer {
        case .acknowledge: return [0x90, 0x00]
        case .silence: return [UInt8](statusWord: words.silence)
        case .refuse, .data, .passiveAcknowledge: return [UInt8](statusWord: words.writeRefused)
        }
    }
}

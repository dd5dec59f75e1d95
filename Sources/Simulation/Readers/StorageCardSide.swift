import Tags

/// FF CA, FF B0 and FF D6 (PC/SC part 3, 3.2.2.1) on a Type 2 tag, with what readers do differently.
struct StorageCardSide: ReaderSide {
    /// Which Le FF B0 takes; the tag's READ always brings 16 bytes.
    enum ReadLengths: Hashable, Sendable {
        /// This many alone, 4 or 16: any other Le is `6C` and the number.
        case only(UInt8)
        /// 1 to 16.
        case upTo16
        /// 4, 8, 12 and 16.
        case wholePages
        /// Whatever Le is, so many bytes come, 4 or 16.
        case always(UInt8)
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
    var lastPage: UInt8?
    /// Whether FF D6 takes 16 bytes too, which go out as COMPATIBILITY_WRITE: the tag stores the first four.
    var takesSixteen = false
    /// Whether FF CA with an Le above the UID's length brings the UID and 62 82, else 6C and the length.
    var saysEndOfUID = false

    var wordForNoCommand: UInt16 { words.wrongLength }

    func kind(of command: ShortCommand, _ bytes: [UInt8]) -> CommandKind { kind(of: command) }

    func kind(of command: ShortCommand) -> CommandKind {
        guard command.cla == 0xFF, command.ins == 0xD6, command.p1 == 0,
            command.count == 4 || takesSixteen && command.count == 16
        else { return .other }
        return .write(page: Int(command.p2))
    }

    func answer(_ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField) {
        guard command.cla == 0xFF else { return answer.append(statusWord: 0x6E00) }
        switch command.ins {
        case 0xCA: getData(command, uid: field.uid, into: &answer)
        case 0xB0: readBinary(command, into: &answer, field: field)
        case 0xD6: updateBinary(command, bytes, into: &answer, field: field)
        default: answer.append(statusWord: words.unknownInstruction)
        }
    }

    /// The UID alone: a storage card has no ATS. No frame goes to the tag.
    private func getData(_ command: ShortCommand, uid: UID, into answer: inout [UInt8]) {
        guard command.p1 == 0, command.p2 == 0 else { return answer.append(statusWord: 0x6A81) }
        guard command.count == 0, let le = command.le else { return answer.append(statusWord: 0x6700) }
        let isWhole = le == 256 || le == uid.count
        guard isWhole || le > uid.count && saysEndOfUID else {
            return answer.append(statusWord: 0x6C00 | UInt16(uid.count))
        }
        answer.append(bytesOf: uid)
        answer.append(statusWord: isWhole ? 0x9000 : 0x6282)
    }

    /// P2 is the page.
    private func readBinary(_ command: ShortCommand, into answer: inout [UInt8], field: some TagField) {
        guard command.p1 == 0 else { return answer.append(statusWord: 0x6B00) }
        guard command.count == 0, let le = command.le else { return answer.append(statusWord: words.wrongLength) }
        let count: Int
        switch lengths {
        case .only(let only):
            guard le == only else { return answer.append(statusWord: 0x6C00 | UInt16(only)) }
            count = Int(only)
        case .always(let always): count = Int(always)
        case .upTo16, .wholePages:
            guard le <= 16, lengths == .upTo16 || le.isMultiple(of: 4) else {
                return answer.append(statusWord: words.wrongLength)
            }
            count = le
        }
        guard command.p2 <= lastPage ?? 255 else { return answer.append(statusWord: 0x6A82) }
        let frame: [2 of UInt8] = [0x30, command.p2]
        switch field.send(frame.span, into: &answer) {
        case .data:
            if answer.count > count { answer.removeLast(answer.count - count) }
            answer.append(statusWord: 0x9000)
        case .silence: answer.append(statusWord: words.silence)
        case .refuse, .acknowledge, .passiveAcknowledge: answer.append(statusWord: words.readRefused)
        }
    }

    /// What a tag answers to the frames of a write has no data.
    private func updateBinary(
        _ command: ShortCommand, _ bytes: [UInt8], into answer: inout [UInt8], field: some TagField
    ) {
        guard command.p1 == 0 else { return answer.append(statusWord: 0x6B00) }
        let isSixteen = takesSixteen && command.count == 16
        guard command.count == 4 || isSixteen else { return answer.append(statusWord: words.wrongLength) }
        guard command.p2 <= lastPage ?? 255 else { return answer.append(statusWord: 0x6A82) }
        var reply: TagAnswer
        if isSixteen {
            let frame: [2 of UInt8] = [0xA0, command.p2]
            reply = field.send(frame.span, into: &answer)
            if reply == .acknowledge { reply = field.send(bytes.span.extracting(command.body), into: &answer) }
        } else {
            let frame: [6 of UInt8] = [0xA2, command.p2, bytes[5], bytes[6], bytes[7], bytes[8]]
            reply = field.send(frame.span, into: &answer)
        }
        switch reply {
        case .acknowledge: answer.append(statusWord: 0x9000)
        case .silence: answer.append(statusWord: words.silence)
        case .refuse, .data, .passiveAcknowledge: answer.append(statusWord: words.writeRefused)
        }
    }
}

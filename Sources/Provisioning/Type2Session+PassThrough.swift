import ReaderModels
import Tags

/// Commands of the tag's own, and the transparent session that some readers need for them.
///
/// The session is begun before the first such command, kept over those that follow, and ended before anything else: before
/// FF CA, FF B0 and FF D6, before a new activation, and at the end of the presentation.
extension Type2Session {
    /// Whether the reader may pass commands of the tag's own: it is not known not to.
    var mayPass: Bool { findings.passThrough != .refused }

    /// Whether it is known that the reader passes them: what a tag does not answer then, the tag has refused.
    var passes: Bool { findings.passThrough == .works }

    /// The answer of the tag; nil where it gave none, or the reader does not pass the command.
    mutating func passThrough(
        _ command: Type2Command, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> ArraySlice<UInt8>? {
        let way = model.passThrough
        guard mayPass, way.wrap(command, into: &frame), try beginSession(&channel) else { return nil }
        for _ in 0..<2 {
            guard let answer = try Self.transmit(frame, &channel) else { return nil }
            switch way.place(in: answer, expecting: command.answerLength) {
            case .data(let place):
                findings.takeData()
                return answer[place]
            case .none(let other):
                findings.take(other)
                // Bytes too many are the reader's doing (ACR1252U, about one answer in 4000).
                guard case .misfit(let count, _) = other, count > command.answerLength else { return nil }
            }
        }
        return nil
    }

    /// The two commands that select a sector. True where the tag may have taken them.
    func passSectorSelect(
        _ sector: Int, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        guard mayPass, let commands = model.passThrough.wrapSectorSelect(UInt8(sector)) else { return false }
        for (part, command) in commands.enumerated() {
            guard let answer = try Self.transmit(command, &channel),
                model.passThrough.mayBeSectorSelected(answer, part: part)
            else { return false }
        }
        return true
    }

    // MARK: The transparent session

    /// True where a command can be passed: the session is open, or the reader needs none.
    private func beginSession(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> Bool {
        guard model.passThrough == .transparentSession, !findings.isSessionOpen else { return true }
        for command in TransparentSession.opening {
            // Also where no answer comes: it may have begun.
            findings.isSessionOpen = true
            guard let bytes = try Self.transmit(command, &channel) else { return false }
            let answer = TransparentSession.isDone(bytes)
            guard case .data = answer else {
                findings.take(answer)
                if case .notPassed = answer, command == TransparentSession.opening.first {
                    findings.isSessionOpen = false
                }
                return false
            }
        }
        return true
    }

    /// Ends the session, if one was begun; once more where the reader does not say that it did. Where its end is not answered at
    /// all it counts as open, and is ended again before the next command of the reader's own, if need be on the next tag.
    func endSession(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) {
        if findings.isSessionOpen { try Self.endSession(on: findings, &channel) }
    }

    private static func endSession(
        on reader: ReaderFindings, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        for _ in 0..<2 {
            guard let answer = try transmit(TransparentSession.end, &channel) else { return }
            reader.isSessionOpen = false
            if case .data = TransparentSession.isDone(answer) { return }
        }
    }

    /// The end of the presentation: nothing stays open on the reader, whatever became of the tag.
    static func close(_ reader: ReaderFindings, _ channel: inout any CardChannel & ~Copyable) {
        guard reader.isSessionOpen else { return }
        do throws(Rejection) {
            try endSession(on: reader, &channel)
        } catch {
            // The tag or the reader is gone, which is told elsewhere.
        }
    }
}

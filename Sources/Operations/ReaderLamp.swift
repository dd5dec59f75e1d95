import Provisioning
import ReaderModels
import Tags

/// The light and sound of one reader: shows what came of its tags, as far as the reader can. On the reader's thread alone.
///
/// A signal is no exchange with the tag, and comes when the tag's outcome is on record: it changes nothing. A way that the
/// reader refused is not tried again.
struct ReaderLamp {
    /// A tag that is lifted at once takes the connection with it; so often in a row it is the reader.
    private static let mostLostInARow = 3

    private let model: ReaderModel
    private var isTransmitting: Bool
    private var isEscaping: Bool
    private var lostInARow = 0
    /// What the connection to the tag did not show.
    private var left: ReaderSignal?
    private var news: String?

    /// - Parameter isQuiet: nothing is ever shown.
    init(_ model: ReaderModel, isQuiet: Bool) {
        self.model = model
        isTransmitting = !isQuiet && model.signals.values.contains { $0.transmitted != nil }
        isEscaping = !isQuiet && model.signals.values.contains { $0.escape != nil }
    }

    /// Shows what came of the tag on the channel; nil: nothing did.
    mutating func show(_ signal: ReaderSignal?, on channel: inout any CardChannel & ~Copyable) {
        left = signal
        guard isTransmitting, let signal, let command = model.signals[signal]?.transmitted else { return }
        do throws(ChannelError) {
            let answer = try channel.exchange(command)
            lostInARow = 0
            if SignalCommand.isDone(answer) {
                left = nil
                return
            }
            isTransmitting = false
            tell("light and sound: refused with \(answer.suffix(2).hex)")
        } catch {
            lostInARow += 1
            guard lostInARow == Self.mostLostInARow else { return }
            isTransmitting = false
            tell("light and sound: \(error)")
        }
    }

    /// Shows what the channel did not, or what came of a tag that could not be connected to.
    mutating func showRest(_ signal: ReaderSignal? = nil, through slot: any ReaderSlot) {
        let signal = signal ?? left
        left = nil
        guard isEscaping, let signal, let command = model.signals[signal]?.escape else { return }
        do throws(ChannelError) {
            let answer = try slot.escape(command)
            if SignalCommand.isDone(answer) { return }
            isEscaping = false
            tell("light and sound without a tag: refused with \(answer.suffix(2).hex)")
        } catch {
            // Another program, or an unplugged reader, passes; a driver that lets nothing through does not.
            guard error.code == .transmission || error.code == .malformedAnswer else { return }
            isEscaping = false
            tell("light and sound without a tag: \(error)")
        }
    }

    /// What went wrong for good, once each; nil: nothing new.
    mutating func takeNews() -> String? {
        defer { news = nil }
        return news
    }

    private mutating func tell(_ message: String) { news = [news, message].compactMap { $0 }.joined(separator: "; ") }
}

import Jobs
import PCSC
import Provisioning
import ReaderModels
import Simulation

/// `tagmill readers --identify N`: one reader lights up and sounds, so that a person sees which it is.
struct IdentifyReader {
    /// How the reader was told.
    private enum Way: String {
        case escape
        case transmitted
    }

    let context: CommandContext
    let source: ReaderSource
    /// Nil for this one, which is looked at where a cure is asked for.
    var machine: MachineFacts?

    /// - Parameter number: of the reader among `all`, from 1.
    func identify(_ number: Int, among all: [ReaderInfo]) throws(CommandError) -> ExitCode {
        guard all.indices.contains(number - 1) else {
            throw .badValue(
                option: "--identify", value: String(number),
                expected: all.count == 1 ? "1: there is one reader" : "a number from 1 to \(all.count)")
        }
        let reader = all[number - 1]
        guard let command = reader.model.signals[.identify] else {
            throw .notIdentified(
                "reader \(number), \(reader.name): no command is known that lights or sounds a reader of model "
                    + "\(reader.model.name); lay a tag on it, and 'tagmill readers' shows the tag in its line")
        }
        let way = try tell(reader, number, command)
        let members: [JSONValue.Member] = [
            .init("number", .int(Int64(number))), .init("name", .string(reader.name)),
            .init("model", .string(reader.model.name)), .init("identified_by", .string(way.rawValue)),
        ]
        let isVirtual = source.rack?.peripherals(of: reader.name).isEmpty == false
        let sentence =
            isVirtual
            ? "was told to light up and sound; it is virtual, and has it on its record alone" : "lights up and sounds"
        context.console.printResult(
            context.wantsJSON
                ? JSONValue.object(members).compact
                : VisibleText.escaped("reader \(number), \(reader.name), \(sentence)"))
        return .success
    }

    /// By escape, for which no tag is needed; else over the connection to the tag that lies there.
    private func tell(_ reader: ReaderInfo, _ number: Int, _ command: SignalCommand) throws(CommandError) -> Way {
        let slot: any ReaderSlot
        let hasTag: Bool
        do throws(ReadersError) {
            // Once it is open it is in use, by this very process.
            let occupancy = try (source.readers as? PCSCReaders)?.occupancy(of: reader)
            slot = try source.readers.open(reader)
            // A virtual reader has its first tag as soon as it is asked for.
            if let occupancy { hasTag = occupancy == .tag } else { hasTag = try slot.waitForTag() != .exhausted }
        } catch {
            throw source.commandError(error)
        }
        var reasons: [String] = []
        if let bytes = command.escape {
            do throws(ChannelError) {
                if SignalCommand.isDone(try slot.escape(bytes)) { return .escape }
                reasons.append("it refused the command")
            } catch {
                guard error.code == .transmission || error.code == .malformedAnswer else {
                    throw .notIdentified("reader \(number), \(reader.name): \(error)")
                }
                reasons.append("its driver lets no escape command through (\(error))")
            }
        }
        if let bytes = command.transmitted {
            let reason = hasTag ? transmit(bytes, slot) : "no tag lies on it"
            guard let reason else { return .transmitted }
            reasons.append(reason)
        }
        throw .notIdentified(
            "reader \(number), \(reader.name), shows nothing: \(reasons.joined(separator: "; "))"
                + cure(command, for: reader))
    }

    /// Nil where the reader did it; else why it did not.
    private func transmit(_ command: [UInt8], _ slot: any ReaderSlot) -> String? {
        do throws(ChannelError) {
            let answer = try slot.withCard { channel in
                do throws(ChannelError) {
                    return Result<[UInt8], ChannelError>.success(try channel.exchange(command))
                } catch {
                    return .failure(error)
                }
            }
            return SignalCommand.isDone(try answer.get()) ? nil : "it refused the command with a tag on it, too"
        } catch {
            return "with the tag on it: \(error)"
        }
    }

    /// What makes it work.
    private func cure(_ command: SignalCommand, for reader: ReaderInfo) -> String {
        guard command.escape != nil, source.rack == nil else {
            return command.transmitted == nil ? "" : "\nLay a tag on it, and try again."
        }
        let socket = context.surroundings.environment["PCSCLITE_CSOCK_NAME"]
        let machine = self.machine ?? MachineFacts(answer: nil, socket: socket)
        let begin = command.transmitted == nil ? "\nAllow" : "\nLay a tag on it and try again, or allow"
        guard let driver = EscapeChecks.driver(of: reader, machine) else {
            return begin + " escape commands where it is plugged in ('tagmill doctor' tells how there): "
                + "USB of this machine does not show it"
        }
        // Where the driver's file allows them already, the service has not read it since.
        let isSet = driver.letsEscapesThrough
        let steps = isSet ? Cures.restart(machine) : Cures.letEscapesThrough(driver, machine)
        return begin + " escape commands\(isSet ? " (its driver's file does, and the service must read it anew)" : ""):"
            + steps.map { "\n    \($0.text)" }.joined()
    }
}

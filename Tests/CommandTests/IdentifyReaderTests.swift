import PCSC
import Provisioning
import ReaderModels
import Testing

@testable import tagmill

/// `tagmill readers --identify N` on virtual readers.
@Suite struct IdentifyReaderTests {
    @Test func aReaderIsToldByItsNumberWithoutATag() throws {
        let run = try ScratchRack().run("readers", "--identify", "1")
        #expect(run.code == .success, "\(run.errors)")
        #expect(
            run.output
                == "reader 1, \(ScratchRack.left), was told to light up and sound; it is virtual, and has it on its "
                + "record alone\n")
    }

    @Test func asJSONTheWayIsNamed() throws {
        let run = try ScratchRack(left: #"{"chip": "NTAG213"}"#).run("readers", "--identify", "1", "--json")
        #expect(
            run.output == #"{"number":1,"name":"\#(ScratchRack.left)","model":"acr122u","identified_by":"escape"}"#
                + "\n")
    }

    @Test func aModelWithoutACommandIsNamed() throws {
        let run = try ScratchRack().run("readers", "--identify", "2")
        #expect(run.code == .unavailable)
        #expect(run.output.isEmpty)
        #expect(
            run.errors.contains("reader 2, \(ScratchRack.right): no command is known that lights or sounds a reader"))
        #expect(run.errors.contains("part3"))
    }

    @Test(arguments: ["3", "0", "-1", "x", "1.5", "", "99999999999999999999"])
    func aNumberThatIsNoReadersIsRefused(number: String) throws {
        let run = try ScratchRack().run("readers", "--identify=\(number)")
        #expect(run.code == .refused)
        #expect(run.errors.contains("--identify"))
        if number == "3" { #expect(run.errors.contains("must be a number from 1 to 2, not '3'")) }
    }

    @Test func aNameBesideTheNumberIsRefused() throws {
        let run = try ScratchRack().run("readers", "--identify", "1", "--reader", "ACS")
        #expect(run.code == .refused)
    }

    /// Their names differ in pcscd's number alone.
    @Test func ofTwoEqualReadersTheSecondIsMeant() throws {
        let names = ["ACS ACR122U PICC Interface 00 00", "ACS ACR122U PICC Interface 01 00"]
        let readers = names.map { #"{"name": "\#($0)", "model": "acr122u", "tags": []}"# }
        let rack = try ScratchRack(#"{"readers": [\#(readers.joined(separator: ", "))]}"#)
        let run = rack.run("readers", "--identify", "2")
        #expect(run.output.hasPrefix("reader 2, \(names[1]), "))
    }

    // MARK: Readers that show nothing

    /// A reader whose driver lets no escape through, and what its tag's connection answers.
    private final class DumbReaders: Readers, ReaderSlot {
        let info: ReaderInfo
        let answer: [UInt8]?
        init(_ model: ReaderModel, answer: [UInt8]?) {
            info = ReaderInfo(name: Machines.name, model: model)
            self.answer = answer
        }

        func list() throws(ReadersError) -> [ReaderInfo] { [info] }
        func waitForChange(from known: [ReaderInfo]) throws(ReadersError) { throw ReadersError(.cancelled) }
        func open(_ reader: ReaderInfo) throws(ReadersError) -> any ReaderSlot { self }
        func cancel() {}
        func waitForTag() throws(ReadersError) -> TagArrival { answer == nil ? .exhausted : .tag(atr: []) }
        func waitForRemoval() throws(ReadersError) {}
        func escape(_ command: [UInt8]) throws(ChannelError) -> [UInt8] {
            throw ChannelError(.transmission, context: "SCARD_E_NOT_TRANSACTED 0x80100016")
        }
        func withCard<Result>(
            _ body: (inout any CardChannel & ~Copyable) -> Result
        ) throws(ChannelError) -> Result {
            guard let answer else { throw ChannelError(.tagRemoved) }
            var channel: any CardChannel & ~Copyable = FixedChannel(answer: answer)
            return body(&channel)
        }
    }

    private struct FixedChannel: ~Copyable, CardChannel {
        let answer: [UInt8]
        mutating func exchange(_ command: [UInt8]) throws(ChannelError) -> [UInt8] { answer }
        mutating func reactivate() throws(ChannelError) {}
    }

    /// Commands to readers are not let through.
    private static let closed = Machines.but { $0.drivers[0].options = 0 }

    private func identify(
        _ readers: DumbReaders, on machine: MachineFacts = Self.closed
    ) throws(CommandError) -> String {
        let output = RecordedOutput()
        let surroundings = Surroundings(
            environment: [:], outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false)
        let context = CommandContext(
            arguments: Arguments(), surroundings: surroundings,
            console: Console(standardOutput: output, standardError: RecordedOutput()))
        let source = ReaderSource(readers: readers, rack: nil)
        _ = try IdentifyReader(context: context, source: source, machine: machine).identify(1, among: [readers.info])
        return output.text
    }

    private let acr122u = ReaderModel.model(ofReaderNamed: "ACS ACR122U PICC Interface 00 00")

    @Test func whereEscapeIsOffTheCureIsNamed() throws {
        do throws(CommandError) {
            _ = try identify(DumbReaders(acr122u, answer: nil))
            Issue.record("no error")
        } catch {
            #expect(error.exitCode == .unavailable)
            for part in [
                "its driver lets no escape command through (transmission failed (SCARD_E_NOT_TRANSACTED 0x80100016))",
                "no tag lies on it", "\nLay a tag on it and try again, or allow escape commands:\n    sudo sed ",
                "ifdDriverOptions", "0x0001", "/etc/libccid_Info.plist\n    sudo systemctl restart pcscd.socket pcscd",
            ] {
                #expect(error.sentence.contains(part), "\(part)")
            }
        }
    }

    /// The cure is the one that `doctor` has for this machine.
    @Test(
        arguments: [
            (Machines.but { $0.systemd = false }, "anew):\n    sudo kill 411; sleep 2; sudo pcscd"),
            (
                Machines.but {
                    $0.systemd = false
                    $0.drivers[0].options = 4
                }, "/etc/libccid_Info.plist\n    sudo kill 411; sleep 2; sudo pcscd"
            ),
            (Machines.well, "anew):\n    sudo systemctl restart pcscd.socket pcscd"),
            (Machines.but { $0.usbReaders = [] }, "USB of this machine does not show it"),
        ] as [(MachineFacts, String)])
    func theCureIsThatOfDoctor(machine: MachineFacts, cure: String) throws {
        do throws(CommandError) {
            _ = try identify(DumbReaders(acr122u, answer: nil), on: machine)
            Issue.record("no error")
        } catch {
            #expect(error.sentence.hasSuffix(cure), "\(error.sentence)")
        }
    }

    @Test func aTagOnTheReaderDoesInsteadOfEscape() throws {
        #expect(
            try identify(DumbReaders(acr122u, answer: [0x90, 0x03]))
                == "reader 1, \(Machines.name), lights up and sounds\n")
    }

    @Test func aReaderThatRefusesWithATagOnItSaysSo() throws {
        do throws(CommandError) {
            _ = try identify(DumbReaders(acr122u, answer: [0x63, 0x00]))
            Issue.record("no error")
        } catch {
            #expect(error.sentence.contains("it refused the command with a tag on it, too"))
        }
    }

    @Test func withoutACommandForATagNoTagIsAskedFor() throws {
        let model = ReaderModel(
            name: "x", slot: .contactless, passThrough: .none, pagesPerFastRead: 0,
            signals: [.identify: SignalCommand(escape: [0xE0, 0, 0, 0x28, 1, 10])])
        do throws(CommandError) {
            _ = try identify(DumbReaders(model, answer: nil))
            Issue.record("no error")
        } catch {
            #expect(!error.sentence.contains("tag on it"))
            #expect(error.sentence.contains("\nAllow escape commands:\n    sudo sed "))
        }
    }
}

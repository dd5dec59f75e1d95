import ReaderModels
import Tags
import Testing

@Suite struct ReaderSignalTests {
    private let acr122u = ReaderModel.model(ofReaderNamed: "ACS ACR122U PICC Interface 00 00")

    /// ACS ACR122U API 2.04: LED bits 0-3 are the state at the end and its masks, 4-7 that of the blinking; T1, T2, N, buzzer.
    @Test(
        arguments: [
            (.success, "FF0040AE0401010101"), (.failure, "FF00405D0401010301"), (.lift, "FF0040FF0401010201"),
            (.identify, "FF0040D00402020501"),
        ] as [(ReaderSignal, String)])
    func ofTheACR122U(signal: ReaderSignal, hex: String) throws {
        let command = try #require(acr122u.signals[signal])
        #expect(command.transmitted?.hex == hex)
        #expect(command.escape == command.transmitted)
    }

    @Test(
        arguments: [
            ("acr1252u", true, "E0000028010A"), ("acr1552u", false, "E0000028010A"), ("utrust", false, nil),
            ("scl3711", false, nil), ("omnikey", false, nil), ("springcard", false, nil), ("feitian", false, nil),
            ("rcs300", false, nil), ("part3", false, nil),
        ] as [(String, Bool, String?)])
    func ofOtherModels(name: String, isTransmitted: Bool, escape: String?) throws {
        let signals = try #require(ReaderModel.model(named: name)).signals
        #expect(signals[.success]?.escape?.hex == escape)
        #expect((signals[.success]?.transmitted != nil) == isTransmitted)
        #expect(Set(signals.keys) == (escape == nil ? [] : Set(ReaderSignal.allCases)))
    }

    /// What came of a tag is over before the next can be laid.
    @Test func blinkingEndsSoon() throws {
        for (signal, command) in acr122u.signals {
            let bytes = try #require(command.transmitted)
            let milliseconds = (Int(bytes[5]) + Int(bytes[6])) * Int(bytes[7]) * 100
            #expect(milliseconds <= (signal == .identify ? 2000 : 600), "\(signal)")
            // The buzzer sounds in T1.
            #expect(bytes[8] == 1)
        }
        #expect(Set(acr122u.signals.keys) == Set(ReaderSignal.allCases))
    }

    @Test(arguments: [
        "Virtual PCD 00 00", "ACS ACR1252 Dual Reader [ACR1252 Dual Reader SAM] 01 00", "Yubico YubiKey 00 00",
    ])
    func whereNoneIsKnownThereIsNone(name: String) {
        #expect(ReaderModel.model(ofReaderNamed: name).signals.isEmpty)
    }

    @Test(arguments: [
        ("9000", true), ("9003", true), ("9001", true), ("E10000000100", true), ("E1000000", true), ("6300", false),
        ("6D00", false), ("90", false), ("", false), ("E10001000100", false), ("E0", false), ("00900000", false),
    ])
    func theAnswerSaysWhetherItWasDone(hex: String, isDone: Bool) throws {
        #expect(SignalCommand.isDone(try #require([UInt8](hex: hex))) == isDone)
    }
}

package import Provisioning
package import Simulation
import Tags
import Testing

/// One rule of the port `CardChannel`. It is given a reader of a model on which `CardSample.tag` lies.
package struct CardRule: Sendable, CustomTestStringConvertible {
    package let name: String
    package let check: @Sendable (any ReaderSlot, VirtualReaderModel) throws -> Void

    package var testDescription: String { name }

    private init(_ name: String, _ check: @escaping @Sendable (any ReaderSlot, VirtualReaderModel) throws -> Void) {
        self.name = name
        self.check = check
    }

    /// They may be checked one after another on one tag.
    package static let all = [
        CardRule("answers come back byte for byte") { (slot, model) throws in
            for (command, answer) in CardSample.exchanges(model) {
                #expect(try CardSample.send([command], slot) == [answer], "\(command) on \(model)")
            }
        },
        CardRule("a refusal is an answer") { (slot, _) throws in
            let answer = try CardSample.send(["FFB0002D10"], slot)[0]
            #expect(answer.count == 4 && answer != "9000")
        },
        CardRule("a new activation wakes a tag that a refusal put to sleep") { (slot, _) throws in
            let answers = try CardSample.send(["FFB0002D10", "FFB0000010", "reactivate", "FFB0000010"], slot)
            #expect(!answers[1].hasSuffix("9000"))
            #expect(answers[3].hasPrefix("041122BF"))
        },
        CardRule("a connection begins with a new activation") { (slot, _) throws in
            #expect(try CardSample.send(["FFB0002D10"], slot)[0] != "9000")
            #expect(try CardSample.send(["FFB0000010"], slot)[0].hasPrefix("041122BF"))
        },
        CardRule("it is the same tag through activations and connections") { (slot, _) throws in
            let uid = "FFCA000000"
            #expect(
                try CardSample.send([uid, "reactivate", uid], slot).filter { $0 == CardSample.uid + "9000" }.count == 2)
            #expect(try CardSample.send([uid], slot) == [CardSample.uid + "9000"])
        },
        CardRule("what is written stays") { (slot, _) throws in
            #expect(try CardSample.send(["FFD6000604C0FFEE01"], slot) == ["9000"])
            #expect(try CardSample.send(["FFB0000610"], slot)[0].hasPrefix("C0FFEE01"))
        },
        CardRule("a password holds until the next activation") { (slot, model) throws in
            let write = "FFD6002004A1B2C3D4"
            #expect(try CardSample.send([write], slot) != ["9000"])
            guard let password = CardSample.password(model) else { return }
            let answers = try CardSample.send(password + [write, "reactivate", write], slot)
            #expect(answers[password.count] == "9000")
            #expect(answers[password.count + 2] != "9000")
        },
        CardRule("a session of the reader ends with its connection") { (slot, model) throws in
            guard CardSample.sessions.contains(model) else { return }
            #expect(try CardSample.send(["FFC2000002810000", "FFCA000000"], slot) == ["C0030090009000", "6A81"])
            #expect(try CardSample.send(["FFCA000000"], slot) == [CardSample.uid + "9000"])
        },
    ]
}

/// The tag that the rules are checked with, and what each model makes of it.
package enum CardSample {
    package static let uid = "04112233445561"

    /// NTAG213, written to from page 20h on with the factory's password alone.
    package static let tag = TestSupport.tag(.ntag213, uid, pages: [0x29: "04000020"])

    static let sessions: [VirtualReaderModel] = [.acr1252u, .acr1552u, .rcs300]

    private static let version = "0004040201000F03"

    /// Commands and whole answers, each on a tag that is activated anew: UID, GET_VERSION as the model has it, the firmware that comes without a status word.
    static func exchanges(_ model: VirtualReaderModel) -> [(String, String)] {
        let own: [(String, String)] =
            switch model {
            case .acr122u:
                [
                    ("FF00000003D44260", "D54300" + version + "9000"), ("FF00480000", "41435231323255323037"),
                    ("FF00400F0401010100", "9003"), ("FF00000008D442A207DEADBEEF", "D543029000"),
                ]
            case .acr1252u: [("FF0000000160", version + "9000"), ("FF00000006A207DEADBEEF", "6300")]
            case .acr1552u: [("FF0000000160", "6300")]
            case .utrust: [("FFEF00000160", version + "9000"), ("FFEF000006A207DEADBEEF", "0A9000")]
            case .springcard: [("FFFE01040160", version + "9000")]
            case .rcs300: [("FF0000000160", "6A81")]
            case .scl3711, .omnikey: [("FFB0000404", "6C10")]
            case .feitian, .part3: []
            }
        return [("FFCA000000", uid + "9000"), ("FFCA010000", "6A81")] + own
    }

    /// Commands that give the factory's password by the model's own way; nil: it has none.
    static func password(_ model: VirtualReaderModel) -> [String]? {
        switch model {
        case .acr122u: ["FF00000007D4421BFFFFFFFF"]
        case .acr1252u: ["FF000000051BFFFFFFFF"]
        case .acr1552u, .rcs300: ["FFC2000002810000", "FFC200010795051BFFFFFFFF00", "FFC2000002820000"]
        case .utrust: ["FFEF0000051BFFFFFFFF"]
        case .springcard: ["FFFE0104051BFFFFFFFF"]
        case .scl3711, .omnikey, .feitian, .part3: nil
        }
    }

    /// Sends commands in hex over one connection; `reactivate` activates the tag anew. An error of the channel is thrown.
    static func send(_ commands: [String], _ slot: any ReaderSlot) throws -> [String] {
        // Whatever is no hex is sent as no bytes at all, and fails.
        let requests = commands.map { $0 == "reactivate" ? nil : [UInt8](hex: $0) ?? [UInt8]() }
        return try slot.withCard { channel in
            Result { () throws(ChannelError) in
                var answers: [String] = []
                for request in requests {
                    if let request {
                        answers.append(try channel.exchange(request).hex)
                    } else {
                        try channel.reactivate()
                        answers.append("activated")
                    }
                }
                return answers
            }
        }.get()
    }
}

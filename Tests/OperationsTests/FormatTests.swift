import Jobs
import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Tags that were delivered without a capability container.
@Suite("Formatted tags") struct FormatTests {
    static let models = VirtualReaderModel.laid
    static let row = item(1, url: "https://example.com/t/S1")
    /// NTAG213 whose page 3 nobody wrote yet.
    static let unformatted = [3: "00000000", 4: "00000000", 5: "00000000"]

    private func run(
        _ model: VirtualReaderModel, _ tags: [RackTag], formats: Bool = true, lock: Bool = false, row: Item = row,
        _ change: (inout Scenario) -> Void = { _ in }
    ) throws -> Finished {
        var row = row
        row.lock = lock
        var scenario = Scenario([row], model, tags)
        scenario.order.formatsBlank = formats
        change(&scenario)
        return try scenario.run()
    }

    private func page(_ tag: VirtualTag?, _ page: Int) -> String {
        tag.map { Array($0.memory[4 * page..<4 * page + 4]).hex } ?? ""
    }

    /// Field case 46: only with the option, because the container is written once and for all.
    @Test(arguments: models) func onlyWhenAsked(model: VirtualReaderModel) throws {
        let refused = try run(model, [tag(.ntag213, good1, pages: Self.unformatted)], formats: false)
        #expect(refused.presentation(good1)?.reason == .tagUnformatted)
        #expect(refused.tag(good1)?.writes == 0)
        let done = try run(model, [tag(.ntag213, good1, pages: Self.unformatted)])
        #expect(done.status(1) == .written, "\(done.presentations)")
        #expect(page(done.tag(good1), 3) == "E1101200")
        #expect(done.holds(good1, Self.row.message))
        // The container comes last, once, and whole.
        let writes = try #require(done.tag(good1)).log.flatMap(\.frames).filter(\.isWrite)
        #expect(writes.last?.command.hex == "A203E1101200")
        #expect(writes.count { $0.command[1] == 3 } == 1)
        #expect(done.outcome(1)?.lockState == .writable)
    }

    /// What a tag without container will take is told, whatever of it was read for its identification, and whether a password
    /// keeps it or not.
    @Test(arguments: models)
    func capacity(model: VirtualReaderModel) throws {
        let cases: [(VirtualChip, [Int: String], Int)] = [
            (.ntag213, Self.unformatted, 137), (.ntag213, [3: "00000000"], 137), (.mf0ul11, [:], 46),
            (.mf0ul21, [:], 126), (.ultralightC, [:], 142), (.ntag215, [3: "00000000"], 492),
        ]
        for (chip, pages, capacity) in cases {
            let done = try run(model, [tag(chip, good1, pages: pages)])
            // Some chips are told from others by GET_VERSION alone, and which container they take is not known then.
            guard done.presentation(good1)?.chip?.rawValue == chip.rawValue else {
                #expect(model == .part3)
                continue
            }
            #expect(done.status(1) == .written, "\(done.presentations)")
            #expect(done.presentation(good1)?.capacityBytes == capacity, "\(chip)")
            #expect(done.outcome(1)?.capacityBytes == capacity, "\(chip)")
            let large = item(1, url: "https://example.com/" + String(repeating: "a", count: 600))
            let refused = try run(model, [tag(chip, good1, pages: pages)], row: large)
            #expect(refused.presentation(good1)?.reason == .messageTooLarge, "\(chip)")
            #expect(refused.presentation(good1)?.capacityBytes == capacity, "\(chip)")
        }
        guard model == .acr122u else { return }
        for access in ["00050000", "80050000"] {
            let kept = [3: "00000000", 41: "04000004", 42: access, 43: "A1B2C3D4", 44: "CAFE0000"]
            let done = try run(model, [tag(.ntag213, good1, pages: kept)]) {
                $0.order.passwords = OnePassword("A1B2C3D4", "CAFE")
            }
            #expect(done.status(1) == .written, "\(done.presentations)")
            #expect(done.presentation(good1)?.capacityBytes == 137)
        }
    }

    /// Field case 8: too large beforehand, and no container is written.
    @Test(arguments: models) func tooLarge(model: VirtualReaderModel) throws {
        let long = item(1, url: "https://example.com/" + String(repeating: "a", count: 198))
        let done = try run(model, [tag(.ntag213, good1, pages: Self.unformatted)], row: long)
        #expect(done.presentation(good1)?.reason == .messageTooLarge)
        #expect(done.tag(good1)?.writes == 0)
        #expect(page(done.tag(good1), 3) == "00000000")
    }

    @Test(arguments: models) func formattedAndLocked(model: VirtualReaderModel) throws {
        let done = try run(model, [tag(.ntag213, good1, pages: Self.unformatted)], lock: true)
        #expect(done.status(1) == .written, "\(done.presentations)")
        let made = try #require(done.tag(good1))
        #expect(LockTests.isLocked(made))
        let containers = made.log.flatMap(\.frames).filter { $0.isWrite && $0.command[1] == 3 }.map(\.command.hex)
        #expect(containers == ["A203E1101200", "A203E110120F"])
    }

    /// A container that OR cannot make right stays what it is.
    @Test(arguments: models) func anotherContainerIsRefused(model: VirtualReaderModel) throws {
        for container in ["F110FFEE", "FFFFFFFF", "E1000000"] {
            let done = try run(model, [tag(.ntag213, good1, pages: [3: container])])
            #expect(done.presentation(good1)?.reason == .tagNotNDEF)
            #expect(done.tag(good1)?.writes == 0)
        }
    }

    /// Cut off anywhere the tag is still unformatted, or it holds the message.
    @Test(arguments: models) func aTagThatLeaves(model: VirtualReaderModel) throws {
        let clean = try run(model, [tag(.ntag213, good1, pages: Self.unformatted)])
        for number in 1...clean.exchanges(good1) {
            for fault in [Fault.remove, .removeAfter] {
                let place = Comment("\(fault) at \(number)")
                let gone = tag(
                    .ntag213, good1, pages: Self.unformatted, faults: [RackFault(.exchange(number), fault)], again: 0)
                let done = try run(model, [gone])
                let memory = try #require(done.tag(good1)).memory
                #expect(page(done.tag(good1), 3) == "00000000" || Truth.message(memory) == Self.row.message, place)
                done.expectTruth(place)
                let back = tag(
                    .ntag213, good1, pages: Self.unformatted, faults: [RackFault(.exchange(number), fault)])
                let settled = try run(model, [back])
                #expect(settled.status(1) == .written, place)
                #expect(settled.holds(good1, Self.row.message), place)
                #expect(page(settled.tag(good1), 3) == "E1101200", place)
            }
        }
        for number in 1...(clean.tag(good1)?.writes ?? 0) {
            for fault in [Fault.lostAcknowledgement, .noWrite, .torn] {
                let hurt = tag(.ntag213, good1, pages: Self.unformatted, faults: [RackFault(.write(number), fault)])
                let done = try run(model, [hurt])
                #expect(done.status(1) == .written, "\(fault) at write \(number)")
            }
        }
    }
}

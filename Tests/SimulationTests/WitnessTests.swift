import Tags
import Testing

@testable import Simulation

/// What a rack's tag tells afterwards: every page written, every password tried, what it would refuse now.
@Suite struct WitnessTests {
    @Test func writes() throws {
        let bench = try Bench([RackTag(.ntag213, pages: [2: Page(0, 0, 0x20, 0)])], model: .acr122u)
        _ = try bench.lay(
            "FFD6000404DEADBEEF", "FF00000008D442A206CAFE0000", "FF00000009D44001A20701020304", "FF00000004D442A008",
            "FF00000012D442000102030405060708090A0B0C0D0E0F", "FFD600050400000000", "reactivate", "FFD6002D0400000000")
        let tag = bench.rack.tags[0]
        #expect(
            tag.pageWrites.map { "\($0.page.map { "\($0)" } ?? "-") \($0.data.hex) \($0.isPermitted)" } == [
                "4 DEADBEEF true", "6 CAFE0000 true", "7 01020304 true", "8 00010203 true", "5 00000000 false",
                "- 00000000 false",
            ])
        #expect(tag.pageWrites.map(\.address.page) == [4, 6, 7, 8, 5, 0x2D])
        #expect(tag.page(4) == [0xDE, 0xAD, 0xBE, 0xEF])
        #expect(tag.page(45) == nil)
    }

    @Test func aFaultChangesNothingOfWhatWasPermitted() throws {
        for fault in [Fault.torn, .noWrite, .lostAcknowledgement, .flip] {
            let bench = try Bench([RackTag(.ntag213, faults: [RackFault(.page(6), fault)])])
            _ = try bench.lay("FFD6000604DEADBEEF")
            #expect(bench.rack.tags[0].pageWrites.map(\.isPermitted) == [true])
        }
    }

    @Test func passwords() throws {
        let pages = [41: Page(4, 0, 0, 4), 42: Page(2, 5, 0, 0), 43: Page(1, 2, 3, 4), 44: Page(0xCA, 0xFE, 0, 0)]
        let bench = try Bench([RackTag(.ntag213, pages: pages)], model: .acr122u)
        let (right, wrong) = ("FF00000007D4421B01020304", "FF00000007D4421B00000000")
        let answers = try bench.lay(right, wrong, "reactivate", wrong, "reactivate", right)
        #expect(answers == ["D54300CAFE9000", "D543029000", "activated", "D543029000", "activated", "D543029000"])
        let tag = bench.rack.tags[0]
        #expect(tag.passwordAttempts.map(\.verdict) == [.right, .wrong, .closed, .closed])
        #expect(tag.passwordAttempts.map(\.password.hex) == ["01020304", "00000000", "00000000", "01020304"])
        #expect(tag.password == [1, 2, 3, 4])
        #expect(tag.passwordAcknowledge == [0xCA, 0xFE])
        #expect(tag.wrongPasswords == 2)
    }

    /// Without pass-through, and by InDataExchange, no PWD_AUTH reaches the tag.
    @Test func passwordsThatDoNotArrive() throws {
        let plain = try Bench([RackTag(.ntag213)])
        #expect(try plain.lay("FF00000005" + "1BFFFFFFFF") == ["6D00"])
        #expect(plain.rack.tags[0].passwordAttempts.isEmpty)
        let direct = try Bench([RackTag(.ntag213)], model: .acr122u)
        #expect(
            try direct.lay("FF00000008D440011BFFFFFFFF", "FF00000007D4421BFFFFFFFF") == [
                "D541019000", "D5430000009000",
            ])
        #expect(direct.rack.tags[0].passwordAttempts.map(\.verdict) == [.right])
    }

    @Test(arguments: [
        (VirtualChip.ntagI2CPlus1K, [0xE5: Page(9, 8, 7, 6), 0xE6: Page(1, 2, 0, 0)], "09080706", "0102"),
        (.mf0ul11, [18: Page(9, 8, 7, 6), 19: Page(1, 2, 0, 0)], "09080706", "0102"),
        (.ntag203, [:], "", ""), (.ultralightC, [:], "", ""),
    ]) func passwordOfOtherChips(
        _ chip: VirtualChip, _ pages: [Int: Page], _ password: String, _ acknowledge: String
    ) throws {
        let tag = try Bench([RackTag(chip, pages: pages)]).rack.tags[0]
        #expect(tag.password?.hex ?? "" == password)
        #expect(tag.passwordAcknowledge?.hex ?? "" == acknowledge)
    }

    /// A tag is asked afterwards what it would take; it stays as it is.
    @Test func wouldTakeWrites() throws {
        let bench = try Bench([
            RackTag(.ntag213, pages: [2: Page(0, 0, 0x20, 0), 41: Page(4, 0, 0, 0x10)]),
            RackTag(.ntagI2C2K, pages: [480: Page(0, 1, 0, 0)]),
        ])
        let tag = bench.rack.tags[0]
        let taken = (0...45).filter { tag.takesWrite([1, 2, 3, 4], page: $0) }
        #expect(taken == [2, 3, 4] + Array(6...15))
        #expect(
            tag.answers(to: [[0x1B, 0xFF, 0xFF, 0xFF, 0xFF], [0xA2, 0x10, 1, 2, 3, 4]]).map(\.isAccepted) == [
                true, true,
            ])
        #expect(bench.rack.tags[0] == tag)
        // Bit 8 of NTAG I2C 2K: pages 272 to 303, which is sector 1, 10h to 2Fh.
        let large = bench.rack.tags[1]
        #expect((0...255).filter { large.takesWrite([1, 2, 3, 4], page: $0) } == [0] + Array(2...255))
        #expect(
            (0...255).filter { large.takesWrite([0, 0, 0, 0], page: $0, sector: 1) }
                == Array(0...15) + Array(0x30...0xE0) + [0xE8, 0xE9])
        #expect(!large.takesWrite([0, 0, 0, 0], page: 0, sector: 2))
        #expect(!large.takesWrite([0, 0, 0, 0], page: 256))
    }

    /// A fault of a page counts pages as the rack's `pages` do, whatever the sector.
    @Test func faultsInSectors() throws {
        let bench = try Bench([RackTag(.ntagI2C2K, faults: [RackFault(.page(260), .noWrite)])], model: .acr122u)
        _ = try bench.lay(
            "FFD60004040A0B0C0D", "FF00000004D442C2FF", "FF00000006D44201000000", "FF00000008D442A20401020304",
            "FF00000008D442A20505060708")
        let tag = bench.rack.tags[0]
        #expect(tag.page(4) == [0x0A, 0x0B, 0x0C, 0x0D])
        #expect(tag.page(4, sector: 1) == [0, 0, 0, 0])
        #expect(tag.page(5, sector: 1) == [5, 6, 7, 8])
        #expect(tag.pageWrites.map(\.page) == [4, 260, 261])
        #expect(bench.rack.unreachedFaults.isEmpty)
    }
}

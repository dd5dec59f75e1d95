import Foundation
import Testing

@testable import Simulation

@Suite struct PCSCConfigurationTests {
    private func rack(_ names: [String]) -> RackFile {
        RackFile(readers: names.map { RackReader($0, model: .part3, tags: []) })
    }

    @Test(arguments: [
        ("ACS ACR122U PICC Interface 00 00", "ACS ACR122U PICC Interface", 0, 0), ("A 0F 01", "A", 15, 1),
    ]) func names(_ name: String, _ friendly: String, _ number: Int, _ slot: Int) throws {
        let read = try #require(PCSCName(name))
        #expect(read.friendlyName == friendly)
        #expect(read.number == number)
        #expect(read.slot == slot)
    }

    @Test(arguments: [
        "", "A", " 00 00", "A 00 02", "A 0 00", "A 00 0G", "A 00-00", "A00 00", "A +1 00", "A 00 0", "é 00 0é",
    ])
    func noNames(_ name: String) { #expect(PCSCName(name) == nil) }

    @Test func slotsOfOneNameShareAnEntry() throws {
        let configuration = try PCSCConfiguration(
            rack(["A 00 00", "B 00 01", "A 00 01", "B 01 00", "C 00 00"]), firstPort: 40_000)
        #expect(configuration.ports == [40_000, 40_003, 40_001, 40_004, 40_006])
        #expect(configuration.entries.map(\.friendlyName) == ["A", "B", "B", "C"])
        #expect(configuration.entries.map(\.port) == [40_000, 40_002, 40_004, 40_006])
    }

    @Test(arguments: [
        (["A"], RackError.Code.badValue), (["A 01 00"], .badValue), (["A 01 00", "A 00 00"], .badValue),
        ((0..<9).map { "R\($0) 00 00" }, .tooMany),
    ]) func refused(_ names: [String], _ code: RackError.Code) throws {
        let error = try #require(throws: RackError.self) { try PCSCConfiguration(rack(names)) }
        #expect(error.code == code)
    }

    @Test func portsMustFit() throws {
        #expect(try PCSCConfiguration(rack(["A 00 00"]), firstPort: 65_534).ports == [65_534])
        #expect(throws: RackError.self) { try PCSCConfiguration(rack(["A 00 00"]), firstPort: 65_535) }
        #expect(throws: RackError.self) { try PCSCConfiguration(rack(["A 00 00"]), firstPort: 0) }
        #expect(throws: RackError.self) { try PCSCConfiguration(rack(["A 00 00", "B 00 00"]), firstPort: 65_533) }
    }

    @Test func eightPairs() throws {
        let names = (0..<8).flatMap { ["R\($0) 00 00", "R\($0) 00 01"] }
        #expect(try PCSCConfiguration(rack(names)).ports == (0..<16).map { 35_963 + UInt16($0) })
    }

    @Test func filesAreWritten() throws {
        let folder = NSTemporaryDirectory() + "tagmill-rack-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let driver = folder + ".so"
        defer { try? FileManager.default.removeItem(atPath: driver) }
        let library = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try library.write(to: URL(fileURLWithPath: driver))
        let configuration = try PCSCConfiguration(rack(["Left One 00 00", "Right 00 00"]), firstPort: 36_864)
        for _ in 0..<2 { try configuration.write(to: folder, driver: driver) }
        #expect(
            try String(contentsOfFile: folder + "/reader.conf", encoding: .utf8) == """
                FRIENDLYNAME "Left One"
                DEVICENAME   /dev/null:36864
                LIBPATH      "\(folder)/drivers/libifdvpcd-0.so"
                CHANNELID    36864

                FRIENDLYNAME "Right"
                DEVICENAME   /dev/null:36866
                LIBPATH      "\(folder)/drivers/libifdvpcd-1.so"
                CHANNELID    36866

                """)
        for index in 0...1 {
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/drivers/libifdvpcd-\(index).so")) == library)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/drivers").count == 2)
        // pcscd reads every regular file of the folder as configuration.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["drivers", "reader.conf"])
    }

    @Test func filesThatCannotBeWritten() throws {
        let configuration = try PCSCConfiguration(rack(["A 00 00"]))
        let none = try #require(throws: RackError.self) {
            try configuration.write(to: NSTemporaryDirectory(), driver: "/nowhere/libifdvpcd.so")
        }
        #expect(none.code == .noDriver)
        let refused = try #require(throws: RackError.self) {
            try configuration.write(to: "/proc/nowhere/rack", driver: "/bin/true")
        }
        #expect(refused.code == .cannotWrite)
        #expect(refused.description.hasPrefix("/proc/nowhere/rack: "))
    }
}

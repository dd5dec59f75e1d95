import Foundation
import PCSC
import Testing

@Suite struct USBPlaceTests {
    /// Two equal readers behind one hub, and the hub; the interfaces beside them.
    private func place(_ channel: UInt32) throws -> String? {
        let root = FileManager.default.temporaryDirectory.path + "/tagmill-usb-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: root) }
        let devices = [("1-4", 1, 5), ("1-4.1", 1, 17), ("1-4.2", 1, 18), ("2-1", 2, 17), ("usb1", 1, 1)]
        for (name, bus, address) in devices {
            let folder = root + "/sys/bus/usb/devices/" + name
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("\(bus)\n".utf8).write(to: URL(fileURLWithPath: folder + "/busnum"))
            try Data("\(address)\n".utf8).write(to: URL(fileURLWithPath: folder + "/devnum"))
        }
        try FileManager.default.createDirectory(
            atPath: root + "/sys/bus/usb/devices/1-4.1:1.0", withIntermediateDirectories: true)
        return USBPlace(channel: channel, root: root)?.description
    }

    @Test(
        arguments: [
            (0x0020_0111, "1-4.1"), (0x0020_0112, "1-4.2"), (0x0020_0211, "2-1"), (0x0020_0113, nil),
            (0x0020_0311, nil),
            // A serial port, and no channel at all.
            (0x0001_0111, nil), (0, nil), (0xFFFF_FFFF, nil),
        ] as [(UInt32, String?)])
    func theDeviceOfTheChannelIsNamedByItsPorts(channel: UInt32, expected: String?) throws {
        #expect(try place(channel) == expected)
    }

    @Test func whereNothingCanBeReadThereIsNone() { #expect(USBPlace(channel: 0x0020_0111, root: "/nowhere") == nil) }
}

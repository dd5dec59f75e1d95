/// Where a reader is plugged in: the bus and the ports on the way to it, as the kernel names them (`1-4.2`). It stays the same
/// for as long as the plug does, whatever number pcscd gives the reader: two equal ones are told apart by it.
public struct USBPlace: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Looks for the device among those of the machine whose files are under `root` (a folder, without a slash at the end;
    /// empty for this one).
    ///
    /// - Parameter channel: SCARD_ATTR_CHANNEL_ID, `DDDDCCCC` (PC/SC part 3, 3.1.4): of USB, `0020`, libccid gives the bus and
    ///   the device's address on it. Nil for any other, and for a device that is not there.
    package init?(channel: UInt32, root: String = "") {
        guard channel >> 16 == 0x0020 else { return nil }
        let (bus, address) = ("\(channel >> 8 & 0xFF)", "\(channel & 0xFF)")
        let folder = root + USBReader.folder
        // Interfaces stand beside their device: 1-2 has 1-2:1.0.
        let device = MachineFile.names(in: folder).first { name in
            !name.contains(":") && MachineFile.line(of: "\(folder)/\(name)/busnum") == bus
                && MachineFile.line(of: "\(folder)/\(name)/devnum") == address
        }
        guard let device else { return nil }
        description = device
    }
}

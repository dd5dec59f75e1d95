import Glibc

/// The configuration with which pcscd gets a rack's readers: one entry of `reader.conf` for each pair of slots, each with
/// a copy of vpcd's driver of its own.
///
/// The driver keeps its slots in one static array, so two entries of one library file are one and the same reader (vsmartcard
/// 3.3, measured). Each entry makes two readers, `NAME 00 00` on its port and `NAME 00 01` on the next; one that the rack
/// does not name stays empty. pcscd 1.9.9 takes 16 readers, so 8 entries.
public struct PCSCConfiguration: Hashable, Sendable {
    /// The port where vpcd listens unless told otherwise.
    public static let standardPort: UInt16 = 35_963
    /// Where Debian installs the driver.
    public static let standardDriver = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"
    public static let maximumEntries = 8

    struct Entry: Hashable, Sendable {
        let friendlyName: String
        let port: UInt16
    }

    let entries: [Entry]
    /// The port of each reader of the rack, in the rack's order.
    public let ports: [UInt16]

    /// Throws `badValue` when a name does not end as pcscd's names do or the ports do not fit, `tooMany` for more than
    /// eight entries.
    public init(_ rack: RackFile, firstPort: UInt16 = standardPort) throws(RackError) {
        var entries: [Entry] = []
        var bases: [String] = []
        var ports: [UInt16] = []
        for (index, reader) in rack.readers.enumerated() {
            let path = "readers[\(index)].name"
            guard let name = PCSCName(reader.name) else {
                throw RackError(
                    .badValue,
                    context:
                        "\(path): \"\(reader.name)\" must end like \" 00 00\" (number and slot, 00 or 01), as pcscd "
                        + "names its readers")
            }
            if !bases.contains(name.entry) {
                let number = entries.count { $0.friendlyName == name.friendlyName }
                guard number == name.number else {
                    throw RackError(
                        .badValue,
                        context:
                            "\(path): pcscd numbers readers of one name from 00 up, in the order of the file; this "
                            + "one would be \(number)")
                }
                guard bases.count < Self.maximumEntries else {
                    throw RackError(
                        .tooMany,
                        context: "\(path): pcscd takes at most \(Self.maximumEntries) pairs of virtual readers")
                }
                guard let port = UInt16(exactly: Int(firstPort) + 2 * bases.count), port > 0, port < UInt16.max else {
                    throw RackError(.badValue, context: "port \(firstPort): not enough ports above it")
                }
                bases.append(name.entry)
                entries.append(Entry(friendlyName: name.friendlyName, port: port))
            }
            guard let entry = bases.firstIndex(of: name.entry) else { continue }
            ports.append(entries[entry].port + UInt16(name.slot))
        }
        self.entries = entries
        self.ports = ports
    }

    /// Writes `reader.conf`, and the copies of the driver into a folder beside it, where pcscd does not look for
    /// configuration. `pcscd -c FOLDER` reads it. Files of an earlier rack are overwritten.
    ///
    /// Throws `noDriver` when vpcd is not installed, `cannotWrite` when the folder cannot be written.
    public func write(to folder: String, driver: String = standardDriver) throws(RackError) {
        guard let library = readFile(driver) else {
            throw RackError(
                .noDriver, context: "\(driver): vpcd's driver is not there; install it (Debian: vsmartcard-vpcd)")
        }
        let folder = try absolutePath(folder)
        guard !folder.contains("\"") else {
            throw RackError(.badValue, context: "\(folder): quotes cannot stand in pcscd's configuration")
        }
        try makeFolder(folder)
        try makeFolder("\(folder)/drivers")
        var text = ""
        for (index, entry) in entries.enumerated() {
            let path = "\(folder)/drivers/libifdvpcd-\(index).so"
            try writeFile(path, library, mode: 0o755)
            if index > 0 { text += "\n" }
            text += """
                FRIENDLYNAME "\(entry.friendlyName)"
                DEVICENAME   /dev/null:\(entry.port)
                LIBPATH      "\(path)"
                CHANNELID    \(entry.port)

                """
        }
        try writeFile("\(folder)/reader.conf", Array(text.utf8), mode: 0o644)
    }
}

/// A reader's name as pcscd makes it: the name of the configuration, the reader's number, its slot.
struct PCSCName: Hashable, Sendable {
    let friendlyName: String
    /// Friendly name and number: what the slots of one entry share.
    let entry: String
    let number: Int
    let slot: Int

    /// Nil when the name does not end in two groups of two hex digits with a blank before each, or the slot is not 0 or 1.
    init?(_ name: String) {
        let tail = name.utf8.suffix(6)
        guard tail.count == 6, name.utf8.count > 6, let text = String(tail), text.first == " ",
            text.dropFirst(3).first == " ", let number = UInt8(text.dropFirst().prefix(2), radix: 16),
            let slot = UInt8(text.suffix(2), radix: 16), slot < 2, !text.contains("+"),
            let base = String(name.utf8.dropLast(6)),
            let entry = String(name.utf8.dropLast(3))
        else { return nil }
        friendlyName = base
        self.entry = entry
        self.number = Int(number)
        self.slot = Int(slot)
    }
}

private func absolutePath(_ path: String) throws(RackError) -> String {
    if path.hasPrefix("/") { return path }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let found = buffer.withUnsafeMutableBytes { buffer in
        getcwd(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count) != nil
    }
    guard found else { throw RackError(.cannotWrite, context: "\(path): the current folder is not there") }
    return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) + "/" + path
}

private func failure(_ path: String) -> RackError {
    RackError(.cannotWrite, context: "\(path): \(String(cString: strerror(errno)))")
}

/// Makes the folder; its parent must be there. One that is there is taken as it is.
private func makeFolder(_ path: String) throws(RackError) {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
}

/// Nil when it cannot be read, or has more than 16 MiB.
private func readFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count <= 16 << 20 {
        var failed = false
        let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let got = read(descriptor, buffer.baseAddress, buffer.count)
            failed = got < 0
            count = max(0, got)
        }
        if failed { return nil }
        if piece.isEmpty { return bytes }
        bytes += piece
    }
    return nil
}

/// Writes the whole file anew. A copy that a running pcscd has loaded is replaced, not changed under it.
private func writeFile(_ path: String, _ bytes: [UInt8], mode: mode_t) throws(RackError) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure(temporary) }
    var sent = 0
    while sent < bytes.count {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
            let error = failure(temporary)
            close(descriptor)
            throw error
        }
        sent += count
    }
    guard close(descriptor) == 0, rename(temporary, path) == 0 else { throw failure(path) }
}

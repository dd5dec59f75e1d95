import Foundation

/// The file `PATH-wal`, read past SQLite (sqlite.org/fileformat.html, 4).
struct WriteAheadLog {
    private let bytes: Data

    init(_ path: String) throws { bytes = try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) }

    private func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// How many transactions were committed to it since it was emptied.
    var commits: Int {
        guard bytes.count >= 32 else { return 0 }
        let frame = 24 + number(8)
        return stride(from: 32, through: bytes.count - frame, by: frame).filter { start in
            // A frame with the log's salts is of this log; the last of a transaction says how long the file is.
            number(start + 8) == number(16) && number(start + 12) == number(20) && number(start + 4) != 0
        }.count
    }
}

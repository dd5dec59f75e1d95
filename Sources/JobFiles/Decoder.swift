import Glibc
import Jobs
import Tags

/// Text of some encoding to UTF-8, through the iconv(3) of the C library, in pieces of any size.
///
/// Owns iconv's descriptor and the bytes that wait for the rest of their character, and frees them. iconv takes no byte
/// that is not valid in the encoding, and no lone surrogate of UTF-16: nothing is replaced or left out.
struct Decoder: ~Copyable {
    /// The encoding, as it was told.
    let name: String
    private let descriptor: iconv_t
    private let waiting = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    private var waitingCount = 0
    /// The bytes of the file that were decoded.
    private var decoded = 0
    /// Whether everything was decoded.
    private(set) var isDone = false

    /// Throws `badEncoding` for a name that iconv does not know.
    init(_ name: String) throws(JobFileError) {
        self.name = name
        descriptor = try Self.open(name)
    }

    deinit {
        iconv_close(descriptor)
        waiting.deallocate()
    }

    private static func open(_ name: String) throws(JobFileError) -> iconv_t {
        // A slash begins iconv's own options (//IGNORE drops what it cannot read), and the empty name is the locale's.
        let isName = !name.isEmpty && name.utf8.count <= 40 && name.utf8.allSatisfy(isNameByte)
        if isName, let descriptor = iconv_open("UTF-8", name), descriptor != iconv_t(bitPattern: -1) {
            return descriptor
        }
        let help = nearName(to: name, among: TextEncoding.usual).map { "is \($0) meant?" } ?? "iconv -l lists all"
        throw JobFileError(.badEncoding, context: "\(name.quoted) is no encoding that this system knows; \(help)")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ":", "+": true
        default: false
        }
    }

    /// Takes as much of a piece as there is room for.
    mutating func take(_ piece: inout ArraySlice<UInt8>) {
        let some = piece.prefix(waiting.count - waitingCount)
        UnsafeMutableRawBufferPointer(rebasing: waiting[waitingCount...]).copyBytes(from: some)
        waitingCount += some.count
        piece = piece.dropFirst(some.count)
    }

    /// Decodes what was taken as far as there is room for it, and gives how many bytes of UTF-8 that made.
    ///
    /// Throws `undecodable`, without a line, for bytes that are not valid; with `isEnd` also for a character that is not
    /// whole. What is before them was decoded first.
    mutating func decode(into room: UnsafeMutableRawBufferPointer, isEnd: Bool) throws(JobFileError) -> Int {
        var input = waiting.baseAddress?.assumingMemoryBound(to: CChar.self)
        var inputCount = waitingCount
        var output = room.baseAddress?.assumingMemoryBound(to: CChar.self)
        var outputCount = room.count
        let status = iconv(descriptor, &input, &inputCount, &output, &outputCount)
        let reason = errno
        drop(waitingCount - inputCount)
        if status != -1 {
            // Some encodings keep a character back until the next one is there.
            if isEnd { isDone = iconv(descriptor, nil, nil, &output, &outputCount) != -1 }
            return room.count - outputCount
        }
        let made = room.count - outputCount
        if made > 0 || reason == E2BIG || (reason == EINVAL && !isEnd) { return made }
        throw fault(isCut: reason == EINVAL)
    }

    private mutating func drop(_ count: Int) {
        decoded += count
        waitingCount -= count
        guard count > 0, let base = waiting.baseAddress else { return }
        base.copyMemory(from: base + count, byteCount: waitingCount)
    }

    private func fault(isCut: Bool) -> JobFileError {
        guard !isCut else {
            return JobFileError(
                .undecodable, context: "the file ends in the midst of a character of \(name): it is not whole")
        }
        let unit = TextEncoding.unitBytes(of: name)
        let bytes = waiting.prefix(min(waitingCount, unit)).map { $0 }
        return JobFileError(
            .undecodable,
            context:
                "\(bytes.hex) at byte \(decoded + 1) of the file is no character of \(name)"
                + (unit == 2 ? " (half of a surrogate pair)" : "; give the encoding that it was saved in"))
    }
}

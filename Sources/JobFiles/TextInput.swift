import Jobs
import Tags

/// The bytes of a source as checked UTF-8, through one buffer of fixed size.
///
/// Owns the buffer and frees it.
struct TextInput: ~Copyable {
    private let buffer: UnsafeMutableRawBufferPointer
    private let source: ByteSource
    private var piece: ArraySlice<UInt8> = []
    private var isBegun = false
    private var isDry = false
    /// What is in the buffer and not taken yet: checked text, and behind it the begin of a character.
    private var start = 0
    private var checked = 0
    private var end = 0
    /// What stands behind the checked text and is none; it is thrown by who comes to its place.
    private(set) var fault: JobFileError?
    /// The bytes that came out of the source.
    private(set) var count = 0

    init(_ source: ByteSource) {
        self.source = source
        buffer = .allocate(byteCount: FileLimits.bufferBytes, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The text at hand. It stays where it is until `fill`.
    var text: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start..<checked])
    }

    /// Whether nothing comes behind the text at hand, but for `fault`.
    var isEnd: Bool { isDry || fault != nil }

    mutating func take(_ count: Int) { start += count }

    /// Fills the buffer behind what was not taken, as far as the source goes.
    mutating func fill() throws(JobFileError) {
        guard let base = buffer.baseAddress, !isEnd else { return }
        if start > 0 {
            base.copyMemory(from: base + start, byteCount: end - start)
            (start, checked, end) = (0, checked - start, end - start)
        }
        while end < buffer.count {
            if piece.isEmpty {
                guard let next = try source.piece() else {
                    isDry = true
                    break
                }
                piece = next
                count += next.count
                guard count <= FileLimits.streamBytes else {
                    throw JobFileError(
                        .tooLarge,
                        context: "the file has more than \(FileLimits.streamBytes) bytes; split the job")
                }
            }
            let some = piece.prefix(buffer.count - end)
            UnsafeMutableRawBufferPointer(rebasing: buffer[end...]).copyBytes(from: some)
            end += some.count
            piece = piece.dropFirst(some.count)
        }
        if !isBegun {
            isBegun = true
            try PlainText.refuseWide(Array(buffer[..<min(end, 64)]))
        }
        check()
    }

    private mutating func check() {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[checked..<end])
        let valid = UTF8Check.valid(rest)
        checked += valid.count
        if valid.isBroken || (isDry && checked < end) {
            fault = JobFileError(
                .notUTF8,
                context: "this is not UTF-8 (the byte is \([buffer[checked]].hex)); save the file as UTF-8 (CSV UTF-8)")
        }
    }
}

import Jobs
import Tags

/// The bytes of a source as checked UTF-8, through one buffer of fixed size.
///
/// Owns the buffer and frees it.
struct TextInput: ~Copyable {
    /// What was found out about the encoding; nil where there is nothing to tell.
    let note: String?

    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: FileLimits.bufferBytes, alignment: 16)
    private let source: ByteSource
    private var decoder: Decoder?
    /// What came out of the source and is not in the buffer yet.
    private var piece: ArraySlice<UInt8>
    private var isDry = false
    /// What is in the buffer and not taken yet: checked text, and behind it the begin of a character.
    private var start = 0
    private var checked = 0
    private var end = 0
    private var count: Int
    private var isEnded = false
    /// What stands behind the checked text and is none, to be thrown by who comes to its place.
    private var fault: JobFileError?

    /// Reads the begin of the file, so as to know its encoding. Throws for a file that is no text, or whose encoding is
    /// not read.
    init(_ source: ByteSource, encoding: String?) throws(JobFileError) {
        self.source = source
        var start: ArraySlice<UInt8> = []
        while start.count < ForeignFile.startBytes, !isDry {
            if let piece = try source.piece() { start = start.isEmpty ? piece : start + piece } else { isDry = true }
        }
        try ForeignFile.refuse(start)
        let choice = try TextEncoding.choose(start, told: encoding)
        if let name = choice.name { decoder = try Decoder(name) } else { decoder = nil }
        note = choice.note
        piece = start
        count = start.count
    }

    deinit { buffer.deallocate() }

    /// The text at hand. It stays where it is until `fill`.
    var text: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[start..<checked])
    }

    /// Whether nothing comes behind the text at hand, but for a fault.
    var isEnd: Bool { isEnded || fault != nil }

    mutating func take(_ count: Int) { start += count }

    /// Throws the fault, if there is one, that stands behind the text at hand. `line` is the line of it, and `bytes` are
    /// how many of that line are before it.
    func end(line: Int, bytes: Int) throws(JobFileError) {
        guard var fault else { return }
        fault.line = line
        // In another encoding people would count other bytes than those of the text as it was decoded.
        if decoder == nil { fault.column = bytes + 1 }
        throw fault
    }

    /// Fills the buffer behind what was not taken, as far as the source goes. Throws what the source throws.
    mutating func fill() throws(JobFileError) {
        guard let base = buffer.baseAddress, !isEnd else { return }
        if start > 0 {
            base.copyMemory(from: base + start, byteCount: end - start)
            (start, checked, end) = (0, checked - start, end - start)
        }
        while end < buffer.count, !isEnd {
            try refill()
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
            let made = add(into: room)
            end += made
            // The character that is next may need more room than there is.
            if made == 0, room.count <= FileLimits.bufferBytes - FileLimits.portionBytes { break }
        }
        check()
    }

    private mutating func refill() throws(JobFileError) {
        guard piece.isEmpty, !isDry else { return }
        guard let next = try source.piece() else {
            isDry = true
            return
        }
        piece = next
        count += next.count
        guard count <= FileLimits.streamBytes else {
            throw JobFileError(
                .tooLarge, context: "the file has more than \(FileLimits.streamBytes) bytes; split the job")
        }
    }

    /// Brings what there is of the piece into the buffer, decoded, and gives how many bytes that made.
    private mutating func add(into room: UnsafeMutableRawBufferPointer) -> Int {
        guard decoder != nil else {
            let some = piece.prefix(room.count)
            room.copyBytes(from: some)
            piece = piece.dropFirst(some.count)
            isEnded = isDry && piece.isEmpty
            return some.count
        }
        decoder?.take(&piece)
        do throws(JobFileError) {
            let made = try decoder?.decode(into: room, isEnd: isDry && piece.isEmpty) ?? 0
            isEnded = decoder?.isDone ?? true
            return made
        } catch {
            fault = error
            return 0
        }
    }

    private mutating func check() {
        guard decoder == nil else {
            checked = end
            return
        }
        let valid = UTF8Check.valid(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[checked..<end]))
        checked += valid.count
        if valid.isBroken || (isEnded && checked < end) { fault = notUTF8 }
    }

    private var notUTF8: JobFileError {
        JobFileError(
            .notUTF8,
            context:
                "this is not UTF-8 (the byte is \([buffer[checked]].hex)); save the file as UTF-8 (CSV UTF-8), or give its "
                + "encoding, most likely --encoding windows-1252")
    }
}

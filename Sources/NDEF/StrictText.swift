extension String {
    /// Text that must be UTF-8 as it stands; nothing is repaired.
    ///
    /// - Parameter offset: the offset of `bytes` in what is being decoded, for the error.
    /// - Throws: `invalidUTF8`.
    init(strictUTF8 bytes: ArraySlice<UInt8>, at offset: Int) throws(NDEFError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw NDEFError(.invalidUTF8, offset: offset, context: "length \(bytes.count)")
        }
        self = text
    }

    /// A name that must be printable ASCII without blanks, 21 to 7E.
    ///
    /// - Throws: the code given, with the offset of the first byte that is not.
    init(strictASCII bytes: ArraySlice<UInt8>, at offset: Int, orThrow code: NDEFError.Code) throws(NDEFError) {
        for (index, byte) in bytes.enumerated() where !(0x21...0x7E).contains(byte) {
            throw NDEFError(code, offset: offset + index)
        }
        self = String(decoding: bytes, as: UTF8.self)
    }

    /// Printable ASCII with blanks, 20 to 7E; nil where a byte is none of these.
    init?(printableASCII bytes: [UInt8]) {
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        self = String(decoding: bytes, as: UTF8.self)
    }

    /// A URI, or part of one: UTF-8 (RTD URI 1.0, 3.2.3) without NUL.
    ///
    /// - Throws: `invalidUTF8`, `nulInURI`.
    init(strictURI bytes: ArraySlice<UInt8>, at offset: Int) throws(NDEFError) {
        try self.init(strictUTF8: bytes, at: offset)
        if let index = bytes.firstIndex(of: 0) {
            throw NDEFError(.nulInURI, offset: offset + index - bytes.startIndex)
        }
    }
}

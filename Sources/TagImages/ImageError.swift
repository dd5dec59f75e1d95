/// Why a file is no image that can be read, or an image could not be written in a format.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// The file is of no kind that is known: in a folder it is passed over.
        case unknownKind = "unknown-kind"
        /// The file says which kind it is of, and is not as that kind must be.
        case broken
        /// The file is larger than any image of a tag.
        case tooLarge = "too-large"
        /// Writing: the format cannot hold this tag, or what it needs is not known.
        case notWritable = "not-writable"
    }

    public let code: Code
    /// A sentence with line, key and sizes; never bytes of a payload, never a password.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { context }
}

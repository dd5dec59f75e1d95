/// An error of a port: a code, and what is worth logging beside it. Equal when the codes are.
public protocol PortError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A closed list; the raw value is how a sentence names it.
    associatedtype Code: RawRepresentable<String>, Hashable, Sendable

    var code: Code { get }
    /// The driver's own error, a path or a name; safe to log.
    var context: String { get }
}

extension PortError {
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    public var description: String { context.isEmpty ? code.rawValue : "\(code.rawValue) (\(context))" }
}

/// One broken invariant.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// 1 to 8, as `Documentation/Architecture.md` counts them.
    public var invariant: Int
    /// A short stable name, `read-back` for instance.
    public var rule: String
    /// Tag, item and page; never a payload or a secret.
    public var detail: String

    public init(invariant: Int, rule: String, detail: String) {
        self.invariant = invariant
        self.rule = rule
        self.detail = detail
    }

    public var description: String { "invariant \(invariant), \(rule): \(detail)" }
}

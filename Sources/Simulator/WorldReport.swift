package import Checker
package import Jobs

/// What a run of a world came to, as its report says.
package struct WorldReport: Sendable {
    /// A row an item; `CheckedRow.item` is `ItemKey.worldNumber`.
    package var rows: [CheckedRow]
    /// In the order in which tags were presented; kept of a user's own job alone.
    package var presentations: [Presentation]
}

public import Jobs

/// Tells the time of day. The only clock that anything below the operations sees.
public protocol WallClock: Sendable {
    func now() -> Timestamp
}

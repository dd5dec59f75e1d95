/// A value of many parts that is copied far more often than it is changed: a copy counts one reference, and a change makes
/// the value anew.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(_ value: Value) { box = Box(value) }

    var value: Value {
        get { box.value }
        set { box = Box(newValue) }
    }

    static func == (left: Self, right: Self) -> Bool { left.box === right.box || left.box.value == right.box.value }

    func hash(into hasher: inout Hasher) { hasher.combine(box.value) }
}

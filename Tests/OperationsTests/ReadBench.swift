import Operations
import Provisioning
import Simulation

/// Two readers, and what a `ReadOperation` on them handed over and said.
struct ReadBench: Sendable {
    static let a = "Reader A 00 00"
    static let b = "Reader B 00 00"
    let troubles = Troubles()
    let handed = Handed()

    func readers(_ tagsOfA: [RackTag], _ tagsOfB: [RackTag] = []) -> [RackReader] {
        [
            RackReader(Self.a, model: .acr122u, tags: tagsOfA), RackReader(Self.b, model: .part3, tags: tagsOfB),
        ]
    }

    func operation(
        _ readers: any Readers, idle: Int? = nil, inOrder: Bool = false, atOnce: Bool = false,
        takesPart: @escaping @Sendable (ReaderInfo) -> Bool = { _ in true },
        inspect: @escaping ReadOperation.Inspect = { TagInspection.inspect(&$0, reader: $1) },
        next: @escaping @Sendable (ReaderInfo) -> ReadOperation.Next = { _ in .end }
    ) -> ReadOperation {
        let handed = handed
        return ReadOperation(
            readers: readers, takesPart: takesPart, idleTimeoutSeconds: idle, isOneAfterAnother: inOrder,
            readsAtOnce: atOnce, inspect: inspect, trouble: troubles.note,
            tag: { tag, reader in
                handed.add(tag, reader)
                return next(reader)
            })
    }
}

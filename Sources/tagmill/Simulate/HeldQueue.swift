import Jobs
import Tags

/// An item that was offered to tag after tag and that none of them could take, while others waited behind it.
struct HeldQueue: Hashable {
    let item: ItemKey
    let reason: Reason
    /// Distinct tags that were rejected because of it.
    let tags: Int
    /// Items behind it in job order, bound to no tag, that were not made.
    let behind: Int

    /// Every such item of a job, in job order.
    static func all(of items: [Item], at end: JobEnd) -> [HeldQueue] {
        let waiting = items.filter { end.items[$0.key] == .pending && $0.boundUID == nil }
        return waiting.enumerated().compactMap { place, item in
            let rejected = end.rejected.filter { $0.isRejected(becauseOf: item.key) }
            guard let reason = rejected.last?.reason, place + 1 < waiting.count else { return nil }
            return HeldQueue(
                item: item.key, reason: reason, tags: Set(rejected.map(\.uid)).count, behind: waiting.count - place - 1)
        }
    }
}

extension JobEnd.Rejected {
    /// It is the item that the tag cannot take; another might have gone to it.
    fileprivate func isRejected(becauseOf key: ItemKey) -> Bool {
        switch reason {
        case .messageTooLarge, .lockImpossible: item == key
        // The tag gets no item then: the sentence alone says whose chip it is not.
        case .chipMismatch: item == key || detail.hasPrefix("\(key) is for ")
        default: false
        }
    }
}

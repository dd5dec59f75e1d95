import Tags

/// Gives each tag the expectation that it meets (contract, section 8).
///
/// An expectation with a UID is for that tag. Any other is for the first tag that meets it and meets none with a UID. A tag that
/// meets none waits until all were seen, because another tag may come that does; then it is compared with one that is left.
/// A pure value: each tag takes a time that does not grow with the number of expectations.
public struct TagMatching: Sendable {
    private let golden: GoldenSet
    private let exactly: Bool
    private var free: FreeExpectations
    private var bound: [UID: Int]
    /// What came of each expectation so far.
    private var met: [VerifyItem?]
    /// Tags that met no expectation, in the order in which they were seen.
    private var others: [VerifyItem] = []
    /// How many of `others` are compared with an expectation that is left at the end.
    private var strangers = 0
    /// Where each UID was seen first.
    private var sources: [UID: String] = [:]

    /// - Parameter exactly: messages are compared by their bytes, not by what they mean.
    public init(_ golden: GoldenSet, exactly: Bool = false) {
        self.golden = golden
        self.exactly = exactly
        free = FreeExpectations(golden.expectations, exactly: exactly)
        met = Array(repeating: nil, count: golden.expectations.count)
        bound = [:]
        for (index, expectation) in golden.expectations.enumerated() {
            if let uid = expectation.uid, bound[uid] == nil { bound[uid] = index }
        }
    }

    /// How many tags are expected.
    public var expected: Int { golden.expectations.count }

    /// Whether every expectation has a tag, be it as expected or not.
    public var hasTagForEach: Bool { free.count <= strangers && bound.isEmpty }

    /// Takes a tag that was seen.
    ///
    /// - Returns: what came of it so far: a tag that met no expectation is `unexpected` until all were seen.
    public mutating func take(_ tag: ObservedTag) -> VerifyItem {
        let item = judged(tag)
        if item.expectation == nil {
            others.append(item)
            if item.status == .unexpected { strangers += 1 }
        }
        return item
    }

    private mutating func judged(_ tag: ObservedTag) -> VerifyItem {
        guard tag.verdict != .unreadable else {
            return VerifyItem(.unreadable, tag: tag, detail: tag.reason ?? "it cannot be read")
        }
        // A UID that is drawn anew each time names no tag.
        let uid = tag.uid.flatMap { $0.isRandom ? nil : $0 }
        if let uid, let source = sources.updateValue(tag.source, forKey: uid) {
            sources[uid] = source
            return VerifyItem(.duplicate, tag: tag, detail: "the tag \(uid) was seen before: \(source)")
        }
        if let uid, let index = bound.removeValue(forKey: uid) { return settle(index, with: tag) }
        guard let index = free.match(tag) else {
            return VerifyItem(.unexpected, tag: tag, detail: "no row expects it; \(tag.holds)")
        }
        free.take(index)
        let expectation = golden.expectations[index]
        let note = expectation.comparison(with: tag, exactly: exactly).note
        let item = VerifyItem(
            .match, expectation: expectation.composed(for: tag.uid) ?? expectation, tag: tag, detail: note)
        met[index] = item
        return item
    }

    /// Compares the tag with the expectation that is its own.
    /// - Parameter pairing: how the two came together, where that is to be told.
    @discardableResult private mutating func settle(
        _ index: Int, with tag: ObservedTag, pairing: String? = nil
    ) -> VerifyItem {
        let expectation = golden.expectations[index]
        let comparison = expectation.comparison(with: tag, exactly: exactly)
        let details = [comparison.note, pairing].compactMap { $0 }
        let item = VerifyItem(
            comparison.differences.isEmpty ? .match : .differs,
            expectation: expectation.composed(for: tag.uid) ?? expectation, tag: tag,
            differences: comparison.differences, detail: details.isEmpty ? nil : details.joined(separator: "; "))
        met[index] = item
        return item
    }

    // MARK: The end

    /// What came of everything, all tags having been seen.
    ///
    /// A tag that met no expectation is compared with one that has none: the one whose message it holds, else the one whose SKU
    /// it names or whose first record it has, else the next in the order of the file (contract, section 8: any tag that no other
    /// took), and that is told: such a tag may have nothing to do with the row. One with a UID gets another tag only where that
    /// holds its message.
    ///
    /// - Parameter filesPassedOver: files in folders that are of no known kind.
    public func verification(filesPassedOver: Int = 0) -> Verification {
        var rest = self
        rest.compareStrangers()
        let unreadable = rest.sourcesOfUnreadable
        let items = golden.expectations.enumerated().map { index, expectation in
            rest.met[index] ?? Self.missing(expectation, unreadable)
        }
        return Verification(golden: golden, items: items + rest.others, filesPassedOver: filesPassedOver)
    }

    private mutating func compareStrangers() {
        pair { matching, tag in matching.free.sameMessage(tag) }
        var ownMessages = openBound()
        pair { _, tag in ownMessages.take(tag) }
        var clues = ExpectationClues(golden.expectations.indices.filter { free.isFree($0) }, of: golden.expectations)
        pair { matching, tag in clues.find(tag) { matching.free.isFree($0) } }
        var left = golden.expectations.indices.filter { free.isFree($0) }[...]
        pair(telling: expected > 1 ? Self.nextInFile : nil) { _, _ in left.popFirst() }
    }

    /// Nothing else ties the tag to the row. Where one tag is expected in all, no other could be meant.
    private static let nextInFile =
        "nothing on the tag points to this row, which is compared as the next one without a tag"

    /// Gives each stranger the expectation that `find` has for it, if any.
    /// - Parameter pairing: what is told of such a pair.
    private mutating func pair(telling pairing: String? = nil, _ find: (inout Self, ObservedTag) -> Int?) {
        var remaining: [VerifyItem] = []
        for item in others {
            guard item.status == .unexpected, let tag = item.tag, let index = find(&self, tag) else {
                remaining.append(item)
                continue
            }
            free.take(index)
            settle(index, with: tag, pairing: pairing)
        }
        others = remaining
    }

    /// Expectations with a UID whose tag did not come, as if they were for any.
    private func openBound() -> OpenBound {
        let indices = bound.values.sorted()
        let expectations = indices.map { index in
            var expectation = golden.expectations[index]
            expectation.uid = nil
            return expectation
        }
        return OpenBound(indices: indices, free: FreeExpectations(expectations, exactly: exactly))
    }

    private struct OpenBound {
        let indices: [Int]
        var free: FreeExpectations

        mutating func take(_ tag: ObservedTag) -> Int? {
            guard let place = free.sameMessage(tag) else { return nil }
            free.take(place)
            return indices[place]
        }
    }

    private var sourcesOfUnreadable: [UID: String] {
        let tags = others.filter { $0.status == .unreadable }.compactMap(\.tag)
        return Dictionary(tags.compactMap { tag in tag.uid.map { ($0, tag.source) } }) { first, _ in first }
    }

    private static func missing(_ expectation: Expectation, _ unreadable: [UID: String]) -> VerifyItem {
        let detail =
            if let uid = expectation.uid {
                unreadable[uid].map { "its tag cannot be read: \($0)" } ?? "no tag \(uid) was seen"
            } else {
                "no tag was left that could be this one"
            }
        return VerifyItem(.missing, expectation: expectation, detail: detail)
    }
}

import Jobs
import Provisioning

/// Values of options, read strictly: what is not exactly a value is refused with the range.
extension Arguments {
    /// A whole number of this range, in plain digits.
    /// - Parameter isOpen: nobody needs to know where the range ends.
    func integer(
        _ name: String, in range: ClosedRange<Int>, called unit: String, isOpen: Bool = false
    ) throws(CommandError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Self.digits(text), range.contains(number) else {
            let upper = isOpen ? "or more" : "to \(range.upperBound)"
            throw .badValue(option: "--" + name, value: text, expected: "\(unit), \(range.lowerBound) \(upper)")
        }
        return number
    }

    /// One of an enumeration's words, of any case.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _: Choice.Type = Choice.self
    ) throws(CommandError) -> Choice? where Choice.RawValue == String {
        guard let text = value(name) else { return nil }
        if let choice = Choice(rawValue: text.lowercased()) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let expected =
            words.count > 1
            ? words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "") : words.joined()
        throw .badValue(option: "--" + name, value: text, expected: expected)
    }

    /// `N` or `N%`.
    func spoilage() throws(CommandError) -> SpoilageLimit? {
        guard let text = value("spoilage") else { return nil }
        if text.hasSuffix("%") {
            if let percent = Self.digits(String(text.dropLast())), percent <= 100 { return .percent(percent) }
        } else if let count = Self.digits(text) {
            return .tags(count)
        }
        throw .badValue(
            option: "--spoilage", value: text, expected: "a count of tags, or a percentage from 0% to 100%")
    }

    /// `--quarantine`: a count, or nil for `off` and 0.
    func quarantine() throws(CommandError) -> Int? {
        guard let text = value("quarantine") else { return RunPolicy.defaultQuarantine }
        if text.lowercased() == "off" { return nil }
        guard let count = Self.digits(text), count <= 1000 else {
            throw .badValue(
                option: "--quarantine", value: text, expected: "a count of tags, 1 to 1000, or off")
        }
        return count == 0 ? nil : count
    }

    /// `--only`: statuses of items that can be made, parted by commas.
    func statusesToMake() throws(CommandError) -> Set<ItemStatus>? {
        guard let text = value("only") else { return nil }
        let makeable = ItemStatus.allCases.filter { !$0.isSuccess }
        let known = makeable.map(\.rawValue).joined(separator: ", ")
        var statuses: Set<ItemStatus> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = String(part).trimmingBlanks.lowercased()
            guard let status = ItemStatus(rawValue: word) else {
                let nearest = nearName(to: word, among: makeable.map(\.rawValue)).map { " (is \($0) meant?)" } ?? ""
                throw .badValue(option: "--only", value: String(part), expected: "of \(known)\(nearest)")
            }
            guard !status.isSuccess else {
                throw .contradiction("--only \(word): such items are made, and a rerun passes over them")
            }
            statuses.insert(status)
        }
        return statuses
    }

    private static func digits(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

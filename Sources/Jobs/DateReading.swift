/// A cell that a spreadsheet takes for a date or a time, and writes in its own language's form.
enum DateReading {
    /// Whether `new` may be what a spreadsheet made of the date or time `old`: every number of `old` is still there, or the
    /// days since 1900 are.
    static func isSame(_ old: String, _ new: String) -> Bool {
        guard let was = parts(of: old), was.count >= 2 || was.hasMonthName else { return false }
        if let serial = Int(decimal: new), (1...99_999).contains(serial), new.utf8.count == 5 { return true }
        guard let now = parts(of: new), now.count >= was.count else { return false }
        var rest = now.numbers
        for number in was.numbers {
            guard let index = rest.firstIndex(where: { isSame(number, $0) }) else { return false }
            rest.remove(at: index)
        }
        // What came to it is a year, the first of a month, or a time of zeros.
        return rest.count <= 4 && rest.count { $0 != 0 } <= 1
            && rest.allSatisfy { $0 <= 1 || $0 >= 1900 || (20...39).contains($0) }
    }

    /// A year may be written with two digits, and an afternoon's hour with twelve.
    private static func isSame(_ old: Int, _ new: Int) -> Bool {
        old == new || (old >= 1900 && old % 100 == new) || (new >= 1900 && new % 100 == old)
            || ((13...23).contains(old) && old - 12 == new)
    }

    private struct Parts {
        var numbers: [Int] = []
        var hasMonthName = false

        var count: Int { numbers.count }
    }

    /// The numbers of a date or time; nil where the cell has not the form of one.
    private static func parts(of cell: String) -> Parts? {
        guard cell.utf8.count <= 32, cell.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        var parts = Parts()
        let pieces = pieces(of: cell)
        for (index, piece) in pieces.enumerated() {
            if let number = Int(decimal: piece) {
                guard piece.utf8.count <= 4 else { return nil }
                parts.numbers.append(number)
            } else if let month = month(piece) {
                guard !parts.hasMonthName else { return nil }
                parts.hasMonthName = true
                parts.numbers.append(month)
            } else if ["am", "pm", "t", "z", "uhr"].contains(piece), index > 0 {
                continue
            } else {
                return nil
            }
        }
        return (1...7).contains(parts.count) ? parts : nil
    }

    /// Runs of digits and runs of letters, without what stands between them; a sign that stands in no date is a piece too.
    private static func pieces(of cell: String) -> [String] {
        var pieces: [String] = []
        var kind = 0
        for scalar in cell.lowercased().unicodeScalars {
            let next = ("0"..."9").contains(scalar) ? 1 : scalar.properties.isAlphabetic ? 2 : 0
            if next == 0 {
                if !" -/.:,".unicodeScalars.contains(scalar) { pieces.append(String(scalar)) }
            } else if next == kind {
                pieces[pieces.count - 1].unicodeScalars.append(scalar)
            } else {
                pieces.append(String(scalar))
            }
            kind = next
        }
        return pieces
    }

    /// A month by the first three letters of its English or German name.
    private static func month(_ piece: String) -> Int? {
        let names: [Set<String>] = [
            ["jan"], ["feb"], ["mar", "mär", "mrz"], ["apr"], ["may", "mai"], ["jun"], ["jul"], ["aug"], ["sep"],
            ["oct", "okt"], ["nov"], ["dec", "dez"],
        ]
        let whole = [
            "january", "february", "march", "april", "june", "july", "august", "september", "sept", "october",
            "november", "december", "januar", "februar", "märz", "juni", "juli", "oktober", "dezember",
        ]
        let stem = String(piece.prefix(3))
        guard piece.count == 3 || whole.contains(piece) else { return nil }
        return names.firstIndex { $0.contains(stem) }.map { $0 + 1 }
    }
}

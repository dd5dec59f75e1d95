import NDEF

/// Which expectation a tag may have been meant for that is not as any of them.
struct ExpectationClues {
    private enum Clue: Hashable {
        case sku([UInt8])
        case firstRecord(ComparedRecord)
    }

    private var places: [Clue: ArraySlice<Int>] = [:]

    init(_ indices: [Int], of expectations: [Expectation]) {
        for index in indices {
            let expectation = expectations[index]
            if let sku = expectation.sku { places[.sku(Array(sku.utf8)), default: []].append(index) }
            if let first = Self.records(UIDPlace.sampled(expectation.uidPlaces, in: expectation.message)).first {
                places[.firstRecord(ComparedRecord(first)), default: []].append(index)
            }
        }
    }

    mutating func find(_ tag: ObservedTag, isFree: (Int) -> Bool) -> Int? {
        let records = Self.records(tag.message ?? [])
        let names = records.compactMap { record -> [UInt8]? in
            switch InterpretedRecord(record).meaning {
            case .uri(let uri): SKUNaming.lastPathPart(of: uri.uri)
            case .text(let text): Array(text.text.utf8)
            default: nil
            }
        }
        let first = [records, UIDPlace.sampled(tag).map(Self.records) ?? []].compactMap(\.first)
        for clue in names.map({ Clue.sku($0) }) + first.map({ .firstRecord(ComparedRecord($0)) }) {
            while let index = places[clue]?.popFirst() {
                if isFree(index) { return index }
            }
        }
        return nil
    }

    private static func records(_ bytes: [UInt8]) -> [Record] { (try? Message(decoding: bytes))?.records ?? [] }
}

import Jobs
import Tags
import Testing

/// An invented run in which an item of every status occurs: what `reports/sample` shows.
enum SampleRun {
    static let start = Timestamp(milliseconds: 1_796_026_500_000)

    static func time(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: start.milliseconds + milliseconds)
    }

    static let record = RunRecord(
        id: "20261130T081500Z-autumn-labels", job: "autumn labels",
        jobSHA256: "5b2f0c6c3d0c0a5f9c8d1f1b7a1f9f5f8d7f3f0f6b8e4f1e2c3d4b5a69788796",
        settings: .object([
            .init("name", .string("autumn labels")), .init("overwrite", .string("blank")),
            .init("attempts", .int(3)), .init("lock", .bool(true)),
        ]),
        version: "0.1.0", station: "bench-2", operatorName: "Rosa", columns: ["sku", "url", "text", "Shelf, bay"],
        jobPath: "/srv/jobs/autumn labels.csv", folder: "/srv/jobs/reports/20261130T081500Z-autumn-labels",
        startedAt: start, finishedAt: time(61_250), ended: .stopped, exitCode: 4)

    static let readers = [
        ReaderRecord(name: "ACS ACR122U PICC Interface 00 00", model: "acr122u", station: "bench-2"),
        ReaderRecord(name: "Sample Part 3 Reader 00 00", model: "pcsc-part3", station: "bench-2"),
        ReaderRecord(name: "Sample Part 3 Reader 01 00", model: "pcsc-part3", station: "bench-2"),
    ]

    /// A UID that differs in its last byte.
    static func uid(_ last: UInt8) throws -> UID { try #require(UID([0x04, 0xA2, 0x3B, 0x9A, 0x51, 0x6D, last])) }

    static func entries() throws -> [ItemEntry] {
        [
            try written(
                row: 1, line: 2, sku: "A-1001", cells: ["A-1001", "https://shop.example/p/A-1001", "", "3, 1"]),
            try writtenAtTheSecondTag(),
            try unchanged(),
            try writtenText(),
            try failed(),
            ItemEntry(
                item: Item(
                    key: ItemKey(row: 5, copy: 1), line: 7, sku: "A-1005", cells: ["A-1005", "shop.example", "", " 4"],
                    message: [], summary: "", fault: "row 5, line 7, column url: a URL needs a scheme such as https://")
            ),
            try inDoubt(),
            ItemEntry(
                item: item(row: 7, line: 9, sku: "A-1007", cells: ["A-1007", "https://shop.example/p/A-1007", "", ""])),
        ]
    }

    static func presentations() throws -> [Presentation] {
        var list: [Presentation] = []
        func add(
            _ item: ItemKey?, _ uid: UInt8?, _ reader: Int, _ result: Presentation.Result, _ reason: Reason? = nil,
            detail: String = "", lockState: LockState? = .writable, at begin: Int64, for duration: Int64
        ) throws {
            list.append(
                Presentation(
                    item: item, uid: try uid.map { try Self.uid($0) }, chip: lockState == nil ? nil : .ntag213,
                    reader: readers[reader].name, station: "bench-2", result: result, reason: reason,
                    detail: detail, lockState: lockState, capacityBytes: lockState == nil ? nil : 137,
                    genuine: lockState == nil ? nil : result == .rejected ? .no : .yes, presentedAt: time(begin),
                    durationMilliseconds: duration))
        }
        try add(ItemKey(row: 1, copy: 1), 1, 0, .written, lockState: .locked, at: 1000, for: 412)
        try add(ItemKey(row: 2, copy: 1), 2, 1, .failed, .tagRemoved, at: 1200, for: 180)
        try add(nil, 1, 0, .ignored, lockState: nil, at: 2000, for: 20)
        try add(
            nil, 0x10, 0, .rejected, .tagLocked, detail: "pages 4 to 15 are locked", lockState: .locked, at: 3000,
            for: 96)
        try add(ItemKey(row: 2, copy: 1), 3, 1, .written, lockState: .locked, at: 4000, for: 530)
        try add(ItemKey(row: 2, copy: 2), 4, 0, .unchanged, lockState: .locked, at: 5000, for: 101)
        try add(ItemKey(row: 3, copy: 1), 5, 1, .written, lockState: .locked, at: 6000, for: 541)
        for attempt in 0..<3 {
            try add(
                ItemKey(row: 4, copy: 1), 6, 0, .failed, .verifyMismatch, detail: "page 7 differs",
                at: 10_000 + 1000 * Int64(attempt), for: 620)
        }
        try add(ItemKey(row: 6, copy: 1), 7, 1, .inDoubt, .tagRemoved, at: 20_000, for: 390)
        return list
    }

    /// SHA-256 of the messages above, as another program computed them.
    static let digests = [
        "D10116550473686F702E6578616D706C652F702F412D31303031":
            "d8e1c8d4327b575541694d0ae8bfb3186d49e8497d82431bcff50e6f178939be",
        "D10116550473686F702E6578616D706C652F702F412D31303032":
            "7064b8a0d2122dcab07c7f2acde83cab61554f60fd7e2eae86d9e8785f3fe2a2",
        "D101235402656E2D32302025206F6E202265766572797468696E67222C0A74686973207765656B":
            "6b883f4771d2360a55855ee8a99dc5b181e86bc80db4b9cf720ff6d158899534",
        "D10116550473686F702E6578616D706C652F702F412D31303034":
            "8fd747a198bfa7e8c2b1466cc1b87c84924c366bfc50599b1683ebe4dc149272",
        "D10116550473686F702E6578616D706C652F702F412D31303036":
            "a1ac5be57389fbeda380d895f0d3e5c546f46e9144d59a43254463b4ee6c677e",
        "D10116550473686F702E6578616D706C652F702F412D31303037":
            "cde0ccaa090f916dc2efb076fe0299c8c4f53c20ee36165059c3e4a43d163941",
    ]

    static func digest(_ message: [UInt8]) -> [UInt8] { [UInt8](hex: digests[message.hex] ?? "") ?? [] }

    private static func item(row: Int, copy: Int = 1, line: Int, sku: String, cells: [String]) -> Item {
        Item(
            key: ItemKey(row: row, copy: copy), line: line, sku: sku, cells: cells,
            message: [0xD1, 0x01, 0x16, 0x55, 0x04] + Array("shop.example/p/\(sku)".utf8), summary: cells[1])
    }

    private static func outcome(
        _ status: ItemStatus, _ reason: Reason? = nil, detail: String = "", uid last: UInt8, reader: Int,
        at begin: Int64, for duration: Int64
    ) throws -> Outcome {
        Outcome(
            status: status, reason: reason, detail: detail, uid: try uid(last), chip: .ntag213,
            reader: readers[reader].name, station: "bench-2", capacityBytes: 137,
            lockState: status.isSuccess ? .locked : .writable, lock: status.isSuccess ? .done : .none,
            startedAt: time(begin), finishedAt: time(begin + duration))
    }

    private static func attempt(_ outcome: Outcome) throws -> Attempt {
        Attempt(
            uid: try #require(outcome.uid), reader: try #require(outcome.reader), station: outcome.station,
            intendedAt: try #require(outcome.startedAt), outcome: outcome)
    }

    private static func written(row: Int, line: Int, sku: String, cells: [String]) throws -> ItemEntry {
        let written = try outcome(.written, uid: 1, reader: 0, at: 1000, for: 412)
        return ItemEntry(
            item: item(row: row, line: line, sku: sku, cells: cells), attempts: [try attempt(written)],
            outcome: written)
    }

    private static let second = ["A-1002", "https://shop.example/p/A-1002", "", "=B2"]

    private static func writtenAtTheSecondTag() throws -> ItemEntry {
        let removed = try outcome(.pending, .tagRemoved, uid: 2, reader: 1, at: 1200, for: 180)
        let written = try outcome(.written, uid: 3, reader: 1, at: 4000, for: 530)
        return ItemEntry(
            item: item(row: 2, line: 3, sku: "A-1002", cells: second),
            attempts: [try attempt(removed), try attempt(written)], outcome: written)
    }

    private static func unchanged() throws -> ItemEntry {
        ItemEntry(
            item: item(row: 2, copy: 2, line: 3, sku: "A-1002", cells: second),
            outcome: try outcome(.unchanged, uid: 4, reader: 0, at: 5000, for: 101))
    }

    private static func writtenText() throws -> ItemEntry {
        let text = "-20 % on \"everything\",\nthis week"
        let written = try outcome(.written, uid: 5, reader: 1, at: 6000, for: 541)
        return ItemEntry(
            item: Item(
                key: ItemKey(row: 3, copy: 1), line: 4, sku: "'003", cells: ["'003", "", text, "Größe €"],
                message: [0xD1, 0x01, 0x23, 0x54, 0x02] + Array("en\(text)".utf8), summary: text),
            attempts: [try attempt(written)], outcome: written)
    }

    private static func failed() throws -> ItemEntry {
        let attempts = try (0..<3).map { number in
            try outcome(
                number == 2 ? .failed : .pending, .verifyMismatch,
                detail: number == 2 ? "page 7 differs; 3 attempts" : "page 7 differs", uid: 6, reader: 0,
                at: 10_000 + 1000 * Int64(number), for: 620)
        }
        return ItemEntry(
            item: item(row: 4, line: 6, sku: "A-1004", cells: ["A-1004", "https://shop.example/p/A-1004", "", "3"]),
            attempts: try attempts.map { try attempt($0) }, outcome: attempts.last)
    }

    private static func inDoubt() throws -> ItemEntry {
        let doubt = try outcome(
            .inDoubt, .tagRemoved, detail: "lay this tag on a reader again", uid: 7, reader: 1, at: 20_000, for: 390)
        return ItemEntry(
            item: item(row: 6, line: 8, sku: "A-1006", cells: ["A-1006", "https://shop.example/p/A-1006", "", "3"]),
            attempts: [try attempt(doubt)], outcome: doubt)
    }
}

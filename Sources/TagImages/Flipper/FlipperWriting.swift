import Tags

extension TagImage {
    /// The image of a Type 2 tag as a Flipper file, version 4. What is not known stands as zeros, as Flipper itself puts it,
    /// and a comment names it; pages behind those that are known are left out of `Pages read` too.
    func flipperFile() throws(ImageError) -> [UInt8] {
        let tag = try Type2Parts(self, format: "Flipper's format")
        guard let (chip, name, pageCount) = Self.flipperChips.first(where: { $0.chip == tag.chip }) else {
            throw ImageError(.notWritable, "Flipper's format has no name for \(tag.chip); pm3-json and raw take it")
        }
        guard tag.pages.end <= pageCount else {
            throw ImageError(.notWritable, "Flipper's format has no page \(tag.pages.end - 1) of \(chip)")
        }
        // Passwords read as zeros, so that they are behind the pages that were read takes nothing from these.
        var read = tag.pages.end
        while read < pageCount, chip.secretPages.contains(read) { read += 1 }
        let unread = unknownPages(in: .flipper)

        var text = """
            Filetype: Flipper NFC device
            Version: 4
            Device type: NTAG/Ultralight
            UID: \(tag.uid.bytes.spacedHex)
            ATQA: 00 44
            SAK: 00
            Data format version: 2
            NTAG/Ultralight type: \(name)
            Signature: \((signature ?? Array(repeating: 0, count: 32)).spacedHex)
            Mifare version: \((version ?? Array(repeating: 0, count: 8)).spacedHex)

            """
        for number in 0..<3 {
            let tearing = counters[number] == nil ? "00" : "BD"
            text += "Counter \(number): \(counters[number] ?? 0)\nTearing \(number): \(tearing)\n"
        }
        text += "Pages total: \(pageCount)\nPages read: \(read)\n"
        if !unread.isEmpty { text += "# Not read: \(pageList(unread))\n" }
        if !unknownAnswers.isEmpty { text += "# Not read: \(unknownAnswers.joined(separator: ", "))\n" }
        for page in 0..<pageCount { text += "Page \(page): \(tag.written(page).bytes.spacedHex)\n" }
        text += "Failed authentication attempts: 0\n"
        return Array(text.utf8)
    }
}

extension [UInt8] {
    fileprivate var spacedHex: String { map { [$0].hex }.joined(separator: " ") }
}

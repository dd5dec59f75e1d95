import Tags

/// Makes the tags of a rack: one physical tag for each UID, whatever number of entries name it.
struct TagShelf {
    private(set) var physical: [PhysicalTag] = []
    private(set) var racked: [RackedTag] = []
    private var byUID: [UID: (tag: PhysicalTag, entry: RackTag)] = [:]
    /// UIDs that the file gives; none of them is drawn for another tag.
    private var given: Set<UID> = []
    private var drawn: UInt32 = 0
    private let seed: UInt64

    /// Throws `tooMany` when the rack has more tags than it may, `badValue` when UIDs cannot be counted up so far.
    init(_ file: RackFile) throws(RackError) {
        seed = file.seed
        var total = 0
        for (index, reader) in file.readers.enumerated() {
            for (position, entry) in reader.tags.enumerated() {
                let path = "readers[\(index)].tags[\(position)]"
                guard entry.count >= 1, entry.uid.map({ $0.bytes.count == 7 }) ?? true,
                    entry.pages.keys.allSatisfy((2...entry.chip.lastPage).contains)
                else { throw RackError(.badValue, context: "\(path): count, uid or pages out of range") }
                total += entry.count
                guard total <= RackFile.maximumTags else {
                    throw RackError(.tooMany, context: "\(path): a rack has at most \(RackFile.maximumTags) tags")
                }
                guard let first = entry.uid else { continue }
                for step in 0..<entry.count {
                    guard let uid = first.counted(up: step) else {
                        throw RackError(.badValue, context: "\(path).uid: cannot be counted up so far")
                    }
                    given.insert(uid)
                }
            }
        }
    }

    /// The tags of one entry.
    mutating func take(_ entry: RackTag, path: String) throws(RackError) -> [RackedTag] {
        var tags: [RackedTag] = []
        for step in 0..<entry.count {
            let uid = entry.uid?.counted(up: step) ?? draw(entry.chip)
            let tag = try physicalTag(entry, uid: uid, path: path)
            let racked = RackedTag(
                tag: tag, faults: entry.faults, again: entry.again, path: path, ordinal: UInt64(self.racked.count))
            self.racked.append(racked)
            tags.append(racked)
        }
        return tags
    }

    private mutating func physicalTag(_ entry: RackTag, uid: UID, path: String) throws(RackError) -> PhysicalTag {
        if let known = byUID[uid] {
            guard known.tag.chip == entry.chip else {
                throw RackError(.conflict, context: "\(path).chip: tag \(uid) is a \(known.tag.chip) elsewhere")
            }
            guard entry.image == nil || entry.image == known.entry.image else {
                throw RackError(.conflict, context: "\(path).image: tag \(uid) has another image elsewhere")
            }
            guard entry.pages.isEmpty || entry.pages == known.entry.pages else {
                throw RackError(.conflict, context: "\(path).pages: tag \(uid) has other pages elsewhere")
            }
            guard entry.traits == TagTraits() || entry.traits == known.entry.traits else {
                throw RackError(
                    .conflict,
                    context: "\(path): tag \(uid) has another signature, version, silent or last_page elsewhere")
            }
            return known.tag
        }
        let tag = PhysicalTag(
            chip: entry.chip, uid: uid, image: entry.image, pages: entry.pages, traits: entry.traits)
        byUID[uid] = (tag, entry)
        physical.append(tag)
        return tag
    }

    /// The chip's maker (04 for NXP), two bytes of the seed, a running number.
    private mutating func draw(_ chip: VirtualChip) -> UID {
        var generator = SeededGenerator(seed: seed)
        let mixed = generator.next()
        while true {
            drawn += 1
            var bytes: [UInt8] = [
                0x04, UInt8(mixed & 0xFF), UInt8(mixed >> 8 & 0xFF), UInt8(drawn >> 16 & 0x7F),
                UInt8(drawn >> 8 & 0xFF),
                UInt8(drawn & 0xFF), 0x80,
            ]
            let prefix = chip.table.uidPrefix
            bytes.replaceSubrange(0..<prefix.count, with: prefix)
            // Seven bytes are a UID; at most 100,000 of 2^23 numbers are taken, so the loop ends.
            if let uid = UID(bytes), !given.contains(uid) { return uid }
        }
    }
}

extension UID {
    /// The UID so many steps on, its bytes behind the manufacturer's read as one number; nil past the last. Seven
    /// bytes.
    fileprivate func counted(up steps: Int) -> UID? {
        let number = bytes.dropFirst().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } + UInt64(steps)
        guard number < 1 << 48 else { return nil }
        return UID([bytes[0]] + (0..<6).reversed().map { UInt8(number >> (8 * UInt64($0)) & 0xFF) })
    }
}

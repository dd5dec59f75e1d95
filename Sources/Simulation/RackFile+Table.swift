import Tags

extension RackFile {
    /// A tag of the rack as it is laid on a table, and the reader on which the rack lays it.
    package struct LaidTag {
        package var reader: Int
        package var tag: VirtualTable.Tag
        /// Where its entry stands in the file: `readers[1].tags[0]`.
        package var path: String
        /// How often it comes back after a fault removed it.
        package var again: Int
    }

    /// The physical tags of the rack, in turns one of each reader; more than the limit are left out.
    ///
    /// - Parameter limit: from 1.
    /// - Throws: `RackError` as `Rack` does of readers of one name and of tags that contradict each other.
    package func tagsOnTable(atMost limit: Int) throws(RackError) -> [LaidTag] {
        try refuseNamesakes()
        var shelf = try TagShelf(self)
        var seen: Set<UID> = []
        var byReader: [[LaidTag]] = []
        for (index, reader) in readers.enumerated() {
            var tags: [LaidTag] = []
            for (position, entry) in reader.tags.enumerated() where tags.count < limit {
                var entry = entry
                entry.count = min(entry.count, limit)
                for racked in try shelf.take(entry, path: "readers[\(index)].tags[\(position)]")
                where seen.insert(racked.tag.uid).inserted {
                    tags.append(
                        LaidTag(
                            reader: index, tag: entry.onTable(racked.tag.uid), path: racked.path, again: entry.again))
                }
            }
            byReader.append(tags)
        }
        let turns = byReader.map(\.count).max() ?? 0
        let inTurns = (0..<turns).flatMap { turn in byReader.compactMap { turn < $0.count ? $0[turn] : nil } }
        return Array(inTurns.prefix(limit))
    }

    /// A reader is known by its name.
    func refuseNamesakes() throws(RackError) {
        var names: Set<String> = []
        for (index, reader) in readers.enumerated() where !names.insert(reader.name).inserted {
            throw RackError(.conflict, context: "readers[\(index)].name: another reader has this name")
        }
    }

    /// How many tags the rack has, counts included.
    package var tagCount: Int { readers.reduce(0) { $0 + $1.tags.reduce(0) { $0 + $1.count } } }
}

extension RackTag {
    /// What `PhysicalTag` makes of the entry, for a table.
    fileprivate func onTable(_ uid: UID) -> VirtualTable.Tag {
        let traits = traits.filled(from: image?.traits ?? TagTraits())
        var pages = (image?.pages ?? [:]).filter { (2...chip.lastPage).contains($0.key) }
        if let page = pages[2] {
            let own = TagMemory(chip: chip, uid: uid, traits: traits)[page: 2]
            pages[2] = Page(own[0], own[1], page[2], page[3])
        }
        pages.merge(self.pages) { $1 }
        return VirtualTable.Tag(chip: chip, uid: uid, pages: pages, traits: traits, faults: faults)
    }
}

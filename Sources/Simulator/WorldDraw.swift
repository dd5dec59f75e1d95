import Jobs
import Simulation
import Tags

extension World {
    /// The world of a seed.
    package init(seed: UInt64) {
        var draw = Draw(seed: seed)
        self.seed = seed
        job = draw.below(JobPool.count)
        let pooled = JobPool.job(job)
        rows = pooled.rows
        tags = []
        tags.reserveCapacity(World.tagCount)
        readers = draw.readers(needPassThrough: pooled.settings.protection != nil)
        troubles = []
        interleaving = draw.one(in: 2) ? 0 : UInt8(draw.below(64))
        confusion = draw.one(in: 2) ? 0 : UInt8(draw.below(64))
        sequel = draw.one(in: 6) ? draw.of([.rerun, .rerun, .changedJob, .changedJobAgain]) : .nothing
        // A random subset of what can go wrong in each world: what hides behind another fault comes out where that one is
        // missing.
        let kinds = draw.faultKinds()
        let spread = draw.spreadOfChips()
        let asksForGenuine = pooled.settings.requiresGenuine
        for number in 0..<World.tagCount {
            tags.append(draw.tag(number, rows: rows.count, kinds, spread))
            tags[number].isGenuine = asksForGenuine && !draw.one(in: 6)
        }
        troubles = draw.troubles(kinds)
        for index in tags.indices { tags[index].faults += draw.lastingRefusal(after: tags[index].faults) }
        if kinds.contains(.tags), draw.one(in: 2) {
            // Most runs end before the last tags are laid.
            let index = draw.below(World.tagCount / 2)
            tags[index].misread = draw.misread(
                of: tags[index].chip, protects: JobPool.job(job).settings.protection != nil)
        }
        if kinds.contains(.contents), draw.one(in: 8) { tags[draw.below(World.tagCount)].hasRandomUID = true }
        if JobPool.job(job).settings.protection != nil, kinds.contains(.contents) {
            tags[draw.below(World.tagCount / 2)].contents = .protectedAlike
        }
        if sequel != .nothing { resumesFirst = draw.one(in: 4) }
        if draw.one(in: Draw.worldsABadRoll) { tags = draw.badRoll(rows: rows.count, kinds, spread) }
    }
}

/// Draws the parts of a world, one after another, by its seed.
struct Draw {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func below(_ limit: Int) -> Int { Int(random.next() >> 33) % limit }

    mutating func one(in count: Int) -> Bool { below(count) == 0 }

    mutating func of<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }

    // MARK: Readers

    mutating func readers(needPassThrough: Bool) -> [WorldReader] {
        let count = 1 + below(3)
        let sharesAntenna = count > 1 && one(in: 4)
        return (0..<count).map { number in
            // Without a password through it, such a reader is of little use to such a job.
            let isFit = needPassThrough && !one(in: 8)
            let model = of(isFit ? [.acr122u, .acr1252u, .utrust, .springcard] : VirtualReaderModel.allCases)
            return WorldReader(
                name: Self.names[number], model: model, traits: traits(of: model), antenna: sharesAntenna ? 0 : nil)
        }
    }

    static let names = ["Reader A 00 00", "Reader B 01 00", "Reader C 02 00"]

    private mutating func traits(of model: VirtualReaderModel) -> ReaderTraits {
        var traits = ReaderTraits()
        guard one(in: 4) else { return traits }
        let keys = model.keysOfTraits
        if keys.contains("wakes") { traits.wakes = model == .acr122u && one(in: 2) ? .list : .reconnect }
        if keys.contains("pass_through") { traits.passesThrough = one(in: 2) }
        if keys.contains("keeps_session") { traits.keepsSession = one(in: 2) }
        if keys.contains("read_bytes") { traits.readBytes = one(in: 2) ? 4 : 16 }
        return traits
    }

    // MARK: Tags

    /// Most worlds have one chip, for that is what a roll is.
    mutating func spreadOfChips() -> [VirtualChip] {
        if one(in: 3) { return VirtualChip.allCases }
        return one(in: 2) ? [of([.ntag213, .ntag215, .ntag216])] : [of(VirtualChip.allCases)]
    }

    mutating func tag(_ number: Int, rows: Int, _ kinds: FaultKinds, _ chips: [VirtualChip]) -> WorldTag {
        let chip = of(chips)
        return WorldTag(
            chip: chip, uid: JobPool.uid(number, chip), contents: contents(rows, kinds), faults: faults(kinds, chip))
    }

    private mutating func contents(_ rows: Int, _ kinds: FaultKinds) -> WorldTag.Contents {
        guard kinds.contains(.contents), one(in: 3) else { return .asDelivered }
        switch below(14) {
        case 0, 1: return .foreign
        case 2, 3: return .holding(row: below(max(1, rows)))
        case 4: return .unformatted
        case 5: return .brokenTLV
        case 6: return .notNDEF
        case 7: return .readOnly
        case 8: return .partlyLocked
        case 9: return .locked
        case 10: return .lockFrozen
        case 11: return .protected
        case 12: return .readProtected
        default: return .cutShort
        }
    }

    mutating func faults(_ kinds: FaultKinds, _ chip: VirtualChip) -> [RackFault] {
        guard kinds.contains(.tags), one(in: 4) else { return [] }
        if one(in: 24) { return Self.givesNoUID }
        let fault: Fault
        switch below(9) {
        case 0: fault = .remove
        case 1: fault = .removeAfter
        case 2: fault = .lostAcknowledgement
        case 3: fault = .noWrite
        case 4: fault = .flip
        case 5: fault = .torn
        case 6: fault = .short
        case 7: fault = .delay(milliseconds: 1)
        default: fault = .status(of([0x6300, 0x6900, 0x6400, 0x6A81, 0x9000]))
        }
        let moment: FaultMoment
        switch below(8) {
        case 0: moment = .page(min(chip.lastPage, 2 + below(12)))
        case 1: moment = .every(1 + below(6))
        case 2, 3, 4: moment = .write(1 + below(10))
        default: moment = .exchange(1 + below(24))
        }
        // A tag that goes in the middle of a torn write is the commonest of all troubles.
        let fault2: [RackFault] = fault == .torn && one(in: 2) ? [RackFault(moment, .removeAfter)] : []
        return [RackFault(moment, fault)] + fault2
    }

    /// Now and then a reader that refused a command refuses it again, when it is sent once more: after an activation, behind
    /// which the UID is asked for.
    mutating func lastingRefusal(after faults: [RackFault]) -> [RackFault] {
        guard faults.count == 1, case .exchange(let number) = faults[0].moment, case .status = faults[0].fault,
            one(in: 2)
        else { return [] }
        return [RackFault(.exchange(number + 2), faults[0].fault)]
    }

    /// One bit of a page that decides what becomes of the tag: of UID, lock bits, container, TLVs and configuration.
    mutating func misread(of chip: VirtualChip, protects: Bool) -> Misread {
        var pages = [0, 1, 2, 3, 4, 5]
        if let first = chip.passwordPage {
            // The dynamic lock bytes stand before CFG0, where a chip has them.
            pages += [first - 1, first, first + 1]
            if protects, one(in: 2) { pages = [first, first + 1] }
        }
        let byte = one(in: 2) ? 0 : below(4)
        return Misread(page: of(pages), bit: 8 * byte + below(8), time: 1 + below(3))
    }

    /// So many worlds have one bad roll among them: each is as dear as several others.
    static let worldsABadRoll = 1024

    /// A roll of which hardly a tag is good, long enough that the shares of spoilt tags count.
    mutating func badRoll(rows: Int, _ kinds: FaultKinds, _ chips: [VirtualChip]) -> [WorldTag] {
        (0..<World.badRollTagCount).map { number in
            var drawn = tag(number, rows: rows, kinds, chips)
            if !one(in: 16) {
                drawn.contents = one(in: 2) ? .readOnly : .locked
                drawn.faults = []
            }
            return drawn
        }
    }

    /// What a phone or a bank card does that lies there: it is asked for its UID again and again, and has none for a reader.
    private static let givesNoUID = (1...4).map { RackFault(.exchange($0), .status(0x6A81)) }

    // MARK: Troubles

    /// How many exchanges an average world has.
    private static let length = 80

    struct FaultKinds: OptionSet {
        let rawValue: Int
        static let tags = FaultKinds(rawValue: 1)
        static let contents = FaultKinds(rawValue: 2)
        static let deaths = FaultKinds(rawValue: 4)
        static let journal = FaultKinds(rawValue: 8)
        static let readers = FaultKinds(rawValue: 16)
        static let hands = FaultKinds(rawValue: 32)
    }

    mutating func faultKinds() -> FaultKinds {
        var kinds = FaultKinds()
        for kind in [FaultKinds.tags, .contents, .deaths, .hands] where one(in: 2) { kinds.insert(kind) }
        for kind in [FaultKinds.journal, .readers] where one(in: 4) { kinds.insert(kind) }
        return kinds
    }

    mutating func troubles(_ kinds: FaultKinds) -> [Trouble] {
        var troubles: [Trouble] = []
        if kinds.contains(.deaths) {
            for _ in 0...below(2) {
                troubles.append(
                    one(in: 2)
                        ? Trouble(moment: .exchange(1 + below(Self.length)), what: .death(isAfter: one(in: 2)))
                        : Trouble(moment: .journalWrite(1 + below(20)), what: .death(isAfter: one(in: 2))))
            }
        }
        if kinds.contains(.journal) {
            troubles.append(Trouble(moment: .journalWrite(1 + below(20)), what: .journalFailure))
        }
        if kinds.contains(.readers) {
            for _ in 0...below(2) {
                let inExchange: Trouble.What? =
                    switch below(5) {
                    case 0: .unplug(as: one(in: 2) ? Self.names[below(3)] : "Reader D 03 00")
                    case 1, 2: .hang
                    case 3: .serviceRestart
                    default: nil
                    }
                troubles.append(
                    inExchange.map { Trouble(moment: .exchange(1 + below(Self.length)), what: $0) }
                        ?? Trouble(
                            moment: .step(1 + below(12)), what: one(in: 3) ? .otherTagmill : .otherProgram))
            }
        }
        if kinds.contains(.hands) {
            for _ in 0...below(3) {
                troubles.append(Trouble(moment: .exchange(1 + below(Self.length)), what: one(in: 2) ? .swap : .relay))
            }
            if one(in: 4) { troubles.append(Trouble(moment: .step(1 + below(12)), what: .stop)) }
            if one(in: 4) { troubles.append(Trouble(moment: .step(1 + below(12)), what: .severalTags)) }
        }
        return troubles
    }
}

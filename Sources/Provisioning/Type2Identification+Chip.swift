import ReaderModels
import Tags

/// Which chip it is: by GET_VERSION, else by what its reads give.
extension Type2Identification {
    mutating func named(
        _ uid: UID, _ channel: inout any CardChannel & ~Copyable, _ known: inout UnfitTag
    ) throws(Rejection) -> Named {
        guard let version = try session.version(&channel) else { return try namedByReads(uid, &channel, &known) }
        guard let chip = version.nearestChip else {
            let header = try firstPages(&channel)
            return Named(unknown: .unknown(pageCount: try readEnd(header, &channel)))
        }
        guard chip.type2Layout != nil else {
            known.chip = chip
            throw Rejection(.chipUnsupported, "GET_VERSION answers \(version), which is \(chip): it is not written")
        }
        return Named(proved: chip)
    }

    // MARK: Without GET_VERSION

    private mutating func namedByReads(
        _ uid: UID, _ channel: inout any CardChannel & ~Copyable, _ known: inout UnfitTag
    ) throws(Rejection) -> Named {
        let header = try firstPages(&channel)
        // Page 0 again is no page of the tag's own.
        let own = (1..<4).first { header[$0] == header[0] } ?? 4
        guard own == 4 else {
            known.lockState = .passwordReadWrite
            throw Rejection(.tagPassword, "reads are refused from page \(own) on: a password keeps them")
        }
        if Type2Header(session.memory) == .serialBytes { return try namedNTAGI2C(&channel, &known) }
        if let chip = try namedBySerialNumber(uid, &channel) { return Named(chip) }
        let end = try readEnd(header, &channel)
        switch ChipByReads(memory: session.memory, end: end) {
        case .chip(let chip): return Named(chip)
        case .unknown(let layout):
            if layout.readEnd == Chip.ultralightC.layout.readEnd || end == Chip.ultralightC.layout.readEnd {
                if try answersAsUltralightC(&channel) { return Named(.ultralightC) }
            }
            return Named(unknown: layout)
        case .endsEarly:
            if try answersAsUltralightC(&channel) { return Named(.ultralightC) }
            known.lockState = .passwordReadWrite
            throw Rejection(
                .tagPassword,
                "reads are refused from page \(end) on: a password keeps them, or the chip is smaller than its CC says")
        }
    }

    /// my-d and ST25TN are told by their numbers; nil where the page that bears it out is not read.
    private mutating func namedBySerialNumber(
        _ uid: UID, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Chip? {
        if uid[0] == 0x05, let chip = Chip.myD(uid: uid.bytes) {
            let last = chip.layout.pageCount - 1
            guard let read = try session.readAnswerTwice(at: last, &channel) else { return nil }
            session.keep(read, pages: 1, from: last)
            return chip
        }
        guard uid[0] == 0x02, let read = try session.readAnswerTwice(at: 0x2D, &channel) else { return nil }
        return Chip.st25tn(productCode: read[0])
    }

    /// NTAG I2C by the pages that its kinds have in sector 0: not E3, 1K; FC too, 2K; E3 alone, plus. Which plus it is no page
    /// of sector 0 says. A password keeps E3 of a plus with the pages before it, or rolls a READ of E2 over.
    private mutating func namedNTAGI2C(
        _ channel: inout any CardChannel & ~Copyable, _ known: inout UnfitTag
    ) throws(Rejection) -> Named {
        guard try session.readAnswerTwice(at: 0xE3, &channel) != nil else {
            let header = (0..<4).compactMap { session.memory[$0] }
            let lockPage = try session.readAnswerTwice(at: 0xE2, &channel)
            let own = lockPage?.own(from: 0xE2, before: header) ?? 0
            // A reader that gives one page a READ shows no roll-over: the 1K has E8 too.
            var isWhole = own > 1
            if own == 1, lockPage?.count == 1 {
                isWhole = try session.readAnswerTwice(at: 0xE8, &channel) != nil
            }
            guard isWhole, let lockPage else {
                known.lockState = .passwordReadWrite
                throw Rejection(
                    .tagPassword, "reads are refused from page \(0xE2 + own) on at the latest: a password keeps them")
            }
            session.keep(lockPage, pages: 1, from: 0xE2)
            return Named(.ntagI2C1K)
        }
        if try session.readAnswerTwice(at: 0xFC, &channel) != nil { return Named(.ntagI2C2K) }
        return Named(unknown: .ntagI2CPlusOfEitherSize)
    }

    /// Ultralight C alone knows the first command of its authentication; asked where reads leave it open.
    private mutating func answersAsUltralightC(
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Bool {
        guard session.mayPass else { return false }
        let answer = try session.passThrough(.keyAuthentication, &channel)
        try session.wake(&channel)
        return answer?.first == 0xAF
    }

    // MARK: The number of pages

    /// Pages 0 to 3, which are kept. A reader that gives one page a command is asked four times.
    private mutating func firstPages(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> [Page] {
        var header: [Page] = []
        header.reserveCapacity(4)
        while header.count < 4 {
            guard let read = try session.readAnswerTwice(at: header.count, &channel) else {
                throw Rejection(
                    .chipUnsupported,
                    "the reader reads no page 0 (FF B0): no Type 2 tag, or not passed (\(session.wordsOfReadRefusal))")
            }
            session.pagesPerRead = read.count
            let count = min(read.count, 4 - header.count)
            session.keep(read, pages: count, from: header.count)
            for index in 0..<count { header.append(read[index]) }
        }
        return header
    }

    /// One behind the last page that is read. The tag's own pages among the answers are kept.
    mutating func readEnd(
        _ header: [Page], _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Int {
        var search = ReadEnd(header: header, pagesPerRead: session.pagesPerRead)
        var isLimited = true
        while let page = search.next {
            let answer = try session.readAnswerTwice(at: page, &channel)
            if answer != nil, page >= 0x10 { isLimited = false }
            if answer == nil, page >= 0x10, isLimited, session.refusalStatus == .blockNotFound {
                try refuseReaderLimit(header, &channel)
            }
            let own = search.take(answer?.bytes, at: page)
            if let answer { session.keep(answer, pages: own, from: page) }
        }
        return search.end ?? search.answered
    }

    /// A reader that takes every tag for one of 16 pages refuses page 16 by itself, and gives it in an answer that begins
    /// before it (OMNIKEY 5426).
    private mutating func refuseReaderLimit(
        _ header: [Page], _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        guard let read = try session.readAnswerTwice(at: 0x0D, &channel) else { return }
        let container = CapabilityContainer(header[3])
        let hasMore =
            read.count > 1
            ? read.own(from: 0x0D, before: header) == 4
            : container.notNDEFReason == nil && container.areaBytes > 48
        guard hasMore else { return }
        throw Rejection(
            .readerError,
            "the reader (\(session.model.title)) itself refuses pages from 16 on (FF B0: 6A82), which the tag has: it takes it "
                + "for an Ultralight; use another reader for these tags")
    }
}

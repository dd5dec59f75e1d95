import Operations
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing
import Threads

/// Every act on every chip in many states, on a reader with and one without pass-through: what is said is what the tag holds,
/// and no write goes where none was announced.
@Suite("Every act on every chip") struct TagActTableTests {
    static let password = TagPassword(password: [0xA1, 0xB2, 0xC3, 0xD4], acknowledgement: [0xE5, 0xF6])

    enum State: String, CaseIterable, Sendable {
        case delivered, unformatted, message, torn, readOnly, staticLocked, blockLocked, containerLocked
        case passwordWrite, passwordRead, passwordUnknown, configurationLocked, mirrored
    }

    enum Act: String, CaseIterable, Sendable {
        case erase, wipe, format, lock, protect, protectRead, unprotect
    }

    /// The pages of a state; nil where the chip cannot be in it.
    static func pages(_ state: State, _ chip: Chip) -> [Int: Page]? {
        let layout = chip.layout
        let start =
            layout.factoryChain.first == 0x01 ? [4: Page(layout.factoryChain[0..<4])].compactMapValues { $0 } : [:]
        let message =
            start.isEmpty
            ? [4: Page(0x03, 0x05, 0xD1, 0x01), 5: Page(0x01, 0x55, 0x01, 0xFE)]
            : start.merging(
                [
                    5: Page(layout.factoryChain[4], 0x03, 0x05, 0xD1), 6: Page(0x01, 0x01, 0x55, 0x01),
                    7: Page(0xFE, 0, 0, 0),
                ]
            ) { $1 }
        let container = layout.factoryContainer.word == 0 ? Page(0xE1, 0x10, 0x06, 0x00) : layout.factoryContainer
        let formatted = message.merging([3: container]) { $1 }
        func with(_ pages: [Int: Page]) -> [Int: Page] { formatted.merging(pages) { $1 } }
        func configured(auth0: UInt8, access: UInt8, cfg0: UInt8 = 0x04, mirror: UInt8 = 0) -> [Int: Page]? {
            guard case .password(let page) = layout.accessControl, let password else { return nil }
            var pages = with([page: Page(cfg0, 0, mirror, auth0), page + 1: Page(access, 0x05, 0, 0)])
            pages[page + 2] = Page(password.password)
            pages[page + 3] = Page(password.acknowledgement + [0, 0])
            return pages
        }
        var readOnly = container
        readOnly[3] = 0x0F
        return switch state {
        case .delivered: [:]
        case .unformatted: [3: Page(word: 0)]
        case .message: formatted
        case .torn: with([5: Page(0xFF, 0x7F, 0xFF, 0xFF)])
        case .readOnly: with([3: readOnly])
        case .staticLocked: with([2: Page(0, 0, 0xF0, 0xFF)])
        case .blockLocked: with([2: Page(0, 0, 0x02, 0x00)])
        case .containerLocked: with([2: Page(0, 0, 0x08, 0x00)])
        case .passwordWrite: configured(auth0: 4, access: 0)
        case .passwordRead: configured(auth0: 4, access: 0x80)
        case .passwordUnknown:
            configured(auth0: 4, access: 0x83).map { $0.merging([layout.passwordPage: Page(9, 9, 9, 9)]) { $1 } }
        case .configurationLocked: configured(auth0: 0xFF, access: 0x40)
        case .mirrored:
            layout.mirror == .none || layout.mirror == .unknown
                ? nil : configured(auth0: 0xFF, access: 0, cfg0: 0x44, mirror: 9)
        }
    }

    static func act(_ act: Act) -> TagAct {
        switch act {
        case .erase: .erase(wipes: false)
        case .wipe: .erase(wipes: true)
        case .format: .format
        case .lock: .lock
        case .protect: .protect(.init())
        case .protectRead: .protect(.init(protectsReading: true, wrongPasswordLimit: 5))
        case .unprotect: .unprotect
        }
    }

    private final class Passwords: PasswordSource {
        private let refused = Guarded(0)

        func password(of uid: UID) -> TagPassword? { refused.withLock { $0 } == 0 ? TagActTableTests.password : nil }

        func wasRefused(by uid: UID) { refused.withLock { $0 += 1 } }
    }

    private static let chips = VirtualChip.allCases.filter { Chip(name: $0.rawValue)?.type2Layout != nil }

    @Test(arguments: chips, [VirtualReaderModel.acr122u, .part3]) func whatIsSaidIsSo(
        virtual: VirtualChip, model: VirtualReaderModel
    ) throws {
        let chip = try #require(Chip(name: virtual.rawValue))
        for state in State.allCases {
            guard let pages = Self.pages(state, chip) else { continue }
            for act in Act.allCases {
                let name = "\(act) of a \(chip), \(state), on \(model)"
                try hold(act, chip, try rack(virtual, pages, model), name)
            }
        }
    }

    private func rack(_ chip: VirtualChip, _ pages: [Int: Page], _ model: VirtualReaderModel) throws -> Rack {
        try Rack(
            RackFile(readers: [RackReader("Reader A 00 00", model: model, tags: [RackTag(chip, pages: pages)])]))
    }

    private func hold(_ act: Act, _ chip: Chip, _ rack: Rack, _ name: String) throws {
        let before = PageMemory(bytes: rack.tags[0].memory)
        let operation = TagOperation(
            Self.act(act), passwords: Passwords(), readers: rack.readers, takesPart: { _ in true },
            trouble: { _, _ in }, confirm: { _, _ in true })
        guard case .tag(let outcome, _) = operation.execute() else {
            Issue.record("\(name): no tag")
            return
        }
        let tag = rack.tags[0]
        let announced = Set(outcome.plan?.pages ?? [])
        let written = Set(tag.pageWrites.compactMap(\.page))
        require(written.isSubset(of: announced), "\(name): pages \(written) were written, \(announced) announced")
        require(tag.passwordAttempts.filter { $0.verdict != .right }.count <= 1, "\(name): a password was tried again")
        let after = PageMemory(bytes: tag.memory)
        for page in 0..<after.end where !announced.contains(page) && page != chip.layout.counterPage {
            require(after[page] == before[page], "\(name): page \(page) changed")
        }
        switch outcome.result {
        case .done: holdDone(act, chip, tag, before, name)
        case .rejected, .nothingToDo: require(written.isEmpty && after == before, "\(name): written to")
        case .failed(let rejection), .incomplete(let rejection), .lost(let rejection):
            Issue.record("\(name): \(rejection)")
        case .notConfirmed: Issue.record("\(name): not confirmed")
        }
    }

    /// Compares without the test library's macro: this runs tens of thousands of times.
    private func require(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { Issue.record("\(what())") }
    }

    private func holdDone(_ act: Act, _ chip: Chip, _ tag: VirtualTag, _ before: PageMemory, _ name: String) {
        let after = PageMemory(bytes: tag.memory)
        let layout = chip.layout
        switch act {
        case .erase, .wipe, .format:
            require(interpret(after, chip: chip).verdict == .empty, "\(name): \(interpret(after, chip: chip).verdict)")
        case .lock:
            for page in layout.userPages {
                require(!tag.takesWrite([1, 2, 3, 4], page: page), "\(name): page \(page) is still writable")
            }
            require((after[3]?[3] ?? 0) & 0x0F == 0x0F, "\(name): the container")
            // No block-lock bit, no byte of the chip's own.
            require((after[2]?[2] ?? 0) & 0x07 == (before[2]?[2] ?? 0) & 0x07, "\(name): a block-lock bit was set")
        case .protect, .protectRead:
            for page in layout.userPages {
                let data = after[page]?.bytes ?? []
                require(!tag.takesWrite(data, page: page), "\(name): page \(page) takes a write without the password")
            }
            require(tag.password == Self.password?.password, "\(name): the password")
            require(tag.passwordAcknowledge == Self.password?.acknowledgement, "\(name): PACK")
        case .unprotect:
            require(tag.password == [0xFF, 0xFF, 0xFF, 0xFF], "\(name): the password")
            if case .password(let page) = layout.accessControl {
                require(after[page]?[3] == 0xFF, "\(name): AUTH0")
            }
        }
    }

    /// Cut off at each write of each act, before it and after it: the user pages stay, what is said is never `done` without
    /// being so, and given again the act is finished.
    @Test(arguments: [VirtualChip.ntag213, .ntag215, .mf0ul21], [Fault.remove, .removeAfter])
    func aCutIsFinishedByGivingTheActAgain(virtual: VirtualChip, fault: Fault) throws {
        let chip = try #require(Chip(name: virtual.rawValue))
        for (act, state) in [
            (Act.lock, State.message), (.protect, .message), (.protectRead, .message), (.unprotect, .passwordWrite),
        ] {
            for write in 1...8 {
                let name = "\(act) of a \(chip), \(fault) at write \(write)"
                let pages = try #require(Self.pages(state, chip))
                let cut = RackTag(
                    virtual, uid: UID([4, 1, 2, 3, 4, 5, 6]), pages: pages, faults: [RackFault(.write(write), fault)],
                    again: 0)
                let rack = try Rack(
                    RackFile(readers: [RackReader("Reader A 00 00", model: .acr122u, tags: [cut])]))
                let first = TagOperation(
                    Self.act(act), passwords: Passwords(), readers: rack.readers, takesPart: { _ in true },
                    trouble: { _, _ in }, confirm: { _, _ in true }
                ).execute()
                guard case .tag(let outcome, _) = first else { continue }
                if case .done = outcome.result { continue }
                // What the tag holds now lies on a reader again.
                let held = PageMemory(bytes: rack.tags[0].memory)
                let now = Dictionary(
                    uniqueKeysWithValues: (2..<held.end).compactMap { page in held[page].map { (page, $0) } })
                try hold(act, chip, try self.rack(virtual, now, .acr122u), name)
            }
        }
    }
}

extension Type2Layout {
    /// PWD; of a chip without, page 2.
    fileprivate var passwordPage: Int {
        guard case .password(let page) = accessControl else { return 2 }
        return page + 2
    }
}

import Checker
import Testing

/// What a password is to keep: only what was asked for, in an order in which nobody is locked out of a tag, and read back.
@Suite struct ProtectionTests {
    private static let asked = request()

    private static func request(protectsReading: Bool = false) -> CheckedRequest {
        CheckedRequest(
            protection: .init(password: [1, 2, 3, 4], acknowledgement: [5, 6], protectsReading: protectsReading))
    }

    /// The message is on the tag, and was read back.
    private func brought(_ asks: CheckedRequest = asked, tag: CheckedTag = History.ntag213()) -> History {
        var history = History([tag])
        history.begin([CheckedItem(id: 0, message: History.letterA)], asks)
        history.lay()
        history.intend()
        history.writeLetter()
        history.readBack()
        return history
    }

    private func setPassword(_ history: inout History) {
        history.write(43, "01 02 03 04")
        history.write(44, "05 06 00 00")
    }

    /// The tag is asked whether it opens with the password.
    private func prove(_ history: inout History) {
        history.activate()
        history.send([0x1B, 1, 2, 3, 4], answer: [5, 6])
    }

    private func configure(_ history: inout History, fences: String = "04 00 00 04", access: String = "00 05 00 00") {
        history.write(42, access)
        history.write(41, fences)
    }

    private func proveProtection(_ history: inout History) {
        history.activate()
        history.read(41)
        history.activate()
        history.refuse(39, "00 00 00 00")
    }

    /// An NTAG213 whose CFG0, CFG1, PWD and PACK are these.
    private static func tag(fences: String, access: String = "00 05 00 00", password: String, _ acknowledgement: String)
        -> CheckedTag
    {
        var tag = History.ntag213()
        let pages = History.bytes(fences + access + password + acknowledgement)
        tag.memory.replaceSubrange(41 * 4..<45 * 4, with: pages)
        return tag
    }

    // MARK: What is right

    @Test(arguments: [false, true]) func aProtectionThatIsRight(protectsReading: Bool) {
        var history = brought(Self.request(protectsReading: protectsReading))
        setPassword(&history)
        prove(&history)
        configure(&history, access: protectsReading ? "80 05 00 00" : "00 05 00 00")
        proveProtection(&history)
        history.conclude("written")
        #expect(history.rules == [])
    }

    /// The tag opens with the password already: nothing but CFG1 and CFG0 is to be written.
    @Test func aPasswordThatIsThereIsProvedBeforeTheMessage() {
        let tag = Self.tag(fences: "04 00 00 10", password: "01 02 03 04", "05 06 00 00")
        for isProved in [true, false] {
            var history = History([tag])
            history.begin([CheckedItem(id: 0, message: History.letterA)], Self.asked)
            history.lay()
            if isProved { prove(&history) }
            history.intend()
            history.writeLetter()
            history.readBack()
            history.write(41, "04 00 00 04")
            proveProtection(&history)
            history.conclude("written")
            #expect(history.rules == (isProved ? [] : ["password-unproved"]))
        }
    }

    @Test func aProtectionThatIsMissingIsFound() {
        var history = brought()
        history.conclude("written")
        #expect(history.rules == ["protection"])
    }

    @Test(arguments: [
        (41, "04 00 04 04", "configuration"), (42, "40 05 00 00", "configuration"),
        (42, "00 00 00 00", "configuration"),
        (43, "01 02 03 05", "configuration"), (44, "05 06 07 00", "configuration"), (39, "00 00 00 01", "outside"),
        (38, "00 00 00 00", "outside"),
    ])
    func onlyWhatProtectsIsWritten(page: Int, data: String, rule: String) {
        var history = brought()
        history.refuse(page, data)
        #expect(history.rules == [rule])
        #expect(history.checker.violations[0].invariant == (data == "40 05 00 00" ? 6 : 7))
    }

    @Test func aProtectionThatWasNotReadBackIsFound() {
        var history = brought()
        setPassword(&history)
        prove(&history)
        history.write(41, "04 00 00 04")
        history.activate()
        history.read(42)
        history.conclude("written")
        #expect(history.rules == ["protection-read-back"])
    }

    // MARK: Order

    private func expectOrder(_ history: History, _ rules: [String]) {
        #expect(history.rules == rules)
        #expect(history.checker.violations.allSatisfy { $0.invariant == 6 })
    }

    @Test func auth0BeforeThePasswordIsFound() {
        var history = brought()
        configure(&history)
        expectOrder(history, ["password-missing"])

        // PACK is a part of it.
        history = brought()
        history.write(43, "01 02 03 04")
        configure(&history)
        expectOrder(history, ["password-missing"])
    }

    @Test func protBeforeThePasswordIsFound() {
        var history = brought(Self.request(protectsReading: true))
        history.write(42, "80 05 00 00")
        expectOrder(history, ["password-missing"])
    }

    @Test func aPasswordThatWasNotProvedIsFound() {
        for isActivated in [true, false] {
            var history = brought()
            setPassword(&history)
            // In the same activation the tag may answer so because it is open.
            if isActivated { history.activate() } else { history.send([0x1B, 1, 2, 3, 4], answer: [5, 6]) }
            configure(&history)
            expectOrder(history, ["password-unproved"])
        }
    }

    @Test func anAnswerThatAFaultFalsifiedProvesNothing() {
        var history = brought()
        setPassword(&history)
        history.activate()
        history.send([0x1B, 1, 2, 3, 4], answer: [5, 6], isFaulty: true)
        configure(&history)
        expectOrder(history, ["password-unproved"])
    }

    @Test func aRefusedPasswordProvesNothing() {
        var history = brought()
        setPassword(&history)
        history.activate()
        history.send([0x1B, 1, 2, 3, 4], answer: [0x00], isAccepted: false)
        configure(&history)
        expectOrder(history, ["password-unproved"])
    }

    @Test func aPasswordThatIsWrittenAnewIsProvedAnew() {
        for page in [43, 44] {
            var history = brought()
            setPassword(&history)
            prove(&history)
            history.write(page, page == 43 ? "01 02 03 04" : "05 06 00 00")
            configure(&history)
            expectOrder(history, ["password-unproved"])
        }
    }

    /// What a fault makes of PWD is seen when the tag is asked; who goes on all the same is found.
    @Test func aPasswordThatAFaultSpoiltIsNone() {
        var history = brought()
        history.write(43, "01 02 03 04", stored: "01 02 03 05")
        history.write(44, "05 06 00 00")
        prove(&history)
        configure(&history)
        expectOrder(history, ["password-missing"])
    }

    @Test func auth0BeforeProtIsFound() {
        var history = brought(Self.request(protectsReading: true))
        setPassword(&history)
        prove(&history)
        history.write(41, "04 00 00 04")
        history.write(42, "80 05 00 00")
        expectOrder(history, ["auth0-before-prot"])
    }

    /// PROT that somebody left there keeps from being read what nobody asked to.
    @Test func auth0UnderAProtThatIsLeftOverIsFound() {
        let tag = Self.tag(fences: "04 00 00 FF", access: "80 05 00 00", password: "FF FF FF FF", "00 00 00 00")
        for isTakenAway in [true, false] {
            var history = brought(tag: tag)
            setPassword(&history)
            prove(&history)
            if isTakenAway { history.write(42, "00 05 00 00") }
            history.write(41, "04 00 00 04")
            expectOrder(history, isTakenAway ? [] : ["auth0-before-prot"])
        }
    }

    /// CFG1 was acknowledged, and not stored: that is seen when both are read back, with AUTH0 on the tag.
    @Test func aFaultOfCFG1DoesNotChangeTheOrder() {
        var history = brought(Self.request(protectsReading: true))
        setPassword(&history)
        prove(&history)
        history.write(42, "80 05 00 00", stored: "00 05 00 00")
        history.write(41, "04 00 00 04")
        expectOrder(history, [])
    }

    @Test func aPasswordUnderAUTH0IsLeftAlone() {
        let tag = Self.tag(fences: "04 00 00 04", password: "01 02 03 04", "00 00 00 00")
        for rewrites in [false, true] {
            var history = brought(tag: tag)
            if rewrites { history.write(43, "01 02 03 04") }
            history.write(44, "05 06 00 00")
            expectOrder(history, rewrites ? ["password-under-auth0"] : [])
        }
    }

    @Test func aProtectionBeforeTheComparisonIsFound() {
        var history = History([History.ntag213()])
        history.begin([CheckedItem(id: 0, message: History.letterA)], Self.asked)
        history.lay()
        history.intend()
        history.write(43, "01 02 03 04")
        expectOrder(history, ["before-comparison"])
        history.writeLetter()
        history.write(44, "05 06 00 00")
        expectOrder(history, ["before-comparison", "before-comparison"])
    }
}

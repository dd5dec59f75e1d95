/// Invariant 6: nobody is locked out of a tag, and none is closed before it holds its message.
///
/// PWD and PACK act at once, CFG0 and CFG1 from the next power-on on, and a write can fail once AUTH0 stands (NXP support,
/// community.nxp.com td-p/795227). So PWD and PACK come first and are tried, then CFG1 with PROT, and CFG0 with AUTH0 last.
extension RunChecker {
    /// PWD_AUTH was answered with PACK. PWD and PACK read as zeros: nothing else tells what they are.
    mutating func opened(_ tag: Int) {
        if tags[tag].isFresh { tags[tag].isPasswordProved = true }
    }

    /// Judges a frame to CFG0, CFG1, PWD or PACK (`index` 0 to 3) that is to bring what was asked for: whether it may come now.
    mutating func judgeOrder(_ index: Int, _ data: Page, _ asked: CheckedRequest.Protection, _ tag: Int) {
        let first = facts[tag].configuration
        judgeCompared(first + index, tag)
        guard let fences = page(first, of: tag), let access = page(first + 1, of: tag) else { return }
        switch index {
        case 0 where closes(data, tag):
            judgePassword(asked, tag)
            // A page that a fault kept from its value is written again, when it was read back.
            let isReadingAsAsked = access[0] & 0x80 == (asked.protectsReading ? 0x80 : 0)
            if !isReadingAsAsked, !tags[tag].hadStoreFault { reportOrder("auth0-before-prot", tag) }
        case 1 where data[0] & 0x80 != 0: judgePassword(asked, tag)
        // Power that fails while PWD is written leaves one that nobody knows.
        case 2 where closes(fences, tag): reportOrder("password-under-auth0", tag)
        default: break
        }
    }

    /// Whether AUTH0 of this CFG0 keeps any page: one behind the last, as FFh, keeps none.
    private func closes(_ fences: Page, _ tag: Int) -> Bool { Int(fences[3]) <= facts[tag].configuration + 3 }

    /// PWD and PACK are those that were asked for, and the tag has answered to them.
    private mutating func judgePassword(_ asked: CheckedRequest.Protection, _ tag: Int) {
        let first = facts[tag].configuration
        guard let password = page(first + 2, of: tag), let acknowledgement = page(first + 3, of: tag) else { return }
        let isSet =
            asked.password.count == 4 && asked.acknowledgement.count == 2
            && (0..<4).allSatisfy { password[$0] == asked.password[$0] }
            && (0..<2).allSatisfy { acknowledgement[$0] == asked.acknowledgement[$0] }
        guard isSet else { return reportOrder("password-missing", tag) }
        if !tags[tag].isPasswordProved { reportOrder("password-unproved", tag) }
    }

    private mutating func reportOrder(_ rule: String, _ tag: Int) { report(6, rule, tag: tag, slot: tags[tag].slot) }
}

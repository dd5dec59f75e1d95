import Tags

extension TagSession {
    /// PWD_AUTH (NTAG213/215/216 data sheet, 10.7). With AUTHLIM n the n-th wrong password in a row closes the tag for ever:
    /// from then on every answer is refusal 4, the right password's too.
    ///
    /// Of what is known, one statement shows the n-th wrong password refused with 4 and the right one behind it too; another
    /// says that a right one resets the count before the limit, and that once the count has reached n any further wrong one
    /// locks the tag for ever. Both hold where the count of n itself closes the tag: no right password comes before the limit
    /// any more, and a further wrong one finds the tag locked as it would leave it. It is the stricter reading as well.
    mutating func authenticate(
        _ password: Page, memory: inout TagMemory, into answer: inout [UInt8]
    ) -> TagAnswer {
        guard let page = memory.facts.table.configurationPage, page + 3 <= memory.lastPage else { return .refuse(0) }
        let verdict = verdict(password, right: Page(word: memory.word(page + 2)), memory: &memory)
        note(.password(password, verdict))
        switch verdict {
        case .right:
            openWithPassword()
            answer.append(memory.byte(0, of: page + 3))
            answer.append(memory.byte(1, of: page + 3))
            return .data
        case .wrong: return .refuse(0)
        case .closed: return .refuse(4)
        }
    }

    private func verdict(_ password: Page, right: Page, memory: inout TagMemory) -> PasswordAttempt.Verdict {
        let limit = Int(configuration.wrongPasswordLimit)
        if limit > 0, memory.wrongPasswords >= limit { return .closed }
        if password == right {
            memory.wrongPasswords = 0
            return .right
        }
        guard limit > 0 else { return .wrong }
        memory.wrongPasswords += 1
        return memory.wrongPasswords >= limit ? .closed : .wrong
    }

    /// AUTHENTICATE of the Ultralight C (data sheet rev. 3.3, 7.5.5): AF and eight bytes, others each time.
    mutating func challenge(memory: inout TagMemory, into answer: inout [UInt8]) -> TagAnswer {
        memory.challenges += 1
        var random = SeededGenerator(
            seed: memory.uid.bytes.reduce(0) { $0 << 8 | UInt64($1) }, parts: [memory.challenges])
        let word = random.next()
        expect(.keyAnswer)
        answer.append(0xAF)
        answer += (0..<8).map { UInt8(word >> (8 * UInt64($0)) & 0xFF) }
        return .data
    }
}

import Tags

/// What a tag answers beside its pages. Asked for last: a refusal costs an activation, after which a read would count.
extension Type2Session {
    /// READ_SIG (NXP NTAG213/215/216 data sheet rev. 3.2, 10.9); nil where it is not passed, or not answered twice:
    /// one refusal may be a reader's hiccup, and says nothing of the tag.
    mutating func signature(_ channel: inout any CardChannel & ~Copyable) throws(Rejection) -> [UInt8]? {
        if let signature = try answer(to: .readSignature, &channel) { return signature }
        return try answer(to: .readSignature, &channel)
    }

    /// READ_CNT (NXP NTAG213/215/216 data sheet rev. 3.2, 10.5), which changes nothing; nil as above.
    mutating func counter(
        _ number: UInt8, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> UInt32? {
        try answer(to: .readCounter(number), &channel).map { bytes in
            bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private mutating func answer(
        to command: Type2Command, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> [UInt8]? {
        guard usesPassThrough else { return nil }
        if let answer = try passThrough(command, &channel) { return Array(answer) }
        try wake(&channel)
        return nil
    }
}

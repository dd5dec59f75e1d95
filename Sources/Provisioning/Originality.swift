import ReaderModels
import Tags

/// What a tag's originality signature says, asked for by READ_SIG where the reader passes it.
struct Originality {
    let verdict: Genuine
    /// Why the tag is not taken where only genuine ones are; nil for a genuine one.
    let objection: String?

    /// Asks the tag on the channel for its signature, and holds it to the keys of its chip's maker.
    static func ask(
        _ tag: IdentifiedTag, _ session: inout Type2Session, verify: SignatureVerifier?,
        _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) -> Originality {
        let chip = tag.chip
        guard chip != .unknown else { return Originality(unknown: Chip.wordsOfUntold) }
        guard !chip.originalityKeys.isEmpty else {
            return Originality(unknown: "\(tag.chip) has no originality signature that is known")
        }
        guard session.passes else {
            return Originality(unknown: "this reader passes no READ_SIG")
        }
        guard let verify else { return Originality(unknown: "signatures cannot be verified here") }
        let signature = try session.signature(&channel)
        guard let signature else { return Originality(unknown: "the tag gives no signature") }
        switch genuine(chip: chip, uid: tag.uid, signature: signature, verify: verify) {
        case .yes: return Originality(verdict: .yes, objection: nil)
        case .no:
            return Originality(
                verdict: .no, objection: "its originality signature is not that of the maker of \(chip): it is a copy")
        case .unknown: return Originality(unknown: "the key of its maker is not known for sure")
        }
    }

    private init(verdict: Genuine, objection: String?) {
        self.verdict = verdict
        self.objection = objection
    }

    private init(unknown why: String) {
        self.init(verdict: .unknown, objection: "whether it is genuine is not known: \(why)")
    }
}

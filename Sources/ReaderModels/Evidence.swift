/// How well it is known that a model's way of passing commands works with NTAG and its kin.
public enum Evidence: String, Hashable, Sendable {
    /// Seen in the field with such a tag.
    case seen
    /// The maker's papers say it of such tags.
    case documented
    /// Told from other readers of the same make, or of other tags.
    case hypothesis
}

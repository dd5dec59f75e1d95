/// What a simulated world needs to know of the parts that it draws.
extension VirtualChip {
    /// With what the UIDs of this chip begin.
    package var uidBeginning: [UInt8] { table.uidPrefix }

    /// CFG0 of the chips that know a password.
    package var passwordPage: Int? { table.configurationPage }
}

extension VirtualReaderModel {
    /// The keys of `ReaderTraits` that change anything on this model.
    package var keysOfTraits: Set<String> { traitKeys }
}

/// Feitian R502 and its kin: FF CA, FF B0 and FF D6 page by page, and no pass-through that its maker would tell.
struct FeitianSide: ReaderSide {
    private let storage = StorageCardSide(lengths: .upTo16)

    func kind(of command: [UInt8]) -> CommandKind { storage.kind(of: command) }

    func answer(_ command: [UInt8], field: some TagField) -> [UInt8] { storage.answer(command, field: field) }
}

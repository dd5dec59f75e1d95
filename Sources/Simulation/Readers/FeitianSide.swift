extension StorageCardSide {
    /// Feitian R502 and its kin: FF CA, FF B0 and FF D6 page by page, and no pass-through that its maker would tell.
    static let feitian = StorageCardSide(lengths: .upTo16)
}

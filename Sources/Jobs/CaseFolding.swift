extension String {
    /// The string as it is compared without regard to case.
    ///
    /// Full case folding (the Unicode Standard, 3.13.3), which the standard library has not: there and back through the
    /// cases makes `ß`, `ẞ` and `SS` one, and `ς` and `σ`. Only the dotless `ı` would come back as another letter.
    package var caseFolded: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        return split(separator: "ı", omittingEmptySubsequences: false)
            .map { $0.lowercased().uppercased().lowercased() }.joined(separator: "ı")
    }
}

extension Arguments {
    /// A command that is printed as the next step, to be typed as it stands. It speaks of the journal that this command line
    /// named: without it another journal would be looked into, or made, and items made twice.
    func nextCommand(_ words: String...) -> String { nextCommand(words) }

    func nextCommand(_ words: [String]) -> String {
        var words = ["tagmill"] + words
        if let journal = value("journal") { words += ["--journal", FilePath.absolute(journal)] }
        return words.map { FilePath.shellWord($0) }.joined(separator: " ")
    }
}

import Tags

/// What was made of a tag's memory, kept with the memory and the layout that it was made of.
final class Interpretation {
    private let memory: PageMemory
    private let layout: Type2Layout
    let contents: TagContents

    init(_ memory: PageMemory, _ layout: Type2Layout) {
        self.memory = memory
        self.layout = layout
        contents = interpret(memory, layout: layout)
    }

    /// Whether the same would be made of this memory.
    func isOf(_ memory: PageMemory, _ layout: Type2Layout) -> Bool { self.memory == memory && self.layout == layout }
}

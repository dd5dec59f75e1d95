/// Judges a tag for being emptied, from its memory alone: an NDEF TLV of length 0 takes the place of the message, behind the
/// chain as it stands, or behind the chip's factory chain where that is broken.
///
/// - Parameters:
///   - wipes: the rest of the data area becomes zero too. Bytes that a control TLV reserves are kept.
///   - opened: the tag was opened with its password, in this activation: what it answered.
public func judgeErasing(
    _ memory: PageMemory, layout: Type2Layout, wipes: Bool, opened: [UInt8]? = nil
) -> PlanJudgement<PagePlan> {
    let emptying: WritePlan
    let demand = TagDemand(opened: opened)
    switch judge(memory, layout: layout, message: [], mayOverwrite: true, demand: demand) {
    case .needs(let pages): return .needs(pages)
    case .rejected(let reason, let detail): return .rejected(reason, detail: detail)
    case .unchanged: return .rejected(.internal, detail: "the tag's memory was not understood")
    case .write(let plan):
        guard let message = plan.message else {
            return .rejected(.internal, detail: "the tag's memory was not understood")
        }
        emptying = message
    }
    guard let container = memory[3].map({ CapabilityContainer($0) }) else {
        return .rejected(.internal, detail: "the tag's container is not known")
    }
    let area = DataArea(container: container, layout: layout)
    let chain = TLVChain(memory: memory, area: area, layout: layout)
    guard let placement = chain.placement(on: layout), placement.offsets.count >= 2 else {
        return .rejected(.internal, detail: "the tag's TLVs are not known")
    }
    let offsets = placement.offsets.prefix(3)
    var expected = emptying.expected
    if wipes {
        if let (reason, detail) = unknownMirror(memory, layout) { return .rejected(reason, detail: detail) }
        if let unread = memory.firstUnreadRun(in: area.pages) { return .needs(unread) }
        let end = (offsets.last ?? 0) + 1
        for page in area.pages where page * 4 + 4 > end && !placement.area.isReserved(page: page) {
            guard var data = expected[page] ?? memory[page] else { continue }
            for index in 0..<4 where page * 4 + index >= end && !placement.area.isReserved(page * 4 + index) {
                data[index] = 0
            }
            expected[page] = data
        }
    }
    let plan = PagePlan(
        expected: expected, from: memory, mirror: AsciiMirror(memory: memory, layout: layout),
        order: .length(at: offsets[offsets.startIndex + 1]))
    // As for a message: of chips whose locks are not known, those count that are.
    let locks = Type2Locks(knownOf: memory, layout: layout)
    if let (reason, detail) = locks.obstacle(
        toWriting: plan.writtenPages, container, isOpen: opened != nil, "erasing needs")
    {
        return .rejected(reason, detail: detail)
    }
    return .plan(plan)
}

import Tags
import Testing

@testable import Simulation

/// A tag in the field, spoken to frame by frame.
struct Air {
    var memory: TagMemory
    var session = TagSession()

    init(
        _ chip: VirtualChip, uid: String = "04112233445566", pages: [Int: String] = [:], traits: TagTraits = TagTraits()
    ) throws {
        memory = TagMemory(chip: chip, uid: try #require(UID(hex: uid)), traits: traits)
        for (page, hex) in pages { memory[page: page] = try #require([UInt8](hex: hex)) }
        activate()
    }

    mutating func activate() { session.activate(&memory) }

    /// `ack`, `nak N`, `-` for silence, `passive` for the silence that says yes, or the data in hex.
    mutating func send(_ hex: String, fault: StoreFault? = nil) throws -> String {
        let frame = try #require([UInt8](hex: hex))
        var data: [UInt8] = []
        return switch session.receive(frame.span, memory: &memory, fault: fault, into: &data) {
        case .data: data.hex
        case .acknowledge: "ack"
        case .refuse(let code): "nak \(code)"
        case .silence: "-"
        case .passiveAcknowledge: "passive"
        }
    }

    func page(_ page: Int) -> String { memory[page: page].hex }
}

extension TagSession {
    /// Whatever data comes back is left out.
    @discardableResult
    mutating func receive(_ frame: [UInt8], memory: inout TagMemory, fault: StoreFault? = nil) -> TagAnswer {
        var data: [UInt8] = []
        return receive(frame.span, memory: &memory, fault: fault, into: &data)
    }
}

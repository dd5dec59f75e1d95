import Simulation
import Tags

/// A chip for the proof of what cannot be undone: its pages by the makers' data sheets, and bits of its own to lose.
struct LastingChip {
    let chip: VirtualChip
    let uid: String
    let lastUserPage: Int
    /// Byte 2 of the capability container.
    let size: UInt8
    var chain: [UInt8] = []
    /// The dynamic lock page, and the lock bits of user pages in it: no block-lock bit, none of counter or keys.
    var dynamicLock: (page: Int, bits: [UInt8])?
    /// CFG0; CFG1, PWD and PACK follow.
    var configuration: Int?
    /// Counters, keys and configuration that are to stay as they are, beside what the chip is delivered with.
    var others: [Int: [UInt8]] = [:]

    var userPages: [Int] { Array(4...lastUserPage) }

    /// The tag in a rack file: a container, an empty message, and the chip's own bits.
    func rackTag() -> String {
        let empty = chain + [0x03, 0x00, 0xFE] + [UInt8](repeating: 0, count: 8)
        var pages = others
        pages[3] = [0xE1, 0x10, size, 0x00]
        for page in 4...5 { pages[page] = Array(empty[4 * (page - 4)..<4 * (page - 3)]) }
        if chip == .ultralightC { pages[6] = [0, 0, 0, 0] }
        let texts = pages.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value.hex)\"" }
        return #"{"chip": "\#(chip)", "uid": "\#(uid)", "pages": {\#(texts.joined(separator: ", "))}}"#
    }

    /// The memory that a lock leaves, whatever stands in the pages of the message.
    func locked(_ before: [UInt8]) -> [UInt8] {
        var memory = before
        memory[15] |= 0x0F
        memory[10] |= 0xF8
        memory[11] |= 0xFF
        if let dynamicLock {
            for (index, bits) in dynamicLock.bits.enumerated() { memory[4 * dynamicLock.page + index] |= bits }
        }
        return memory
    }

    /// What a password with PACK from page 4 on leaves.
    func protected(_ before: [UInt8], _ password: [UInt8], _ acknowledgement: [UInt8]) -> [UInt8] {
        guard let configuration else { return before }
        var memory = before
        memory[4 * configuration + 3] = 4
        memory.replaceSubrange(4 * configuration + 8..<4 * configuration + 12, with: password)
        memory.replaceSubrange(4 * configuration + 12..<4 * configuration + 14, with: acknowledgement)
        return memory
    }

    static let ntag213 = LastingChip(
        chip: .ntag213, uid: "04A20000000213", lastUserPage: 0x27, size: 0x12, chain: [0x01, 0x03, 0xA0, 0x0C, 0x34],
        dynamicLock: (0x28, [0xFF, 0x0F, 0x00]), configuration: 0x29,
        others: [0x2A: [0x05, 0x05, 0x00, 0x00], 0x2B: [0x11, 0x12, 0x13, 0x14], 0x2C: [0x15, 0x16, 0x00, 0x00]])
    static let ntag215 = LastingChip(
        chip: .ntag215, uid: "04A20000000215", lastUserPage: 0x81, size: 0x3E,
        dynamicLock: (0x82, [0xFF, 0x00, 0x00]), configuration: 0x83,
        others: [0x84: [0x10, 0x05, 0x00, 0x00], 0x85: [0x21, 0x22, 0x23, 0x24]])
    static let ntag216 = LastingChip(
        chip: .ntag216, uid: "04A20000000216", lastUserPage: 0xE1, size: 0x6D,
        dynamicLock: (0xE2, [0xFF, 0x3F, 0x00]), configuration: 0xE3, others: [0xE5: [0x31, 0x32, 0x33, 0x34]])
    static let mf0ul21 = LastingChip(
        chip: .mf0ul21, uid: "04A20000000021", lastUserPage: 0x23, size: 0x10,
        dynamicLock: (0x24, [0xFF, 0x03, 0x00]), configuration: 0x25,
        others: [0x26: [0x02, 0x05, 0x00, 0x00], 0x27: [0x41, 0x42, 0x43, 0x44]])
    static let ntag212 = LastingChip(
        chip: .ntag212, uid: "04A20000000212", lastUserPage: 0x23, size: 0x10, chain: [0x01, 0x03, 0x90, 0x0A, 0x34],
        dynamicLock: (0x24, [0xFF, 0x03, 0x00]), configuration: 0x25, others: [0x27: [0x51, 0x52, 0x53, 0x54]])
    /// The counter of page 29h stands at 7.
    static let ntag203 = LastingChip(
        chip: .ntag203, uid: "04A20000000203", lastUserPage: 0x27, size: 0x12, chain: [0x01, 0x03, 0xA0, 0x10, 0x44],
        dynamicLock: (0x28, [0xEE, 0x00, 0x00]), others: [0x29: [0x07, 0x00, 0x00, 0x00]])
    /// Counter, AUTH0, AUTH1 and a key of its own.
    static let ultralightC = LastingChip(
        chip: .ultralightC, uid: "04A2000000000C", lastUserPage: 0x27, size: 0x12,
        dynamicLock: (0x28, [0xEE, 0x00, 0x00]),
        others: [
            0x29: [0x09, 0x00, 0x00, 0x00], 0x2A: [0x30, 0, 0, 0], 0x2B: [0x01, 0, 0, 0], 0x2C: [1, 2, 3, 4],
            0x2D: [5, 6, 7, 8], 0x2E: [9, 10, 11, 12], 0x2F: [13, 14, 15, 16],
        ])

    static let lockable = [ntag213, ntag215, ntag216, mf0ul21, ntag203, ultralightC, ntag212]
    static let protectable = [ntag213, ntag215, ntag216, mf0ul21, ntag212]
}

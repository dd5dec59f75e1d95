import Jobs
import Simulation
import Tags

/// Every state in which a chip is laid, and what is asked of it there.
enum ChipStates {
    static func cases(of chip: VirtualChip) throws -> [ChipCase] {
        let delivered = try LaidTag(delivered: chip)
        return contents(delivered) + lengths(delivered) + staticLocks(delivered) + containers(delivered)
            + torn(delivered) + dynamicLocks(delivered) + halfLocks(delivered) + blockLocks(delivered)
    }

    private static let plain = Asked(message: Sample.item)

    private static func asked(_ message: [UInt8] = Sample.item, _ change: (inout Asked) -> Void = { _ in }) -> Asked {
        var asked = Asked(message: message)
        change(&asked)
        return asked
    }

    /// With and without the lock, under `blank` and `always`.
    static func ways(
        _ name: String, _ tag: LaidTag, _ message: [UInt8] = Sample.item,
        policies: [OverwritePolicy] = [.blank]
    ) -> [ChipCase] {
        policies.flatMap { policy in
            [false, true].map { locks in
                ChipCase(
                    name: name + (policy == .blank ? "" : ", \(policy)") + (locks ? ", lock" : ""), tag: tag,
                    asked: Asked(message: message, locks: locks, overwrite: policy))
            }
        }
    }

    // MARK: What stands there

    private static func contents(_ delivered: LaidTag) -> [ChipCase] {
        let blank = delivered.unformatted()
        let capacity = LaidMessage.longest(in: delivered.areaEndFormatted - 16 - delivered.facts.chain.count)
        return ways("as delivered", delivered) + ways("unformatted", blank) + ways("empty", delivered.formatted())
            + ways("another message", delivered.holding(Sample.other), policies: [.blank, .same, .always])
            + ways("the item's message", delivered.holding(Sample.item), policies: [.blank, .always])
            + [
                ChipCase(name: "as delivered, format", tag: delivered, asked: asked { $0.formats = true }),
                ChipCase(name: "unformatted, format", tag: blank, asked: asked { $0.formats = true }),
                ChipCase(
                    name: "unformatted, format and lock", tag: blank,
                    asked: asked {
                        $0.formats = true
                        $0.locks = true
                    }),
                ChipCase(
                    name: "unformatted, format, too long", tag: blank,
                    asked: asked(Sample.uri(count: capacity + 1 + delivered.facts.chain.count)) { $0.formats = true }),
                ChipCase(
                    name: "unformatted, page 3 locked, format", tag: blank.staticLocks(0x08, 0),
                    asked: asked { $0.formats = true }),
                ChipCase(
                    name: "one-time bits that are no container, format", tag: blank.with { $0[3] = [0, 0, 0, 1] },
                    asked: asked { $0.formats = true }),
            ]
    }

    private static func lengths(_ delivered: LaidTag) -> [ChipCase] {
        let full = Sample.uri(count: delivered.capacity)
        let more = Sample.uri(count: delivered.capacity + 1)
        return ways("full to the last byte", delivered.formatted(), full)
            + ways("full already", delivered.holding(full), full)
            + ways("full of the item, another wanted", delivered.holding(full), policies: [.always])
            + ways("full over another message", delivered.holding(Sample.other), full, policies: [.always])
            + ways("one byte too long", delivered.formatted(), more)
            + ways("one byte too long over another message", delivered.holding(Sample.other), more, policies: [.always])
            + (1...4).map { count in
                // NULL TLVs: the length field in every alignment.
                let nulls = [UInt8](repeating: 0, count: count)
                let space = delivered.areaEndFormatted - 16 - delivered.facts.chain.count - count
                let message = Sample.uri(count: LaidMessage.longest(in: space))
                return ChipCase(
                    name: "\(count) NULL TLVs, full",
                    tag: delivered.holding([], after: delivered.facts.chain + nulls), asked: asked(message))
            }
            + [
                ChipCase(
                    // Field case 12.
                    name: "another chip's lock control TLV",
                    tag: delivered.holding(Sample.other, after: [0x01, 0x03, 0xA0, 0x10, 0x44]),
                    asked: asked { $0.overwrite = .always }),
                ChipCase(
                    name: "an unknown TLV before the message",
                    tag: delivered.holding(Sample.other, after: delivered.facts.chain + [0xFD, 0x02, 0x11, 0x22]),
                    asked: asked { $0.overwrite = .always }),
            ]
    }

    // MARK: Locks

    private static func staticLocks(_ delivered: LaidTag) -> [ChipCase] {
        let (empty, equal) = (delivered.formatted(), delivered.holding(Sample.item))
        return ways("page 6 locked", empty.staticLocks(0x40, 0)) + ways("page 15 locked", empty.staticLocks(0, 0x80))
            + ways("pages 4-15 locked", empty.staticLocks(0xF0, 0xFF))
            + ways("page 6 locked under the item's message", equal.staticLocks(0x40, 0))
            + ways("pages 4-15 locked under the item's message", equal.staticLocks(0xF0, 0xFF))
            + ways("pages 4-15 locked under another", delivered.holding(Sample.other).staticLocks(0xF0, 0xFF))
            + ways("page 3 locked", empty.staticLocks(0x08, 0))
            + ways("page 3 locked under the item's message", equal.staticLocks(0x08, 0))
            + ways("page 6 locked, too long", empty.staticLocks(0x40, 0), Sample.uri(count: delivered.capacity + 1))
    }

    private static func dynamicLocks(_ delivered: LaidTag) -> [ChipCase] {
        guard let dynamic = delivered.facts.dynamicLock, let first = dynamic.bits.first, let last = dynamic.bits.last
        else {
            return []
        }
        let long = Sample.uri(count: 100)
        let (empty, equal) = (delivered.formatted(), delivered.holding(long))
        func bits(_ bit: ChipFacts.DynamicLock.Bit) -> [UInt8] {
            (0..<3).map { $0 == bit.byte ? bit.mask : 0 }
        }
        return ways("pages \(first.pages) locked", empty.dynamicLocks(bits(first)), long)
            + ways("pages \(last.pages) locked", empty.dynamicLocks(bits(last)), long)
            + ways("pages \(first.pages) locked, short", empty.dynamicLocks(bits(first)))
            + ways("all pages from 16 locked", empty.dynamicLocks(dynamic.mask))
            + ways("all pages from 16 locked, long", empty.dynamicLocks(dynamic.mask), long)
            + ways("pages \(first.pages) locked under the item's message", equal.dynamicLocks(bits(first)), long)
            // Messages that end in the midst of the pages that later bits lock.
            + dynamic.bits.dropFirst().prefix(3).flatMap { bit in
                let middle = 4 * (bit.pages.lowerBound + bit.pages.upperBound) / 2
                return [0, 1].flatMap { pages in
                    let count = min(middle - delivered.start - 5 - 4 * pages * bit.pages.count, delivered.capacity)
                    return ways(
                        "pages \(bit.pages) locked, \(count) bytes", empty.dynamicLocks(bits(bit)),
                        Sample.uri(count: (260...262).contains(count) ? 259 : count))
                }
            }
    }

    private static func halfLocks(_ delivered: LaidTag) -> [ChipCase] {
        let equal = delivered.holding(Sample.item)
        let mask = delivered.facts.dynamicLock?.mask ?? []
        return ways("container alone says read-only", equal.container(0x0F))
            + ways("container and dynamic locks", equal.container(0x0F).dynamicLocks(mask))
            + ways("container and static locks", equal.container(0x0F).staticLocks(0xF8, 0xFF))
            + ways("all locks but the container", equal.staticLocks(0xF0, 0xFF).dynamicLocks(mask))
            + ways("locked for ever", equal.container(0x0F).staticLocks(0xF8, 0xFF).dynamicLocks(mask))
            + ways(
                "locked for ever, another message",
                delivered.holding(Sample.other).container(0x0F).staticLocks(0xF8, 0xFF).dynamicLocks(mask),
                policies: [.blank, .always])
    }

    private static func blockLocks(_ delivered: LaidTag) -> [ChipCase] {
        let (empty, equal) = (delivered.formatted(), delivered.holding(Sample.item))
        var cases: [ChipCase] = []
        for bit in [UInt8(0x01), 0x02, 0x04] {
            cases += ways("block-lock bit \(bit) of page 2", empty.staticLocks(bit, 0))
            cases += ways("block-lock bit \(bit) of page 2 under the item's message", equal.staticLocks(bit, 0))
        }
        for (byte, mask) in delivered.facts.dynamicLock?.blocking ?? [] {
            let bits = (0..<3).map { $0 == byte ? mask : 0 }
            cases += ways("block-lock bit \(mask) of the dynamic lock page", empty.dynamicLocks(bits))
            cases += ways("block-lock bit \(mask) of the dynamic lock page, equal", equal.dynamicLocks(bits))
        }
        return cases
    }

    // MARK: Containers

    private static func containers(_ delivered: LaidTag) -> [ChipCase] {
        let (empty, equal, other) = (
            delivered.formatted(), delivered.holding(Sample.item), delivered.holding(Sample.other)
        )
        func laid(_ tag: LaidTag, _ container: [UInt8]) -> LaidTag { tag.with { $0[3] = container } }
        let size = delivered.facts.size
        return ways("read-only container", empty.container(0x0F))
            + ways("read-only container over another message", other.container(0x0F), policies: [.blank, .always])
            + ways("a container of toys", laid(equal, [0xF1, 0x10, 0xFF, 0xEE]), policies: [.blank, .always])
            + ways("version 1.1", laid(empty, [0xE1, 0x11, size, 0x00]))
            + ways("too large a container", laid(empty, [0xE1, 0x10, 0xFE, 0x00]))
            + ways(
                "too large a container, one byte too long", laid(empty, [0xE1, 0x10, 0xFE, 0x00]),
                Sample.uri(count: 3000))
            + ways("a container of 48 bytes", laid(empty, [0xE1, 0x10, 0x06, 0x00]))
            + ways("a container of 48 bytes, too long", laid(empty, [0xE1, 0x10, 0x06, 0x00]), Sample.uri(count: 47))
            + ways("a container of no bytes", laid(empty, [0xE1, 0x10, 0x00, 0x00]))
            + ways(
                "no message TLV",
                empty.with { $0.memory.replaceSubrange(16..<28, with: [UInt8](repeating: 0xFE, count: 12)) })
            + ways(
                "a length past the end",
                empty.with { $0[4 + delivered.facts.chain.count / 4] = [0x03, 0xFF, 0xD0, 0x00] })
    }

    // MARK: Torn

    private static func torn(_ delivered: LaidTag) -> [ChipCase] {
        let tag = delivered.holding(Sample.other)
        let last = (tag.start + 2 + Sample.other.count) / 4
        return (4...last).flatMap { page in
            [([0xFF, 0xFF, 0xFF, 0xFF], OverwritePolicy.blank), ([0x5A, 0xC3, 0x17, 0x88], .always)].map {
                garbage, policy in
                ChipCase(
                    name: "page \(page) torn to \(garbage.hex), \(policy)", tag: tag.with { $0[page] = garbage },
                    asked: asked { $0.overwrite = policy })
            }
        }
    }
}

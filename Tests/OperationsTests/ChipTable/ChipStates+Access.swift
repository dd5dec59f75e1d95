import Jobs
import Simulation
import Tags

/// Passwords, keys, frozen configuration and mirrors.
extension ChipStates {
    static func access(of chip: VirtualChip) throws -> [ChipCase] {
        let delivered = try LaidTag(delivered: chip)
        return passwords(delivered) + keys(delivered) + configurations(delivered) + mirrors(delivered)
            + protections(delivered)
    }

    private static func passwords(_ delivered: LaidTag) -> [ChipCase] {
        let facts = delivered.facts
        guard let configuration = facts.configuration else { return [] }
        var cases: [ChipCase] = []
        let starts = Set([4, facts.lastUserPage, facts.lastUserPage + 1, configuration]).sorted()
        for start in starts {
            for access in [UInt8(0), 0x80] {
                let name = "password from page \(start)" + (access == 0 ? "" : ", for reading too")
                let empty = delivered.formatted().protected(from: start, access: access)
                let equal = delivered.holding(Sample.item).protected(from: start, access: access)
                cases += opened(name, empty, [.none, .right]) + opened(name + ", equal", equal, [.none])
                cases += opened(name, empty, [.wrong], locks: [false]) + opened(name, equal, [.wrong], locks: [true])
                cases += opened(name + ", full", empty, [.none], Sample.uri(count: delivered.capacity), locks: [false])
            }
        }
        // AUTH0 that no page reaches, with a password all the same.
        let off = delivered.formatted().protected(from: 0xFF, access: 0x80)
        return cases + opened("password that protects nothing", off, [.none, .right])
    }

    private static func opened(
        _ name: String, _ tag: LaidTag, _ passwords: [Asked.Password], _ message: [UInt8] = Sample.item,
        locks: [Bool] = [false, true]
    ) -> [ChipCase] {
        passwords.flatMap { password in
            locks.map { locks in
                var asked = Asked(message: message)
                asked.locks = locks
                asked.password = password
                return ChipCase(name: "\(name), \(password) given" + (locks ? ", lock" : ""), tag: tag, asked: asked)
            }
        }
    }

    /// Keys of the Ultralight C: nobody has them here.
    private static func keys(_ delivered: LaidTag) -> [ChipCase] {
        guard let page = delivered.facts.keyConfiguration else { return [] }
        func laid(_ tag: LaidTag, from first: UInt8, writing: Bool) -> LaidTag {
            tag.with {
                $0[page] = [first, 0, 0, 0]
                $0[page + 1] = [writing ? 1 : 0, 0, 0, 0]
            }
        }
        return [UInt8(0x04), 0x27, 0x28, 0x30].flatMap { first in
            [true, false].flatMap { writing in
                let name = "keys from page \(first) for \(writing ? "writing" : "reading too")"
                return ways(name, laid(delivered.formatted(), from: first, writing: writing))
                    + ways(name + ", equal", laid(delivered.holding(Sample.item), from: first, writing: writing))
            }
        }
    }

    private static func configurations(_ delivered: LaidTag) -> [ChipCase] {
        guard let page = delivered.facts.configuration, delivered.facts.hasCFGLCK else { return [] }
        func frozen(_ tag: LaidTag) -> LaidTag { tag.with { $0.memory[4 * page + 4] |= 0x40 } }
        return ways("frozen configuration", frozen(delivered.formatted()))
            + ways("frozen configuration, equal", frozen(delivered.holding(Sample.item)))
            + ways(
                "a limit of wrong passwords", delivered.formatted().with { $0.memory[4 * page + 4] |= 0x03 })
    }

    private static func mirrors(_ delivered: LaidTag) -> [ChipCase] {
        let facts = delivered.facts
        guard facts.mirrors != .none, let page = facts.configuration else { return [] }
        func mirrored(_ tag: LaidTag, _ setting: UInt8, at first: Int, counting: Bool = false) -> LaidTag {
            tag.with {
                $0[page] = [setting | 0x04, 0, UInt8(first), 0xFF]
                if counting { $0.memory[4 * page + 4] |= 0x10 }
            }
        }
        let (empty, other) = (delivered.formatted(), delivered.holding(Sample.other))
        var cases =
            ways("UID mirror over the message", mirrored(empty, 0x50, at: 7))
            + ways("UID mirror over the message, another", mirrored(other, 0x50, at: 7), policies: [.always])
            + ways("UID mirror behind the message", mirrored(empty, 0x40, at: facts.lastUserPage - 3))
            + ways("UID mirror past the last user page", mirrored(empty, 0x40, at: facts.lastUserPage - 2))
        if facts.mirrors == .uidAndCounter {
            cases +=
                ways("mirror page without a mirror", mirrored(empty, 0x00, at: 7))
                + ways("counter mirror over the message", mirrored(empty, 0x80, at: 7, counting: true))
                + ways("counter mirror without counter", mirrored(empty, 0x80, at: 7))
                + ways("both mirrors behind the message", mirrored(empty, 0xC0, at: 0x14, counting: true))
        }
        return cases
    }

    private static func protections(_ delivered: LaidTag) -> [ChipCase] {
        func protecting(
            _ name: String, _ tag: LaidTag, _ message: [UInt8] = Sample.item, locks: Bool = false,
            overwrite: OverwritePolicy = .blank
        ) -> ChipCase {
            var asked = Asked(message: message, locks: locks, protects: true, overwrite: overwrite)
            asked.password = .right
            return ChipCase(name: "\(name), protect" + (locks ? " and lock" : ""), tag: tag, asked: asked)
        }
        let (empty, equal) = (delivered.formatted(), delivered.holding(Sample.item))
        let cases = [
            protecting("empty", empty), protecting("empty", empty, locks: true), protecting("equal", equal),
            protecting("full", empty, Sample.uri(count: delivered.capacity)),
            protecting("another message", delivered.holding(Sample.other), overwrite: .always),
            protecting("another message, blank", delivered.holding(Sample.other)),
            protecting(
                "locked for ever, equal",
                equal.container(0x0F).staticLocks(0xF8, 0xFF).dynamicLocks(delivered.facts.dynamicLock?.mask ?? [])),
        ]
        guard let page = delivered.facts.configuration else { return cases }
        // Bits that are not asked for stay: strong modulation, VCTID, the limit of wrong passwords.
        let set = empty.with {
            $0.memory[4 * page] ^= 0x04
            $0.memory[4 * page + 4] |= 0x05
            $0.memory[4 * page + 5] = 0xA7
        }
        let frozen = empty.with { $0.memory[4 * page + 4] |= 0x40 }
        return cases + [
            protecting("other bits of the configuration", set),
            protecting("protected so already", equal.protected(from: 4)),
            protecting("protected from page 10", empty.protected(from: 10)),
            delivered.facts.hasCFGLCK ? protecting("frozen configuration", frozen) : protecting("blank", empty),
        ]
    }
}

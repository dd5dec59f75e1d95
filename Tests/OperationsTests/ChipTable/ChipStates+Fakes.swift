import Jobs
import Simulation
import Tags

/// Tags that are not what they say.
extension ChipStates {
    static func fakes(of chip: VirtualChip) throws -> [ChipCase] {
        let delivered = try LaidTag(delivered: chip)
        let empty = delivered.formatted()
        var cases = foreignMaker(delivered)
        guard delivered.facts.hasVersion else { return cases + shownOtherwise(delivered) }
        func laid(_ change: (inout TagTraits) -> Void) -> LaidTag { empty.with { change(&$0.traits) } }
        cases += ways("silent after GET_VERSION", laid { $0.isSilentAfterVersion = true })
        if [.ntag213, .ntag215, .ntag216].contains(chip) {
            cases += ways("GET_VERSION refused", laid { $0.version = .refused })
        }
        if let vendor = [
            VirtualChip.ntag213: [0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03],
            .ntag215: [0x00, 0x05, 0x34, 0x02, 0x01, 0x00, 0x11, 0x03],
            .mf0ul21: [0x00, 0x34, 0x21, 0x01, 0x01, 0x00, 0x0E, 0x03],
        ][chip] as [UInt8]? {
            cases.append(
                ChipCase(
                    name: "foreign vendor", tag: laid { $0.version = .answer(vendor) },
                    asked: Asked(message: Sample.item)))
        }
        if delivered.facts.lastUserPage > 0x20 {
            // Field case 31.
            cases += ways("a size lie", laid { $0.lastPage = 0x1F }.with { $0.isSizeLie = true })
        }
        if chip == .ntag213 {
            // Lock bits of another chip lie in the same page: such a tag must not be locked as what it looks like.
            for (last, name) in [(0x29, "NTAG203"), (0x2B, "Ultralight C")] {
                for version in [nil, TagTraits.Version.refused] {
                    cases += ways(
                        "a size lie, like \(name)" + (version == .refused ? ", GET_VERSION refused" : ""),
                        laid {
                            $0.lastPage = last
                            $0.version = version
                        }.with { $0.isSizeLie = true })
                }
            }
        }
        return cases
    }

    /// The UID begins as no chip of this kind does.
    private static func foreignMaker(_ delivered: LaidTag) -> [ChipCase] {
        guard delivered.facts.isLockable, let uid = UID(hex: "1D112233445566") else { return [] }
        func laid(_ tag: LaidTag) -> LaidTag { tag.with(uid: uid).with { $0.isForeign = true } }
        var cases =
            ways("another maker's UID", laid(delivered.formatted()))
            + ways("another maker's UID, equal", laid(delivered.holding(Sample.item)))
        for locks in [false, true] {
            let asked = Asked(message: Sample.item, locks: locks, formats: true)
            let name = "another maker's UID, unformatted, format" + (locks ? " and lock" : "")
            cases.append(ChipCase(name: name, tag: laid(delivered.unformatted()), asked: asked))
        }
        var protecting = Asked(message: Sample.item, protects: true)
        protecting.password = .right
        cases.append(
            ChipCase(name: "another maker's UID, protect", tag: laid(delivered.formatted()), asked: protecting))
        if [.ntag213, .ntag215, .ntag216].contains(delivered.chip) {
            let silent = laid(delivered.formatted()).with { $0.traits.version = .refused }
            cases.append(
                ChipCase(name: "another maker's UID, GET_VERSION refused, protect", tag: silent, asked: protecting))
            cases += ways("another maker's UID, GET_VERSION refused", silent)
        }
        return cases
    }

    /// What a chip that knows no GET_VERSION always shows is missing, or what it never shows is there.
    private static func shownOtherwise(_ delivered: LaidTag) -> [ChipCase] {
        guard delivered.facts.dynamicLock != nil else { return [] }
        let empty = delivered.formatted()
        let lockPage = ways("page 40 ends in BD", empty.with { $0[40][3] = 0xBD })
        guard delivered.chip == .ntag203 else {
            let chain = delivered.holding([], after: [0x01, 0x03, 0xA0, 0x0C, 0x34])
            return lockPage + ways("the lock control TLV of NTAG213", chain)
        }
        return lockPage + ways("no lock control TLV", delivered.holding([], after: []))
            + ways("the lock control TLV of NTAG213", delivered.holding([], after: [0x01, 0x03, 0xA0, 0x0C, 0x34]))
            + ways("a counter like CFG0", empty.with { $0[41] = [0x04, 0, 0, 0xFF] })
    }

    /// Asked for: tags that are their maker's, with the signature to prove it.
    static func signatures(of chip: VirtualChip) throws -> [ChipCase] {
        let empty = try LaidTag(delivered: chip).formatted()
        var asked = Asked(message: Sample.item)
        asked.requiresGenuine = true
        var cases = [ChipCase(name: "no signature, genuine asked", tag: empty, asked: asked)]
        if empty.chip == .ntag216 {
            // A published pair of UID and signature; the fake is a pattern of UID and check byte.
            let signature = "F2DE84A291222F6A04F663D48104D1F523DA00B9A951CC6126CE1BAA8A9E6A50"
            let fake = String(repeating: "1D424A9DB9950000", count: 4)
            for (name, text, isGenuine) in [("genuine", signature, true), ("a fake signature", fake, false)] {
                guard let uid = UID(hex: "04BE7982355B80"), let bytes = [UInt8](hex: text) else { continue }
                let tag = empty.with(uid: uid).with {
                    $0.traits.signature = bytes
                    $0.isGenuine = isGenuine
                }
                cases.append(ChipCase(name: name + ", genuine asked", tag: tag, asked: asked))
            }
        }
        return cases
    }
}

extension LaidTag {
    /// The same tag with another UID and its check bytes.
    func with(uid: UID) -> LaidTag {
        let u = uid.bytes
        var tag = LaidTag(
            chip: chip, uid: uid, delivered: delivered, memory: memory, traits: traits, isGenuine: isGenuine,
            isForeign: isForeign, isSizeLie: isSizeLie)
        tag[0] = [u[0], u[1], u[2], 0x88 ^ u[0] ^ u[1] ^ u[2]]
        tag[1] = Array(u[3...6])
        tag.memory[8] = u[3] ^ u[4] ^ u[5] ^ u[6]
        return tag
    }
}

import Jobs
import Simulation
import Tags

/// Tags that are not what they say.
extension ChipStates {
    static func fakes(of chip: VirtualChip) throws -> [ChipCase] {
        let delivered = try LaidTag(delivered: chip)
        let empty = delivered.formatted()
        guard delivered.facts.hasVersion else { return [] }
        var cases: [ChipCase] = []
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
        return cases
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
            chip: chip, uid: uid, memory: memory, traits: traits, isGenuine: isGenuine, isSizeLie: isSizeLie)
        tag[0] = [u[0], u[1], u[2], 0x88 ^ u[0] ^ u[1] ^ u[2]]
        tag[1] = Array(u[3...6])
        tag.memory[8] = u[3] ^ u[4] ^ u[5] ^ u[6]
        return tag
    }
}

import Jobs
import Provisioning
import Tags

/// Everything that is known of the presented tag without writing to it.
struct TagInfoListing {
    let tag: TagInspection
    let genuine: Genuine
    let reader: String
    private let layout: Type2Layout?
    private let configuration: Type2Configuration?

    init(_ tag: TagInspection, genuine: Genuine, reader: String) {
        self.tag = tag
        self.genuine = genuine
        self.reader = reader
        let layout = tag.contents?.locks?.layout ?? tag.chip?.type2Layout
        self.layout = layout
        configuration = layout.flatMap { layout in
            tag.memory.flatMap { Type2Configuration(memory: $0, layout: layout) }
        }
    }

    // MARK: Text

    var text: String {
        let rows: [(String, String?)] = [
            ("tag", tag.named), ("reader", reader), ("maker", maker), ("told by", toldBy), ("size", size),
            ("CC", container),
            ("holds", holds), ("state", tag.lockState?.rawValue), ("locks", locks), ("password", password),
            ("mirror", mirror), ("counter", counter), ("genuine", genuineSentence),
        ]
        let notes = (tag.contents?.notes ?? []).map { ("note", $0 as String?) }
        return (rows + notes).compactMap { name, value in
            value.map { VisibleText.fit(name, to: 10) + VisibleText.escaped($0) }
        }.joined(separator: "\n")
    }

    private var maker: String? {
        guard let uid = tag.uid, uid.count == 7 else { return nil }
        return "UID begins with \(Manufacturer.name(uid[0]))"
    }

    private var toldBy: String {
        guard let version = tag.version else { return "reads; the reader passes no GET_VERSION, or the tag knows none" }
        return "GET_VERSION \(version.hex)"
    }

    private var size: String? {
        layout.map { layout in
            "\(layout.pageCount) pages; user pages \(layout.userPages.lowerBound) to \(layout.userPages.upperBound - 1), "
                + "\(layout.userPages.count * 4) bytes"
        }
    }

    private var page3: CapabilityContainer? { tag.memory?[3].map { CapabilityContainer($0) } }

    private var container: String? {
        guard let page3 else { return nil }
        if page3.isAbsent { return "\(page3.page): none; the tag was never formatted for NDEF" }
        if let reason = page3.notNDEFReason { return reason }
        let writing = page3.writeAccess == 0xF ? "never" : Self.access(page3.writeAccess)
        return
            "\(page3.page): NDEF \(page3.versionMajor).\(page3.versionMinor), \(page3.areaBytes) bytes of data area, "
            + "reading \(Self.access(page3.readAccess)), writing \(writing)"
    }

    /// Values but 0, and F for writing, are proprietary or reserved (NFC Forum Type 2 Tag 1.2, 6.1).
    private static func access(_ nibble: UInt8) -> String {
        nibble == 0 ? "free" : "restricted (\(String(nibble, radix: 16, uppercase: true)))"
    }

    private var holds: String? {
        guard let contents = tag.contents else { return tag.rejection?.detail }
        let room = contents.capacityBytes.map { "; a message may have \($0) bytes" } ?? ""
        return tag.content + room
    }

    private var locks: String? {
        guard let locks = tag.contents?.locks, let layout else { return nil }
        let fixed = locks.staticLock.map { "static \($0.hex)" }
        let dynamic = locks.dynamicLock.map { "dynamic \($0.hex)" }
        let bytes = [fixed, dynamic].compactMap { $0 }.joined(separator: ", ")
        let locked = layout.userPages.filter { locks.isLocked($0) }
        let words = locked.isEmpty ? "no user page is locked" : "\(pageList(locked)) locked for ever"
        return bytes.isEmpty ? words : "\(words) (\(bytes))"
    }

    private var password: String? {
        guard let configuration else {
            return tag.contents?.locks?.protectedFrom.map { "a key protects pages from \($0) on" }
        }
        let auth0 = "AUTH0 \([configuration.auth0].hex)"
        var parts = [
            configuration.protectedFrom.map { "needed from page \($0) on (\(auth0))" } ?? "not needed (\(auth0))"
        ]
        guard let access = configuration.access else { return parts[0] + "; the rest is kept by the password" }
        parts.append(access.protectsReading ? "for reading too (PROT 1)" : "for writing (PROT 0)")
        parts.append(
            access.wrongPasswordLimit.map { "\($0) wrong ones close the tag for ever (AUTHLIM)" }
                ?? "any number of wrong ones (AUTHLIM 0)")
        if access.isLocked { parts.append("locked for ever as it is (CFGLCK)") }
        return parts.joined(separator: ", ")
    }

    private var mirror: String? {
        guard let mirror = configuration?.mirror else { return nil }
        guard let on = tag.contents?.mirror else {
            return "off (MIRROR_CONF \(mirror.setting), MIRROR_PAGE \(mirror.page))"
        }
        return "\(on.content.rawValue) over \(pageList(on.pages)), from byte \(mirror.byte) of page \(mirror.page) on"
    }

    private var counter: String? {
        if !tag.counters.isEmpty {
            let values = tag.counters.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined(separator: ", ")
            guard configuration?.access?.countsReads == true else { return values }
            return "\(values); each reading of the tag adds one, this one did too"
        }
        guard let access = configuration?.access, layout?.mirror == .uidAndCounter else { return nil }
        if !access.countsReads { return "off" }
        return access.counterNeedsPassword
            ? "on, and not told without the password; each reading of the tag adds one, this one did too"
            : "on; each reading of the tag adds one, this one did too"
    }

    private var genuineSentence: String? {
        guard tag.uid != nil else { return nil }
        return switch genuine {
        case .yes: "yes: its maker signed this UID (a copy of both would pass too)"
        case .no: "no: its originality signature is not its maker's"
        case .unknown where tag.signature == nil: "not known: it gives no signature, or the reader passes no READ_SIG"
        case .unknown: "not known: no key is known for its signature"
        }
    }
}

// MARK: JSON

extension TagInfoListing {
    /// `tagmill.info/1`
    var json: JSONValue {
        .object([
            .init("schema", .string("tagmill.info/1")),
            .init("reader", .string(reader)),
            .init("uid", .text(tag.uid?.description)),
            .init("chip", .text(tag.chip?.rawValue)),
            .init("version_hex", .text(tag.version?.hex)),
            .init("pages", .count(layout?.pageCount)),
            .init(
                "user_pages", layout.map { Self.list($0.userPages.lowerBound, $0.userPages.upperBound - 1) } ?? .null),
            .init("cc_hex", .text(page3?.page.description)),
            .init("verdict", .string(ObservedTag(tag, source: reader).verdict.rawValue)),
            .init("reason", .text(tag.rejection?.reason.rawValue)),
            .init("lock_state", .text(tag.lockState?.rawValue)),
            .init("capacity_bytes", .count(tag.contents?.capacityBytes)),
            .init("locks", locksJSON), .init("password", passwordJSON), .init("mirror", mirrorJSON),
            .init("counters", countersJSON),
            .init("signature_hex", .text(tag.signature?.hex)),
            .init("genuine", .string(genuine.rawValue)),
            .init("notes", .array(notes.map { .string($0) })),
        ])
    }

    private var notes: [String] { [tag.rejection?.detail].compactMap { $0 } + (tag.contents?.notes ?? []) }

    private static func list(_ numbers: Int...) -> JSONValue { .array(numbers.map { .int(Int64($0)) }) }

    private static func pages(_ pages: [Int]) -> JSONValue { .array(pages.map { .int(Int64($0)) }) }

    private var locksJSON: JSONValue {
        guard let locks = tag.contents?.locks, let layout else { return .null }
        return .object([
            .init("static_hex", .text(locks.staticLock?.hex)),
            .init("dynamic_hex", .text(locks.dynamicLock?.hex)),
            .init("locked_pages", Self.pages(([3] + layout.userPages).filter { isLocked($0, locks) })),
            .init(
                "never_lockable_pages",
                Self.pages(
                    ([3] + layout.userPages).filter { locks.isLockBitFrozen($0) && !isLocked($0, locks) })),
        ])
    }

    private func isLocked(_ page: Int, _ locks: Type2Locks) -> Bool {
        page == 3 ? locks.isContainerLocked : locks.isLocked(page)
    }

    private var passwordJSON: JSONValue {
        guard let configuration else { return .null }
        return .object([
            .init("protected_from", .count(configuration.protectedFrom)),
            .init("protects_reading", configuration.access.map { .bool($0.protectsReading) } ?? .null),
            .init("configuration_locked", configuration.access.map { .bool($0.isLocked) } ?? .null),
            .init("wrong_password_limit", .count(configuration.access?.wrongPasswordLimit)),
        ])
    }

    private var mirrorJSON: JSONValue {
        guard let mirror = tag.contents?.mirror else { return .null }
        return .object([
            .init("content", .string(mirror.content.rawValue)),
            .init("first_byte", .int(Int64(mirror.bytes.lowerBound))),
            .init("bytes", .int(Int64(mirror.bytes.count))),
        ])
    }

    private var countersJSON: JSONValue {
        .object(tag.counters.sorted { $0.key < $1.key }.map { .init("\($0.key)", .int(Int64($0.value))) })
    }
}

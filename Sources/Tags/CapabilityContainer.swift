/// The capability container: page 3 of a Type 2 tag (NFC Forum Type 2 Tag 1.2, section 6.1).
public struct CapabilityContainer: Hashable, Sendable {
    public let page: Page

    public init(_ page: Page) { self.page = page }

    /// E1 on an NDEF tag.
    public var magic: UInt8 { page[0] }
    public var versionMajor: Int { Int(page[1] >> 4) }
    public var versionMinor: Int { Int(page[1] & 15) }
    /// The size of the data area in bytes, as the container says; the chip may have less.
    public var areaBytes: Int { Int(page[2]) * 8 }
    /// 0: read without any security.
    public var readAccess: UInt8 { page[3] >> 4 }
    /// 0: written without any security; F: not at all; others are reserved or proprietary.
    public var writeAccess: UInt8 { page[3] & 15 }

    /// No container at all: the page as chips without NDEF are delivered, every bit still 0.
    ///
    /// Only this counts as unformatted. The page is one-time programmable (bits go from 0 to 1 alone), so a page with any
    /// other content, FF FF FF FF too, holds what somebody put there and is no NDEF tag.
    public var isAbsent: Bool { page.word == 0 }

    /// A right container: magic E1 and mapping version 1.x.
    var isOfNDEF: Bool { magic == 0xE1 && versionMajor == 1 }

    /// Why this is no NDEF tag, or nil when it is one: magic E1 and mapping version 1.x (6.1; a reader must not work with
    /// a major version that it does not know).
    public var notNDEFReason: String? {
        if isOfNDEF { return nil }
        if magic != 0xE1 { return "capability container \(page) does not begin with E1" }
        return "capability container \(page) has mapping version \(versionMajor).\(versionMinor)"
    }
}

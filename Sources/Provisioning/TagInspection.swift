import ReaderModels
public import Tags

/// What lies on a reader, looked at and left as it is.
public struct TagInspection: Sendable {
    public var uid: UID?
    public var chip: Chip?
    /// What the tag holds; nil where it could not be told.
    public var contents: TagContents?
    public var lockState: LockState?
    /// What was read of its pages; nil where it was not identified.
    public var memory: PageMemory?
    /// Its answer to GET_VERSION, where the reader passes the command.
    public var version: [UInt8]?
    /// Its answer to READ_SIG, where it was asked and the reader passes the command.
    public var signature: [UInt8]?
    /// Its counters that were asked for, by number.
    public var counters: [Int: UInt32] = [:]
    /// Why it is no tag that can be told, or what is wrong with it.
    public var rejection: Rejection?

    public init(
        uid: UID? = nil, chip: Chip? = nil, contents: TagContents? = nil, lockState: LockState? = nil,
        memory: PageMemory? = nil, version: [UInt8]? = nil, rejection: Rejection? = nil
    ) {
        self.uid = uid
        self.chip = chip
        self.contents = contents
        self.lockState = lockState
        self.memory = memory
        self.version = version
        self.rejection = rejection
    }

    /// Identifies and reads the tag on the channel. Nothing is written.
    ///
    /// - Parameters:
    ///   - passwords: opens tags that a password protects.
    ///   - asksSignature: reads the originality signature too, of chips whose maker's key is known.
    public static func inspect(
        _ channel: inout any CardChannel & ~Copyable, reader: ReaderFindings, passwords: (any PasswordSource)? = nil,
        asksSignature: Bool = false
    ) -> TagInspection {
        var identification = Type2Identification(session: Type2Session(reader), passwords: passwords)
        defer { Type2Session.close(reader, &channel) }
        do throws(UnfitTag) {
            let tag = try identification.identify(&channel)
            var inspection = TagInspection(tag, identification.session)
            if asksSignature, !tag.chip.originalityKeys.isEmpty {
                do throws(Rejection) {
                    inspection.signature = try identification.session.signature(&channel)
                } catch {
                    // It was taken away meanwhile: what it held was read, and whether it is genuine is not known.
                }
            }
            return inspection
        } catch {
            return TagInspection(error, identification.session)
        }
    }

    init(_ tag: IdentifiedTag, _ session: Type2Session) {
        self.init(
            uid: tag.uid, chip: tag.chip, contents: tag.contents, lockState: tag.contents.lockState,
            memory: session.memory, version: session.versionAnswer)
    }

    /// What is known of a tag that cannot be taken.
    init(_ tag: UnfitTag, _ session: Type2Session) {
        self.init(
            uid: tag.uid, chip: tag.chip, lockState: tag.lockState, version: session.versionAnswer,
            rejection: tag.rejection)
    }

    /// As `inspect`, and reads every page that the tag gives.
    ///
    /// PWD and PACK read as zeros whatever they are (NTAG213/215/216 data sheet rev. 3.2, 8.5.7): they stay unread.
    public static func dump(
        _ channel: inout any CardChannel & ~Copyable, reader: ReaderFindings, passwords: (any PasswordSource)? = nil
    ) -> TagInspection {
        var identification = Type2Identification(session: Type2Session(reader), passwords: passwords)
        defer { Type2Session.close(reader, &channel) }
        do throws(UnfitTag) {
            let tag = try identification.identify(&channel)
            var inspection: TagInspection
            do throws(Rejection) {
                try identification.session.read(
                    0..<tag.layout.pageCount, pageCount: tag.layout.pageCount, &channel)
                inspection = TagInspection(tag, identification.session)
                for page in tag.secretPages { inspection.memory?[page] = nil }
            } catch {
                inspection = TagInspection(
                    uid: tag.uid, chip: tag.chip, lockState: tag.contents.lockState, rejection: error)
            }
            return inspection
        } catch {
            return TagInspection(error, identification.session)
        }
    }

    /// What lies there cannot even be connected to.
    public static func unreachable(_ error: ChannelError) -> TagInspection {
        TagInspection(rejection: Rejection(error))
    }
}

extension IdentifiedTag {
    /// The pages that hold a password or a key, or may.
    var secretPages: Range<Int> { chip == .unknown ? layout.secretPages : chip.secretPages }
}

import ReaderModels
import Tags

extension TagInspection {
    /// As `dump`, and what the tag answers beside its pages: its signature, and the counters that can be read without
    /// changing them. The reads of pages count on a tag whose NFC counter is on.
    ///
    /// - Parameter passwords: opens a tag that a password protects.
    public static func survey(
        _ channel: inout any CardChannel & ~Copyable, reader: ReaderFindings, passwords: (any PasswordSource)? = nil
    ) -> TagInspection {
        var identification = Type2Identification(session: Type2Session(reader), passwords: passwords)
        defer { Type2Session.close(reader, &channel) }
        do throws(UnfitTag) {
            let tag = try identification.identify(&channel)
            var inspection = TagInspection(tag, identification.session)
            do throws(Rejection) {
                try identification.session.read(0..<tag.layout.pageCount, pageCount: tag.layout.pageCount, &channel)
                inspection.memory = identification.session.memory
                for page in tag.secretPages { inspection.memory?[page] = nil }
                let configuration = Type2Configuration(memory: identification.session.memory, layout: tag.layout)
                inspection.signature = try identification.session.signature(&channel)
                for number in tag.layout.readableCounters(configuration, isOpen: identification.session.isOpen) {
                    inspection.counters[Int(number)] = try identification.session.counter(number, &channel)
                }
            } catch {
                inspection.rejection = error
            }
            return inspection
        } catch {
            return TagInspection(error, identification.session)
        }
    }
}

import Tags

extension Settings {
    /// The settings with the content of the files that their records name in place of the names, as base64: the digest of the
    /// job, and whoever goes on with the run, then know what was meant whatever becomes of the files.
    ///
    /// - Parameter read: gives the bytes of a file by its name, which is one without a path (`init(json:)` takes no other).
    /// - Throws: what `read` throws.
    public func readingFiles<Failure: Error>(
        _ read: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> Settings {
        guard var list = records else { return self }
        for record in list.indices {
            for field in list[record].fields.indices where list[record].fields[field].name == "file" {
                let bytes = try read(list[record].fields[field].value)
                list[record].fields[field] = .init("base64", bytes.base64)
            }
        }
        var settings = self
        settings.records = list
        return settings
    }
}

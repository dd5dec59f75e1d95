import NDEF

extension JobIssue {
    /// What phones make of the tags of a job whose first tag holds this message; nil where they open it. Told once a job, because
    /// the rows of a job are alike.
    static func ofPhones(_ message: [UInt8]) -> JobIssue? {
        guard let record = try? Message(decoding: message).records.first else { return nil }
        let isURI = record.typeNameFormat == .wellKnown && record.type == URIRecord.type
        let uri =
            isURI
            ? record.payload.first.map { code in
                (URIPrefix.text(of: code) ?? "") + String(decoding: record.payload.dropFirst(), as: UTF8.self)
            } : nil
        return URICheck.phoneAdvice(firstURI: uri).map {
            JobIssue(severity: $0.severity, code: $0.code, message: $0.message)
        }
    }
}

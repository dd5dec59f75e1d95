/// A URI of a short message: `sms:+12025550143?body=Hello` (RFC 5724, 2.2).
enum ShortMessageFields {
    static let fields = RecordFields(value: .init(name: "value"), ["body"])

    static func build(_ values: RecordValues) -> BuiltRecord {
        // smsto is Android's.
        if let whole = values.wholeURI(["sms", "smsto"]) { return whole }
        var built = BuiltRecord()
        var numbers: [String] = []
        for part in values.value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = TelephoneNumber(String(part), into: &built) else { break }
            numbers.append(number.text)
        }
        let body = values["body"] ?? ""
        built.checkControls(body, "body")
        if numbers.count > 1 {
            built.warn("sms-several", "value", "iPhones take one number of an SMS link; here are \(numbers.count)")
        }
        let text = body.withLineEnds("\n").percentEncoded
        built.write(uri: "sms:" + numbers.joined(separator: ",") + (text.isEmpty ? "" : "?body=" + text))
        return built
    }
}

import NDEF

/// An Android Application Record: Android opens this app, or its page in the store. It dispatches a tag by the first record
/// of a message, so an application record stands last.
enum AndroidPackageFields {
    static let fields = RecordFields(value: .init(name: "value"))

    static func build(_ values: RecordValues) -> BuiltRecord {
        let package = values.value.trimmingBlanks
        var built = BuiltRecord()
        built.summary = package
        guard isPackage(package) else {
            built.refuse(
                "package-invalid", "value",
                "\(package.quoted) is no Android package; write its name such as com.example.app: two parts or more, each "
                    + "beginning with a letter, of letters, digits and _")
            return built
        }
        built.records = [
            Record(typeNameFormat: .external, type: Array("android.com:pkg".utf8), payload: Array(package.utf8))
        ]
        return built
    }

    /// An application ID, as Android's build tools have it ("Set the application ID", developer.android.com).
    private static func isPackage(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2
            && parts.allSatisfy { part in
                part.unicodeScalars.first?.isASCIILetter == true
                    && part.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || $0 == "_" }
            }
    }
}

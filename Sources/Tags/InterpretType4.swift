/// Says what is on a Type 4 tag, from its capability container file and its other files.
///
/// The NDEF file begins with NLEN, the length of the message (NFC Forum Type 4 Tag 2.0).
func interpretType4(container bytes: [UInt8], files: [UInt16: [UInt8]]) -> TagContents {
    let container: Type4Container
    do throws(Type4Container.Fault) {
        container = try Type4Container(bytes)
    } catch {
        switch error {
        case .notNDEF(let what): return TagContents(.notNDEF(what), lockState: .notNDEF)
        case .missing(let what): return TagContents(.missing(what))
        }
    }
    var contents = TagContents(.empty, lockState: container.lockState)
    // What the image holds of such a file, no reader gets without the key; it is not passed on.
    guard container.readAccess == 0 else {
        contents.verdict = .missing(
            "the capability container says read access \([container.readAccess].hex): file \(container.name) cannot be "
                + "read without a key")
        return contents
    }
    contents.capacityBytes = container.capacityBytes
    if contents.lockState == .unknown {
        contents.notes.append(
            "the capability container says write access \([container.writeAccess].hex), which is reserved")
    }
    guard let file = files[container.file] else {
        contents.verdict = .missing("file \(container.name), the NDEF file, is not in the image")
        return contents
    }
    if file.count > container.fileBytes {
        contents.notes.append(
            "file \(container.name) has \(file.count) bytes; the capability container says \(container.fileBytes)")
    }
    contents.verdict = verdict(of: file, container)
    return contents
}

private func verdict(of file: [UInt8], _ container: Type4Container) -> TagContents.Verdict {
    guard file.count >= container.lengthBytes else {
        return .missing("file \(container.name) has \(file.count) bytes in the image: NLEN is not known")
    }
    let length = file.prefix(container.lengthBytes).reduce(0) { $0 << 8 | Int($1) }
    if length == 0 { return .empty }
    guard length <= container.capacityBytes else {
        return .broken("NLEN says \(length), there is room for \(container.capacityBytes)")
    }
    let message = file.dropFirst(container.lengthBytes).prefix(length)
    guard message.count == length else { return .missing("NLEN says \(length), \(message.count) present") }
    return .of(message: Array(message))
}

import Tags

extension Type2Session {
    /// A new activation, after which the tag is opened again where it was open before.
    mutating func activateAgain(
        openedWith password: TagPassword?, _ channel: inout any CardChannel & ~Copyable
    ) throws(Rejection) {
        try activateAgain(&channel)
        guard let password else { return }
        guard case .accepted = try authenticate(with: password, &channel) else {
            throw Rejection(.tagPassword, "the tag refuses the password that had opened it")
        }
    }
}

public import Provisioning

extension PCSCReaders {
    /// Where a reader is plugged in; nil where the driver does not say, it is not on USB, or another program keeps the answer
    /// from us. Nothing is sent to the reader or its tag.
    ///
    /// Blocks for 300 ms at most.
    public func place(of reader: ReaderInfo) -> USBPlace? {
        guard let attempt = Attempt<UInt32>.channel(of: reader.name) else { return nil }
        guard case .success(let channel) = attempt.outcome(withinMilliseconds: Limits.placeWait) else {
            attempt.abandon()
            return nil
        }
        return USBPlace(channel: channel)
    }
}

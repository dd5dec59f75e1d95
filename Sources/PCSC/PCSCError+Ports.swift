package import Provisioning

extension PCSCError {
    /// Whether every handle and context that this process has is worthless now: the service ended, or ended and began
    /// anew. pcsc-lite 1.9.9 gives NO_SERVICE to calls after the end and COMM_ERROR to the call that was waiting.
    package var meansServiceIsGone: Bool {
        switch self {
        case .noService, .serviceStopped, .communicationFailed, .invalidHandle: true
        default: false
        }
    }

    /// The error as the readers' port speaks of it.
    package var asReadersError: ReadersError {
        let code: ReadersError.Code
        switch self {
        case _ where meansServiceIsGone: code = .noService
        case .securityViolation: code = .accessDenied
        case .unknownReader, .readerUnavailable: code = .readerLost
        case .cancelled: code = .cancelled
        default: code = .failed
        }
        return ReadersError(code, context: description)
    }

    /// The error as the card's port speaks of it.
    package var asChannelError: ChannelError {
        let code: ChannelError.Code
        switch self {
        case _ where meansServiceIsGone: code = .readerLost
        case .unknownReader, .readerUnavailable, .securityViolation: code = .readerLost
        case .removedCard, .noSmartcard: code = .tagRemoved
        case .resetCard: code = .tagReset
        case .sharingViolation: code = .readerBusy
        case .unresponsiveCard, .unpoweredCard: code = .unresponsive
        case .insufficientBuffer: code = .malformedAnswer
        case .cancelled: code = .cancelled
        // NOT_TRANSACTED is what pcscd says when the driver reports a failed exchange.
        default: code = .transmission
        }
        return ChannelError(code, context: description)
    }
}

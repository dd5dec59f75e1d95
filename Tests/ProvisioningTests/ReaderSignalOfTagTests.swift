import Jobs
import Provisioning
import ReaderModels
import Tags
import Testing

@Suite struct ReaderSignalOfTagTests {
    @Test(
        arguments: [
            (.written, nil, .success), (.unchanged, nil, .success), (.rejected, .tagLocked, .failure),
            (.rejected, .duplicateUID, .failure), (.failed, .writeFailed, .failure),
            (.failed, .lockIncomplete, .failure),
            (.failed, .tagRemoved, .lift), (.rejected, .tagRemoved, .lift), (.rejected, .severalTags, .lift),
            (.rejected, .tagChanged, .lift), (.rejected, .readerError, .lift), (.rejected, .leaseLost, .lift),
            (.inDoubt, .tagRemoved, .lift), (.inDoubt, nil, .lift), (.ignored, nil, nil), (.ignored, .notATag, nil),
        ] as [(Presentation.Result, Reason?, ReaderSignal?)])
    func whatAReaderShows(result: Presentation.Result, reason: Reason?, signal: ReaderSignal?) {
        let presentation = Presentation(
            reader: "R", station: "S", result: result, reason: reason, presentedAt: Timestamp(milliseconds: 0))
        #expect(ReaderSignal(of: presentation) == signal)
    }
}

import FoundationEssentials
import Glibc
import Jobs
import PCSC
import Provisioning
import ReaderModels
import Simulation
import Threads

/// Where the readers of a command come from: PC/SC, or the rack of `--rack`.
struct ReaderSource: Sendable {
    let readers: any Readers
    /// Nil with PC/SC.
    let rack: Rack?
    /// What was read to make them: the rack and the images that it names.
    var files: [String] = []

    /// The readers that are there now. Throws, with the likely causes and their cures, where no service answers, or one hangs;
    /// an empty list is no error here.
    func list() throws(CommandError) -> [ReaderInfo] {
        if let readers = readers as? PCSCReaders {
            switch PCSCInquiry.list(readers) {
            case .readers(let all): return all.map(\.info)
            case .refused(let error): throw commandError(error)
            case .hangs: throw commandError(ReadersError(.noService, context: "it took the question and said nothing"))
            }
        }
        do throws(ReadersError) {
            return try readers.list()
        } catch {
            throw commandError(error)
        }
    }

    /// The readers of a command, of which there is at least one.
    func selection(by patterns: [ReaderPattern]) throws(CommandError) -> ReaderSelection {
        let all = try list()
        let selection = try ReaderSelection(patterns, among: all)
        if selection.readers.isEmpty { throw noReader(among: all) }
        return selection
    }

    /// After how many seconds without a tag the command ends; a rack ends by itself, and before only if asked to.
    func idleTimeoutSeconds(_ options: ReaderOptions, in surroundings: Surroundings) -> Int? {
        rack == nil ? options.effectiveIdleTimeout(in: surroundings) : options.idleTimeoutSeconds
    }

    /// What the user is told of a reader's error.
    func commandError(_ error: ReadersError) -> CommandError {
        switch error.code {
        case .noService, .accessDenied: .noService(error, cure: cure(error.code))
        case .readerLost, .inUse, .cancelled, .failed: .reader(error)
        }
    }

    /// What the user is told where no reader for tags is among `all`.
    func noReader(among all: [ReaderInfo]) -> CommandError {
        guard all.isEmpty else {
            let names = all.map { "\n  \($0.name)" }.joined()
            return .noReader(cure: "What is there takes no tags:\(names)")
        }
        return .noReader(cure: cure(nil))
    }

    /// Why no reader is found, the likeliest cause first.
    private func cure(_ answer: ReadersError.Code?) -> String {
        rack == nil ? likelyCauses(.here(answer)).joined(separator: "\n") : ""
    }
}

extension MachineFacts {
    /// This machine, as PC/SC's library of this process meets it.
    /// - Parameter answer: what PC/SC answered; nil when it answers.
    static func here(_ answer: ReadersError.Code?) -> MachineFacts {
        MachineFacts(answer: answer, socket: Surroundings.current().environment["PCSCLITE_CSOCK_NAME"])
    }
}

extension CommandContext {
    /// The readers that the command's options ask for.
    func readers() throws(CommandError) -> ReaderSource {
        guard let path = try ReaderOptions(arguments).rack else {
            return ReaderSource(readers: PCSCReaders(), rack: nil)
        }
        let read = Guarded([path])
        let file = try rackFile(at: path) { image in read.withLock { $0.append(image) } }
        do throws(RackError) {
            let rack = try Rack(
                file, keepsLog: false, sleep: realSleep,
                modelOf: { ReaderModel.model(ofReaderNamed: $0) })
            return ReaderSource(readers: rack.readers, rack: rack, files: read.withLock { $0 })
        } catch {
            throw .refusedFile(path: path, reason: error.context)
        }
    }

    /// Reads a rack file.
    /// - Parameter reads: told of each image that is read with it.
    func rackFile(
        at path: String, reads: @escaping @Sendable (_ image: String) -> Void = { _ in }
    ) throws(CommandError) -> RackFile {
        let bytes = try InputFile.bytes(at: path)
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[RackImages.key] = RackImageFile.images(ofRackAt: path, reads: reads)
            return try decoder.decode(RackFile.self, from: Data(bytes))
        } catch let error as RackError {
            throw .refusedFile(path: path, reason: error.context)
        } catch {
            throw .refusedFile(path: path, reason: Self.notJSON(bytes))
        }
    }

    /// The rack's own rules speak by `RackError`; any other error is of the JSON, and the decoder does not say where.
    private static func notJSON(_ bytes: [UInt8]) -> String {
        do throws(JSONError) {
            _ = try JSONValue(parsing: bytes)
            return "is no JSON that can be read"
        } catch {
            return "is no JSON: \(error)"
        }
    }
}

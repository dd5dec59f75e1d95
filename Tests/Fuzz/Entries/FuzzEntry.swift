/// A way into the product for bytes that nobody vouches for, as the fuzzer and the tests of kept inputs call it.
///
/// What is held for any input: nothing traps, the time and the memory are bounded (by the fuzzer's limits), and what is
/// read holds together, as each entry says.
public struct FuzzEntry: Sendable {
    /// How it is named on the command line, and its folder of inputs.
    public let name: String
    /// Other folders of fixtures that it begins with, below `Tests/Fixtures`.
    public let sharedFolders: [String]
    /// The longest input that is tried, in bytes: room for what the entry looks at, and short enough to try many.
    public let longestInput: Int
    private let check: @Sendable ([UInt8]) throws(BrokenProperty) -> Void

    init(
        _ name: String, sharedFolders: [String] = [], longestInput: Int = 4096,
        check: @escaping @Sendable ([UInt8]) throws(BrokenProperty) -> Void
    ) {
        self.name = name
        self.sharedFolders = sharedFolders
        self.longestInput = longestInput
        self.check = check
    }

    /// What does not hold together for the input; nil where all does.
    public func fault(of input: [UInt8]) -> String? {
        do throws(BrokenProperty) {
            try check(input)
            return nil
        } catch {
            return error.what
        }
    }

    /// Every entry. A new one has its folders `Tests/Fixtures/fuzz/NAME` and, once something was found, `found/NAME` there.
    public static let all: [FuzzEntry] = [
        messages, memory, blocks, answers, procedure, csv, jobs, settings, passwords, reports, reportRows, images,
        racks,
    ]

    /// The folders of its inputs below `Tests/Fixtures`: its own, what was found, and those it shares.
    public var folders: [String] { ["fuzz/\(name)", "fuzz/found/\(name)"] + sharedFolders }
}

/// A property that an input broke.
struct BrokenProperty: Error {
    let what: String
}

/// Throws where the condition does not hold; `what` says what is wrong then.
func hold(_ condition: Bool, _ what: @autoclosure () -> String) throws(BrokenProperty) {
    guard condition else { throw BrokenProperty(what: what()) }
}

import FuzzEntries
import Glibc

// libFuzzer's side: its own `main` calls these two (https://llvm.org/docs/LibFuzzer.html). Which entry gets the inputs is said
// by TAGMILL_FUZZ_TARGET; without it the entries are listed, each with the longest input and its folders.

/// Once it has a value it never changes.
private let entry = FuzzEntry.all.first { $0.name == ProcessEnvironment.target }

private enum ProcessEnvironment {
    static var target: String? { getenv("TAGMILL_FUZZ_TARGET").map { String(cString: $0) } }
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    if entry == nil {
        for entry in FuzzEntry.all {
            print(entry.name, entry.longestInput, entry.folders.joined(separator: " "))
        }
        exit(ProcessEnvironment.target == nil ? 0 : 2)
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    // libFuzzer takes a process that ends for a finding, and keeps the input.
    if let fault = entry?.fault(of: input) { fatalError(fault) }
    return 0
}

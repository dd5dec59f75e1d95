import Foundation
import Jobs
import Operations
import Provisioning

/// Times every item from its tag's presentation to its outcome, and looks at the process now and then.
///
/// The run's events come one at a time; what was seen is read when the run is over.
final class ItemWatch: RunObserver, @unchecked Sendable {
    // Sendable: the events come under the run's lock.
    private(set) var nanoseconds: [UInt64] = []
    private(set) var handlesAfter100 = 0
    private(set) var handlesAtEnd = 0
    private(set) var mostMemoryBytes = 0
    private var began: [String: UInt64] = [:]
    private let items: Int

    init(items: Int) { self.items = items }

    func observe(_ event: RunEvent) {
        switch event {
        case .presented(let reader, _): began[reader] = DispatchTime.now().uptimeNanoseconds
        case .concluded(let presentation, _) where presentation.result == .written:
            let now = DispatchTime.now().uptimeNanoseconds
            nanoseconds.append(now - (began[presentation.reader] ?? now))
            look()
        default: return
        }
    }

    private func look() {
        let count = nanoseconds.count
        if count == 100 { handlesAfter100 = Self.openHandles() }
        if count == items { handlesAtEnd = Self.openHandles() }
        if count % 500 == 0 { mostMemoryBytes = max(mostMemoryBytes, Self.residentBytes()) }
    }

    /// proc(5): one entry a descriptor, the one of the listing itself included.
    private static func openHandles() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1
    }

    /// proc(5), statm: the second number counts resident pages.
    private static func residentBytes() -> Int {
        let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : Int.max
    }
}

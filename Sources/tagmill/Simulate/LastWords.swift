import Glibc

/// The seeds that threads play, so that a defect that ends the whole process still tells with which one it can be seen again.
///
/// A slot belongs to the thread that took it; only that thread writes it, and reads it in its own signal handler.
enum LastWords {
    private struct Slot {
        var thread: pthread_t
        var seed: UInt64
        var isTaken: Bool
    }

    /// As many threads as a command may have.
    private static let slotCount = 256
    // Not Sendable by type: see above for who touches what.
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Slot> = {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
        slots.initialize(repeating: Slot(thread: pthread_self(), seed: 0, isTaken: false), count: slotCount)
        return slots
    }()

    /// From now on a trap tells the seed. To be called before the threads are started.
    static func prepare() {
        for slot in 0..<slotCount { slots[slot].isTaken = false }
        for signal in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in LastWords.tell() }
            // The handler is taken away first, so that what it returns to ends the process as it would have.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(signal, &action, nil)
        }
    }

    /// The calling thread plays this seed now. Each thread of a command has its own number, from 0.
    static func plays(_ seed: UInt64, thread number: Int) {
        guard number < slotCount else { return }
        slots[number] = Slot(thread: pthread_self(), seed: seed, isTaken: true)
    }

    /// Safe in a signal handler: nothing is allocated (signal-safety(7)).
    private static func tell() {
        let own = pthread_self()
        for number in 0..<slotCount where slots[number].isTaken && pthread_equal(slots[number].thread, own) != 0 {
            write("tagmill: a defect ended it in the world of seed ")
            write(slots[number].seed)
            write("\n")
        }
    }

    private static func write(_ text: StaticString) {
        _ = Glibc.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }

    private static func write(_ number: UInt64) {
        var divisor: UInt64 = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            var digit = UInt8(ascii: "0") + UInt8(number / divisor % 10)
            _ = Glibc.write(STDERR_FILENO, &digit, 1)
            divisor /= 10
        }
    }
}

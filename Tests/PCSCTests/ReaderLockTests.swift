import Foundation
import Provisioning
import Testing
import Threads

@testable import PCSC

/// The names are this process's own: several test runs may share a machine.
@Suite struct ReaderLockTests {
    private static func reader(_ name: String, of process: pid_t = getpid()) -> String {
        "Lock test \(process) \(name)"
    }

    @Test func aReaderIsTakenOnceUntilItIsGivenBack() throws {
        let reader = Self.reader("once")
        #expect(ReaderLock.holder(of: reader) == .nobody)
        var lock: ReaderLock? = try ReaderLock(reader)
        do throws(ReadersError) {
            _ = try ReaderLock(reader)
            Issue.record("taken twice")
        } catch {
            #expect(error.code == .inUse)
            #expect(error.context == "process \(getpid())")
        }
        _ = try ReaderLock(Self.reader("another"))
        #expect(ReaderLock.holder(of: reader) == .process(getpid()))
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(ReaderLock.holder(of: reader) == .nobody)
        lock = try ReaderLock(reader)
        withExtendedLifetime(lock) {}
    }

    /// As a child has one that is being started, before its exec.
    @Test func aCopyOfWhatWasOpenDoesNotKeepIt() throws {
        let reader = Self.reader("copied")
        let lock = try ReaderLock(reader)
        let copy = try #require(lock.descriptor.withLock { $0.map { dup($0) } })
        #expect(ReaderLock.holder(of: reader) == .process(getpid()))
        lock.release()
        #expect(ReaderLock.holder(of: reader) == .nobody)
        close(copy)
        let next = try ReaderLock(reader)
        #expect(ReaderLock.holder(of: reader) == .process(getpid()))
        withExtendedLifetime((lock, next)) {}
    }

    /// The child learns this process's id, and is refused.
    @Test func anotherProcessIsRefused() async throws {
        let lock = try ReaderLock(Self.reader("of the parent"))
        await #expect(processExitsWith: .success) {
            let reader = ReaderLockTests.reader("of the parent", of: getppid())
            #expect(ReaderLock.holder(of: reader) == .process(getppid()))
            #expect(throws: ReadersError(.inUse)) { try ReaderLock(reader) }
        }
        withExtendedLifetime(lock) {}
    }

    /// Nothing is left behind that somebody would have to clear away.
    @Test func aProcessThatIsKilledGivesItBack() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let reader = ReaderLockTests.reader("of the child", of: getppid())
            let lock = try ReaderLock(reader)
            withExtendedLifetime(lock) {
                guard ReaderLock.holder(of: reader) == .process(getpid()) else { return }
                _ = kill(getpid(), SIGKILL)
            }
        }
        #expect(ReaderLock.holder(of: Self.reader("of the child")) == .nobody)
        _ = try ReaderLock(Self.reader("of the child"))
    }

    /// A slot that hangs in the driver does not end when its reader is unplugged, and must not keep it from the next.
    @Test func aReaderThatIsNoLongerThereIsGivenBack() throws {
        let (gone, there) = (Self.reader("gone"), Self.reader("there"))
        let held = HeldReaders()
        let locks = [try ReaderLock(gone), try ReaderLock(there)]
        for lock in locks { held.add(lock) }
        held.release(missingFrom: [there])
        #expect(ReaderLock.holder(of: gone) == .nobody)
        #expect(ReaderLock.holder(of: there) == .process(getpid()))
        let next = try ReaderLock(gone)
        held.release(missingFrom: [there])
        locks[0].dismissCallers()
        #expect(ReaderLock.holder(of: gone) == .process(getpid()))
        withExtendedLifetime((locks, next)) {}
    }

    /// Those who ask who has the reader are not served by a thread: they are let go at the reader's next look.
    @Test func manyWhoAskNeverWait() throws {
        let reader = Self.reader("asked for")
        let lock = try ReaderLock(reader)
        var answers: Set<ReaderLock.Holder> = []
        for _ in 0..<300 { answers.insert(ReaderLock.holder(of: reader)) }
        #expect(answers == [.process(getpid()), .process(nil)])
        #expect(throws: ReadersError(.inUse)) { try ReaderLock(reader) }
        lock.dismissCallers()
        lock.dismissCallers()
        #expect(ReaderLock.holder(of: reader) == .process(getpid()))
    }

    /// An address of an abstract socket has 107 bytes beside its zero.
    @Test func longNamesHaveLocksOfTheirOwn() throws {
        let names = ["A", "B"].map { first in
            (0..<200).map { first + String(repeating: "é", count: $0) + " 00 00" }
        }.joined()
        let locks = names.map { ReaderLock.name(of: $0) }
        #expect(Set(locks).count == locks.count)
        #expect(locks.map(\.utf8.count).max() == 107)
        let long = Self.reader(String(repeating: "x", count: 200))
        let lock = try ReaderLock(long)
        #expect(throws: ReadersError(.inUse)) { try ReaderLock(long) }
        withExtendedLifetime(lock) {}
    }
}

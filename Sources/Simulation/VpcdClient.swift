import Glibc
import Provisioning
import Tags

/// How long things take between a virtual tag and pcscd, in milliseconds.
public struct VpcdTiming: Hashable, Sendable {
    /// A tag is done with when a command came, then power off, and no power on for so long. SCardReconnect(UNPOWER)
    /// sends power on at once after power off, SCardDisconnect(UNPOWER) power off alone.
    public var doneAfter: Int
    /// Between two tags on one port: pcscd asks for presence every 400 ms, and takes a tag that comes within about 0.9
    /// s of the last for the same one.
    public var betweenTags: Int
    /// How long nobody may listen on the port, as while pcscd starts.
    public var connectWithin: Int
    /// Between two tries to connect.
    public var retryAfter: Int

    public init(doneAfter: Int = 1200, betweenTags: Int = 1000, connectWithin: Int = 30_000, retryAfter: Int = 100) {
        self.doneAfter = doneAfter
        self.betweenTags = betweenTags
        self.connectWithin = connectWithin
        self.retryAfter = retryAfter
    }

    public static var standard: Self { Self() }
}

/// A reader whose tags are laid by somebody's hands.
struct HeldReader: Sendable {
    let hands: any TagHands
    /// Its place in the rack.
    let number: Int
    let entry: @Sendable (UID) -> RackedTag?
}

/// Lays the tags of one virtual reader on one port of vpcd, one after another.
///
/// Blocking; used by one thread. A tag that is on the reader is a connection that is open.
struct VpcdClient: Sendable {
    /// How the presentation of one tag ended.
    private enum End { case doneWith, taken, hungUp, stopped }

    let reader: VirtualReader
    /// Whose hands lay the tags; nil: they come in the rack's order.
    let held: HeldReader?
    let port: UInt16
    let timing: VpcdTiming
    /// Asked at least every 100 ms.
    let isStopped: @Sendable () -> Bool

    /// So often may pcscd give up the connection of one tag; more is a fault that does not pass.
    private static let maximumHangUps = 20

    /// Returns when the reader's last tag was presented and none is to come back, or when it was stopped.
    ///
    /// Throws `cannotConnect` when nobody listens on the port for the time that `timing` allows.
    func run() throws(RackError) {
        while let presentation = next() {
            guard try present(presentation) else { break }
            reader.lift(isGivenUp: isStopped)
            held?.hands.lifted(
                presentation.racked.tag.uid, reader: held?.number ?? 0, byFault: presentation.isGone)
            pause(milliseconds: timing.betweenTags)
        }
    }

    /// The tag that is laid now; nil when none is to come, or it was stopped.
    private func next() -> TagPresentation? {
        guard let held else { return reader.layNext() }
        while !isStopped() {
            switch held.hands.next(reader: held.number) {
            case .tag(let uid): return held.entry(uid).map { reader.lay($0) }
            case .nothingYet: pause(milliseconds: 20)
            case .nothingMore: return nil
            }
        }
        return nil
    }

    private func isToBeLifted(_ presentation: TagPresentation, isDoneWith: Bool) -> Bool {
        guard let held else { return isDoneWith }
        return held.hands.isToBeLifted(presentation.racked.tag.uid, reader: held.number, isDoneWith: isDoneWith)
    }

    /// False when it was stopped. A connection that pcscd gave up is opened again: the tag still lies there.
    private func present(_ presentation: TagPresentation) throws(RackError) -> Bool {
        for _ in 0..<Self.maximumHangUps {
            guard let stream = try connect() else { return false }
            let end = serve(presentation, stream)
            presentation.powerOff()
            switch end {
            case .doneWith, .taken: return true
            case .stopped: return false
            case .hungUp: pause(milliseconds: timing.betweenTags)
            }
        }
        throw RackError(
            .cannotConnect, context: "\(reader.info.name): port \(port) hung up \(Self.maximumHangUps) times on one tag"
        )
    }

    /// Nil when it was stopped.
    private func connect() throws(RackError) -> TCPStream? {
        let end = ContinuousClock.now + .milliseconds(timing.connectWithin)
        while !isStopped() {
            if let stream = TCPStream(port: port) { return stream }
            guard ContinuousClock.now < end else {
                throw RackError(
                    .cannotConnect,
                    context:
                        "\(reader.info.name): no virtual reader listens on port \(port); is pcscd running with the "
                        + "configuration that --pcsc wrote?")
            }
            pause(milliseconds: timing.retryAfter)
        }
        return nil
    }

    private func serve(_ presentation: TagPresentation, _ stream: borrowing TCPStream) -> End {
        var frames = VpcdFrames()
        var sawCommand = false
        var offSince: ContinuousClock.Instant?
        while !isStopped() {
            // Another reader of the antenna had it last.
            if presentation.laying.isLifted { return .taken }
            while let frame = frames.next() {
                switch frame {
                case .powerOff:
                    presentation.powerOff()
                    offSince = .now
                case .powerOn, .reset:
                    guard presentation.reactivate() else { return .taken }
                    offSince = nil
                case .getATR:
                    guard respond(storageCardATR, stream) else { return .hungUp }
                case .command(let command):
                    sawCommand = true
                    // A tag that is taken away does not answer; the connection closes.
                    guard let answer = exchange(command, presentation) else { return .taken }
                    guard respond(answer, stream) else { return .hungUp }
                }
            }
            let isDoneWith = sawCommand && hasPassed(timing.doneAfter, since: offSince)
            if isToBeLifted(presentation, isDoneWith: isDoneWith) { return .doneWith }
            switch stream.read(milliseconds: min(100, max(1, timing.doneAfter / 4))) {
            case .bytes(let bytes): frames.append(bytes)
            case .nothingYet: continue
            case .closed:
                let isDoneWith = sawCommand && offSince != nil
                return isToBeLifted(presentation, isDoneWith: isDoneWith) ? .doneWith : .hungUp
            }
        }
        return .stopped
    }

    private func exchange(_ command: [UInt8], _ presentation: TagPresentation) -> [UInt8]? {
        guard let held else { return presentation.exchange(command) }
        let uid = presentation.racked.tag.uid
        let isWrite = presentation.isWrite(command)
        held.hands.willExchange(uid, isWrite: isWrite)
        let answer = presentation.exchange(command)
        held.hands.didExchange(uid, isWrite: isWrite)
        return answer
    }

    private func hasPassed(_ milliseconds: Int, since moment: ContinuousClock.Instant?) -> Bool {
        moment.map { ContinuousClock.now - $0 >= .milliseconds(milliseconds) } ?? false
    }

    private func respond(_ body: [UInt8], _ stream: borrowing TCPStream) -> Bool {
        guard let frame = VpcdFrame.answer(body) else { return false }
        return stream.write(frame)
    }

    /// Sleeps, and wakes when it is stopped.
    private func pause(milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while !isStopped(), ContinuousClock.now < end {
            let left = (end - ContinuousClock.now) / .milliseconds(1)
            usleep(useconds_t(max(1, min(50, left)) * 1000))
        }
    }
}

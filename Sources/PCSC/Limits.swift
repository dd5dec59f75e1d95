/// Every limit of this target, with its reason.
enum Limits {
    /// How long one wait for a tag may last before the cancelled flag is looked at, in milliseconds. SCardCancel is
    /// lost when it comes just before a wait begins; this bounds what that costs.
    static let statusWait: UInt = 1000

    /// How long a wait for readers may last, in milliseconds. A reader plugged between the listing and the wait is
    /// seen only by the next listing (pcsc-lite before 2.3).
    static let readersWait: UInt = 2000

    /// The pause after a wait for readers that ended at once with nothing changed, in milliseconds.
    static let earlyWakePause: Int32 = 100

    /// How often a service that refuses is asked, and the pause between, in milliseconds. A pcscd that is ending seems to
    /// refuse, and is gone some milliseconds later.
    static let establishAttempts = 3
    static let refusalPause: Int32 = 100

    /// How often the list of readers may outgrow the buffer that was made for it.
    static let listAttempts = 8

    /// How long connecting may take before it is asked whether another program has the reader, in milliseconds. A tag
    /// that is woken takes a tenth of it.
    static let connectPatience = 1000

    /// How long a reader may take to show and sound something, in milliseconds, before it is asked whether another program
    /// has it. Blinking takes two seconds at most.
    static let escapePatience = 3000

    /// SCARD_CTL_CODE(1), with which libccid takes escape commands (`ccid_ifdhandler.h`); the macro is not imported.
    static let escapeControlCode: UInt = 0x4200_0001

    /// SCARD_ATTR_CHANNEL_ID (`reader.h` of pcsc-lite); the macro is not imported.
    static let channelAttribute: UInt = 0x0002_0110

    /// How long a driver may take to say where its reader is plugged in, in milliseconds.
    static let placeWait = 300

    /// How many may wait to be told who has a reader.
    static let lockCallers: Int32 = 64

    /// How often a lock's name that is bound and answered by nobody is tried, and the pause between, in microseconds. A child
    /// that is being started has it for a moment, and longer on a machine that is busy.
    static let lockAttempts = 1000
    static let lockPause: UInt32 = 5000

    /// The longest name of a reader that stands whole in the name of its lock: twice as many digits, the prefix of 15
    /// bytes and a zero make 108, the room of a Unix socket's address.
    static let lockNameBytes = 46

    /// How often a tag that others reset between connecting and the transaction is taken up again.
    static let beginAttempts = 3

    /// The room for an answer: what pcsc-lite calls MAX_BUFFER_SIZE, a short APDU with room to spare.
    static let answerBuffer = 264

    /// The longest answer to a short APDU: 256 bytes and the status word (ISO/IEC 7816-4, 5.1).
    static let longestAnswer = 258

    /// The shortest command APDU, its header (ISO/IEC 7816-4, 5.1).
    static let shortestCommand = 4

    /// The longest short command APDU: header, Lc, 255 bytes, Le (ISO/IEC 7816-4, 5.1).
    static let longestCommand = 261

    /// The most bytes of a file under /proc or /sys that are looked at.
    static let machineFile = 262_144

    /// The most entries of a folder under /sys that are looked at.
    static let machineFolder = 4096

    /// The most bytes of the list of packages that are looked at, and the longest line of it.
    static let machineList = 67_108_864
    static let machineLine = 4096
}

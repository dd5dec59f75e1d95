import Tags
import Testing

@Suite struct APDUTests {
    @Test(arguments: [
        (CommandAPDU.getUID, "FFCA000000"),
        (.readBinary(page: 0), "FFB0000010"),
        (.readBinary(page: 0xE3), "FFB000E310"),
        (.updateBinary(page: 5, data: Page(0x34, 0x03, 0x00, 0xFE)), "FFD60005043403 00FE"),
        (.case1(.init(0x00, 0xA4, 0x04, 0x00)), "00A40400"),
        (.case3(.init(0x00, 0xA4, 0x00, 0x0C), data: [0xE1, 0x03]), "00A4000C02E103"),
        (.case4(.init(0x90, 0x60, 0x00, 0x00), data: [1], le: 0), "906000000 10100"),
    ])
    func commandsAsSent(_ command: CommandAPDU, _ hex: String) {
        #expect(command.bytes.hex == hex.filter { $0 != " " })
    }

    @Test func updateMadeAtOnce() {
        for page in 0..<256 {
            let data = Page(0x34, UInt8(page), 0x00, 0xFE)
            #expect(CommandAPDU.bytes(ofUpdating: page, data) == CommandAPDU.updateBinary(page: page, data: data).bytes)
        }
    }

    @Test func commandsOfTheTag() {
        #expect(Type2Command.getVersion.bytes.hex == "60")
        #expect(Type2Command.getVersion.answerLength == 8)
        #expect(Type2Command.read(page: 0x28).bytes.hex == "3028")
        #expect(Type2Command.read(page: 0x28).answerLength == 16)
        #expect(Type2Command.fastRead(pages: 4..<44).bytes.hex == "3A042B")
        #expect(Type2Command.fastRead(pages: 4..<44).answerLength == 160)
        #expect(Type2Command.fastRead(pages: 255..<256).bytes.hex == "3AFFFF")
        #expect(Type2Command.fastRead(first: 9, last: 4).answerLength == 0)
        #expect(Type2Command.readSignature.bytes.hex == "3C00")
        #expect(Type2Command.readSignature.answerLength == 32)
    }

    @Test func answers() {
        #expect(ResponseAPDU([]) == nil)
        #expect(ResponseAPDU([0x90]) == nil)
        #expect(ResponseAPDU([0x90, 0x00]) == ResponseAPDU(status: .success))
        let answer = ResponseAPDU([1, 2, 3, 0x63, 0x00])
        #expect(answer == ResponseAPDU(data: [1, 2, 3], status: .failed))
        #expect(answer?.bytes == [1, 2, 3, 0x63, 0x00])
    }

    /// 63 7F announces no 7F bytes.
    /// Field case 39.
    @Test func status63IsAFailure() {
        let word = ResponseAPDU([0x63, 0x7F])?.status
        #expect(word?.isSuccess == false)
        #expect(word?.description == "637F")
        #expect(StatusWord.success.description == "9000")
    }

    @Test func noVersions() {
        for count in 0..<8 { #expect(ChipVersion(Array(bytes("0004040201000F03").prefix(count))) == nil) }
        #expect(ChipVersion(bytes("0004040201000F0300")) == nil)
        #expect(ChipVersion(bytes("0104040201000F03")) == nil)
    }
}

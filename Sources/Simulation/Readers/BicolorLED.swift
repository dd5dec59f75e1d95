/// `FF 00 40 LED 04 T1 T2 N BUZ` of ACS's readers (ACR122U API 2.04, Bi-color LED and Buzzer Control; ACM1252U-Y3 manual, 5.6.1).
struct BicolorLED: Sendable {
    /// Bit 0 red, bit 1 green.
    private var state: UInt8 = 0

    static func belongs(_ command: ShortCommand) -> Bool {
        command.cla == 0xFF && command.ins == 0 && command.p1 == 0x40
    }

    /// `90` and the state of the LEDs. Final states are in bits 0 and 1 of LED; bits 2 and 3 say which of them count.
    mutating func answer(_ command: ShortCommand) -> [UInt8] {
        guard command.count == 4 else { return [0x63, 0x00] }
        let mask = command.p2 >> 2 & 0x03
        state = state & ~mask | command.p2 & mask
        return [0x90, state]
    }

    /// T1 and T2, each so many times 100 ms, N times: the reader answers when it is done blinking, a hypothesis.
    static func milliseconds(_ bytes: [UInt8]) -> Int {
        guard let command = ShortCommand(bytes), belongs(command), command.count == 4 else { return 0 }
        return 100 * (Int(bytes[5]) + Int(bytes[6])) * Int(bytes[7])
    }
}

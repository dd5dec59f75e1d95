/// The light and sound of ACS readers. What came of a tag lasts well under a second: a reader answers when it is done
/// blinking, and takes no tag before.
enum ACSSignals {
    /// `FF 00 40 LED 04 T1 T2 N BUZ` (ACS ACR122U API 2.04, Bi-color LED and Buzzer Control; ACM1252U-Y3 Reference Manual 1.03,
    /// 5.6.1). LED, from bit 0: red and green at the end, their masks, red and green at the beginning of the blinking, the
    /// masks of the blinking; T1 and T2 in 100 ms, N times; BUZ 01: it sounds in T1.
    static let bicolorLED: [ReaderSignal: [UInt8]] = [
        // Green blinks once and stays; one beep.
        .success: [0xFF, 0x00, 0x40, 0xAE, 0x04, 0x01, 0x01, 0x01, 0x01],
        // Red blinks and stays; three beeps.
        .failure: [0xFF, 0x00, 0x40, 0x5D, 0x04, 0x01, 0x01, 0x03, 0x01],
        // Both blink and stay, which is orange; two beeps.
        .lift: [0xFF, 0x00, 0x40, 0xFF, 0x04, 0x01, 0x01, 0x02, 0x01],
        // Red and green take turns, and the LEDs are then as they were before; five beeps.
        .identify: [0xFF, 0x00, 0x40, 0xD0, 0x04, 0x02, 0x02, 0x05, 0x01],
    ]

    /// `E0 00 00 28 01 D`: it sounds for D times 10 ms, and answers at once (ACS ACR1255U-J1 Reference Manual 1.07, 6.8.5;
    /// ACR1283L 1.00, 5.4.15). The LED commands of the same readers (`E0 00 00 29`) leave the LED as it is set until it is
    /// set again, and which bit is which colour differs from one to the other: they are not used.
    static let buzzer: [ReaderSignal: [UInt8]] = [
        .success: [0xE0, 0x00, 0x00, 0x28, 0x01, 0x0A],
        .failure: [0xE0, 0x00, 0x00, 0x28, 0x01, 0x3C],
        .lift: [0xE0, 0x00, 0x00, 0x28, 0x01, 0x1E],
        .identify: [0xE0, 0x00, 0x00, 0x28, 0x01, 0x96],
    ]

    /// The same command both ways: ACR122U, ACR122T.
    static let ofACR122U = bicolorLED.mapValues { SignalCommand(transmitted: $0, escape: $0) }

    /// ACM1252U-Y3, and as a hypothesis the ACR1252U and its kin: the command of the ACR122U by APDU, the buzzer by escape.
    static let ofACR1252U = bicolorLED.reduce(into: [ReaderSignal: SignalCommand]()) { signals, signal in
        signals[signal.key] = SignalCommand(transmitted: signal.value, escape: buzzer[signal.key])
    }

    /// ACR1552U: the buzzer alone, by escape.
    static let byEscape = buzzer.mapValues { SignalCommand(escape: $0) }
}

import Simulation

/// A reader on which the chip table is laid: whatever model is added here takes every chip in every state.
struct TableReader: Sendable, CustomStringConvertible {
    let model: VirtualReaderModel
    /// Whether it passes GET_VERSION, FAST_READ, PWD_AUTH and SECTOR_SELECT to the tag.
    let passesThrough: Bool

    static let all = [
        TableReader(model: .part3, passesThrough: false), TableReader(model: .acr122u, passesThrough: true),
    ]

    var description: String { model.rawValue }
}

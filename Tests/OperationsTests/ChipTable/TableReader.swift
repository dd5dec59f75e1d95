import ReaderModels
import Simulation
import TestSupport

/// A reader on which the chip table is laid: every model takes every chip in every state.
struct TableReader: Sendable, CustomStringConvertible {
    let model: VirtualReaderModel

    /// Whether it passes GET_VERSION, FAST_READ and PWD_AUTH to the tag.
    var passesThrough: Bool { model.passesThrough }
    /// Whether that was seen in the field; else a tag's version must show it.
    var isProved: Bool { ReaderModel.model(named: model.rawValue)?.evidence == .seen }
    /// Whether it passes SECTOR_SELECT too.
    var selectsSectors: Bool { model.selectsSectors }

    /// How many states of a chip `make check` lays here.
    var most: Int { [.acr122u, .part3].contains(model) ? 24 : 6 }

    static let all = VirtualReaderModel.allCases.map { TableReader(model: $0) }

    var description: String { model.rawValue }
}

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

    /// The states of a chip that are laid here: `make tables` lays all of them on a reader of each kind, and a quarter on
    /// those that pass commands as one of these does, another quarter on each (TAGMILL_LONG_TABLES=every: all of them there too).
    func part(of cases: [ChipCase]) -> [ChipCase] {
        if [.acr122u, .acr1552u, .part3].contains(model) { return cases.spread(model == .acr1552u ? 6 : 24) }
        if LongTables.isEveryModel { return cases }
        let seed = UInt64(VirtualReaderModel.allCases.firstIndex(of: model) ?? 0) + LongTables.seed
        return cases.spread(LongTables.areWhole ? max(6, cases.count / 4) : 6, seed: seed)
    }

    static let all = VirtualReaderModel.laid.map { TableReader(model: $0) }

    var description: String { model.rawValue }
}

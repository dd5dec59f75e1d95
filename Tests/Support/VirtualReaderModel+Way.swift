package import ReaderModels
package import Simulation

extension VirtualReaderModel {
    /// The models on which tests lay their tags: each of them in `make test`; in `make check`, and under the thread sanitizer, one
    /// of each kind: commands passed, commands passed in a session, none passed.
    package static let laid: [VirtualReaderModel] = LongTables.areWhole ? allCases : [.acr122u, .acr1552u, .part3]

    /// How a command of the tag's own gets through the product's model of this name.
    package var way: PassThrough { ReaderModel.model(named: rawValue)?.passThrough ?? .none }

    package var passesThrough: Bool { way != .none }

    package var selectsSectors: Bool { way.wrapSectorSelect(1) != nil }
}

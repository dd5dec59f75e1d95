package import ReaderModels
package import Simulation

extension VirtualReaderModel {
    /// How a command of the tag's own gets through the product's model of this name.
    package var way: PassThrough { ReaderModel.model(named: rawValue)?.passThrough ?? .none }

    package var passesThrough: Bool { way != .none }

    package var selectsSectors: Bool { way.wrapSectorSelect(1) != nil }
}

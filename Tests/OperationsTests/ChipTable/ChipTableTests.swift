import Jobs
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Every chip in every state, on a reader with and on one without pass-through: the contract's verdict, and no write that
/// it does not call for.
@Suite("Every chip in every state") struct ChipTableTests {
    @Test(arguments: VirtualChip.allCases, VirtualReaderModel.allCases)
    func states(chip: VirtualChip, model: VirtualReaderModel) throws {
        for each in try ChipStates.cases(of: chip, on: model).spread(24) { try Laying(each, model).check() }
    }

    @Test(arguments: VirtualChip.allCases, VirtualReaderModel.allCases)
    func passwordsKeysAndMirrors(chip: VirtualChip, model: VirtualReaderModel) throws {
        for each in try ChipStates.access(of: chip).spread(24) { try Laying(each, model).check() }
    }

    @Test(arguments: VirtualChip.allCases, VirtualReaderModel.allCases)
    func fakes(chip: VirtualChip, model: VirtualReaderModel) throws {
        for each in try ChipStates.fakes(of: chip) { try Laying(each, model).check() }
    }

    @Test(arguments: VirtualChip.allCases, VirtualReaderModel.allCases)
    func signatures(chip: VirtualChip, model: VirtualReaderModel) throws {
        for each in try ChipStates.signatures(of: chip) { try Laying(each, model).check() }
    }
}

import Jobs
import Provisioning
import Simulation
import Tags
import TestSupport
import Testing

/// Every chip in every state, on a reader with and on one without pass-through: the contract's verdict, and no write that
/// it does not call for.
@Suite("Every chip in every state") struct ChipTableTests {
    @Test(arguments: VirtualChip.allCases, TableReader.all)
    func states(chip: VirtualChip, reader: TableReader) throws {
        for each in reader.part(of: try ChipStates.cases(of: chip)) { try Laying(each, reader).check() }
    }

    @Test(arguments: VirtualChip.allCases, TableReader.all)
    func passwordsKeysAndMirrors(chip: VirtualChip, reader: TableReader) throws {
        for each in reader.part(of: try ChipStates.access(of: chip)) { try Laying(each, reader).check() }
    }

    @Test(arguments: VirtualChip.allCases, TableReader.all)
    func fakes(chip: VirtualChip, reader: TableReader) throws {
        for each in try ChipStates.fakes(of: chip) { try Laying(each, reader).check() }
    }

    @Test(arguments: VirtualChip.allCases, TableReader.all)
    func signatures(chip: VirtualChip, reader: TableReader) throws {
        for each in try ChipStates.signatures(of: chip) { try Laying(each, reader).check() }
    }
}

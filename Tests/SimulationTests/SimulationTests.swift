// SimulationTests

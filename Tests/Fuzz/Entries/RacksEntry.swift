import Foundation
import Provisioning
import Simulation
import Tags

extension FuzzEntry {
    /// A rack file, as it is read and, where it is small, set up.
    ///
    /// Held: what is refused is refused by the rack's own sentence or as no JSON; a rack has the readers of its file.
    static let racks = FuzzEntry("racks", sharedFolders: ["../../jobs"], longestInput: 4096) {
        input throws(BrokenProperty) in
        let decoder = JSONDecoder()
        decoder.userInfo[RackImages.key] = RackImages { name throws(RackError) in
            guard name.utf8.count < 9 else { throw RackError(.badValue, context: "is not there") }
            return RackImage(chip: .ntag213, uid: UID([0x04, 1, 2, 3, 4, 5, 6]), pages: [4: Page(word: 0x0300_FE00)])
        }
        let file: RackFile
        do {
            file = try decoder.decode(RackFile.self, from: Data(input))
        } catch let error as RackError {
            return try hold(!error.context.isEmpty, "refused without a word")
        } catch {
            return
        }
        // Tags by the hundred thousand take their time, and are like the first.
        let tags = file.readers.flatMap(\.tags).reduce(0) { $0 + $1.count }
        guard tags <= 200, let rack = try? Rack(file, keepsLog: false) else { return }
        let names = try? rack.readers.list().map(\.name)
        try hold(names == file.readers.map(\.name), "a rack has other readers than its file")
    }
}

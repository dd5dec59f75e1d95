import Glibc
import Reports

/// Makes the folders in which runs put their reports.
enum RunFolders {
    /// Makes a folder that is not there yet, with those above it. False where something of this name is there: two runs
    /// that begin in the same second never share a folder.
    static func make(_ path: String) throws(CommandError) -> Bool {
        let parent = FilePath.parent(of: path)
        do throws(ReportError) {
            _ = try RunFolder(path: parent)
            guard mkdir(path, 0o777) == 0 else {
                if errno == EEXIST { return false }
                throw ReportError(.cannotCreateFolder, systemError: errno, path: path)
            }
        } catch {
            throw .noReportFolder(error)
        }
        return true
    }

    /// Takes a folder away again in which nothing was put.
    static func removeEmpty(_ path: String) { rmdir(path) }
}

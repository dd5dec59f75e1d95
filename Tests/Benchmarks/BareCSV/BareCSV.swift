import CCSV
import Glibc

/// libcsv over a file, with callbacks that do nothing: the least that reading a CSV file through it costs.
@main
struct BareCSV {
    static func main() {
        guard CommandLine.arguments.count == 2, let file = fopen(CommandLine.arguments[1], "rb") else { exit(2) }
        let parser = UnsafeMutablePointer<csv_parser>.allocate(capacity: 1)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
        guard csv_init(parser, 0) == 0 else { exit(2) }
        var count = fread(buffer, 1, 1 << 16, file)
        while count > 0 {
            guard csv_parse(parser, buffer, count, { _, _, _ in }, { _, _ in }, nil) == count else { exit(1) }
            count = fread(buffer, 1, 1 << 16, file)
        }
        exit(csv_fini(parser, { _, _, _ in }, { _, _ in }, nil))
    }
}

import Jobs
import Simulation
import Tags

/// `tagmill rack`: virtual tags for a real pcscd, through vpcd.
struct RackCommand {
    let context: CommandContext

    func run() throws(CommandError) -> ExitCode {
        let path = context.arguments.operands[0]
        let file = try context.rackFile(at: path)
        let port =
            try context.arguments.integer("port", in: 1...65_534, called: "a port")
            ?? Int(PCSCConfiguration.standardPort)
        do throws(RackError) {
            let configuration = try PCSCConfiguration(file, firstPort: UInt16(port))
            if let folder = context.arguments.value("pcsc") { return try write(configuration, to: folder) }
            let rack = try Rack(file, keepsLog: false, sleep: realSleep)
            return try present(rack, ports: configuration.ports)
        } catch {
            switch error.code {
            case .noDriver, .cannotConnect: throw .unavailableRack(path: path, reason: "\(error)")
            case .cannotWrite:
                throw .cannotWrite(path: context.arguments.value("pcsc") ?? path, reason: "\(error)")
            default: throw .refusedFile(path: path, reason: "\(error)")
            }
        }
    }

    private func write(_ configuration: PCSCConfiguration, to folder: String) throws(RackError) -> ExitCode {
        try configuration.write(to: folder)
        context.console.printResult(FilePath.absolute(folder))
        context.console.note("next: pcscd --foreground --config \(FilePath.absolute(folder))")
        context.console.note("then: tagmill rack \(context.arguments.operands[0]), with the same --port if any")
        return .success
    }

    /// Presents the tags until all were presented, or a signal comes.
    private func present(_ rack: Rack, ports: [UInt16]) throws(RackError) -> ExitCode {
        let server = RackServer(rack, ports: ports)
        let watch = SignalWatch()
        watch.answer(.init(first: { server.stop() }, second: { server.stop() }))
        try server.start()
        context.console.note("presenting tags on \(ports.count) readers; Ctrl-C ends it")
        let errors = server.wait()
        report(rack)
        for error in errors { context.console.errorMessage("\(error)") }
        return errors.isEmpty ? .success : .unavailable
    }

    private func report(_ rack: Rack) {
        let faults = rack.unreachedFaults
        if context.wantsJSON {
            for tag in rack.tags { context.console.printResult(Self.json(tag).compact) }
            for fault in faults {
                context.console.printResult(JSONValue.object([.init("unreached", .string("\(fault)"))]).compact)
            }
        } else {
            let presented = rack.tags.count { $0.presentations > 0 }
            context.console.printResult("\(presented) of \(rack.tags.count) tags were presented")
        }
        for fault in faults { context.console.warning("\(fault)") }
    }

    /// A tag as it is at the end; the pages of password, PACK and keys as the tag gives them when they are read.
    static func json(_ tag: VirtualTag) -> JSONValue {
        let secret = tag.chip.secretPages
        let pages = stride(from: 0, to: tag.memory.count - 3, by: 4).map { start in
            let page = start / 4
            return JSONValue.string(secret.contains(page) ? "00000000" : tag.memory[start..<(start + 4)].hex)
        }
        return .object([
            .init("uid", .string("\(tag.uid)")),
            .init("chip", .string(tag.chip.rawValue)),
            .init("presentations", .int(Int64(tag.presentations))),
            .init("exchanges", .int(Int64(tag.exchanges))),
            .init("writes", .int(Int64(tag.writes))),
            .init("pages", .array(pages)),
        ])
    }
}

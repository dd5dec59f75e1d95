import Provisioning

/// What a command is given: its arguments, checked against its table, and where it speaks.
struct CommandContext: Sendable {
    let arguments: Arguments
    let surroundings: Surroundings
    let console: Console

    var wantsJSON: Bool { arguments.has("json") }
}

extension CommandContext {
    /// Runs a command of the table.
    func execute(_ command: Command) throws(CommandError) -> ExitCode {
        switch command.name {
        case "run": return try RunCommand(context: self).run()
        case "rerun": return try RerunCommand(context: self).run()
        case "resume": return try ResumeCommand(context: self).run()
        case "rack": return try RackCommand(context: self).run()
        case "simulate": return try SimulateCommand(context: self).run()
        case "plan": return try PlanCommand(context: self).run()
        case "verify": return try VerifyCommand(context: self).run()
        case "read": return try ReadCommand(context: self).run()
        case "readers": return try ReadersCommand(context: self).run()
        case "doctor": return try DoctorCommand(context: self).run()
        case "report": return try ReportCommand(context: self).run()
        case "runs": return try RunsCommand(context: self).run()
        case "runs show": return try RunsShowCommand(context: self).run()
        case "runs forget": return try RunsForgetCommand(context: self).run()
        case "saved list": return try SavedListCommand(context: self).run()
        case "saved show": return try SavedShowCommand(context: self).run()
        case "saved edit": return try SavedEditCommand(context: self).run()
        case "saved write": return try SavedWriteCommand(context: self).run()
        case "saved export": return try SavedExportCommand(context: self).run()
        case "saved import": return try SavedImportCommand(context: self).run()
        case "saved delete": return try SavedDeleteCommand(context: self).run()
        case "tag info": return try TagInfoCommand(context: self).run()
        case "tag erase":
            return try TagSimpleActCommand(.erase(wipes: arguments.has("wipe")), context: self).run()
        case "tag format": return try TagSimpleActCommand(.format, context: self).run()
        case "tag lock": return try TagSimpleActCommand(.lock, context: self).run()
        case "tag protect": return try TagProtectCommand(context: self).protect()
        case "tag unprotect": return try TagProtectCommand(context: self).unprotect()
        case "tag restore": return try TagRestoreCommand(context: self).run()
        case "tag dump": return try TagDumpCommand(context: self).run()
        case "ndef decode": return try DecodeCommand(context: self).run()
        case "ndef encode": return try EncodeCommand(context: self).run()
        // A command that is in the table and not here.
        default: throw .defect("'\(command.name)' is listed and not there")
        }
    }
}

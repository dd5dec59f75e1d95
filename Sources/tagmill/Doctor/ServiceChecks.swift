import PCSC
import Provisioning

/// Whether the PC/SC service is there, runs, and serves this user.
enum ServiceChecks {
    static func findings(_ machine: MachineFacts) -> [Finding] {
        guard let answer = machine.answer else { return working(machine) }
        if machine.service.isElsewhere { return [elsewhere(machine, answer)] }
        if !machine.service.isInstalled && machine.service.socket == nil { return [notInstalled(machine)] }
        if let socket = machine.service.socket, socket.isForeign {
            return [
                .stop(
                    .socket, "\(machine.service.socketPath) is no socket: the service cannot make its own there",
                    cure: [.run("sudo rm \(FilePath.shellWord(machine.service.socketPath))")]
                        + Cures.restart(machine), facts: facts(machine))
            ]
        }
        if isRefused(machine, answer) { return [refused(machine)] }
        guard let socket = machine.service.socket else { return [notRunning(machine)] }
        if !socket.isOpenToUser { return [closed(socket, machine)] }
        return [silent(machine)]
    }

    /// Whatever is wrong at a place that the environment names, nothing there is touched: it may be anybody's file, or the
    /// socket of another program.
    private static func elsewhere(_ machine: MachineFacts, _ answer: ReadersError.Code) -> Finding {
        let wrong: String =
            if let socket = machine.service.socket {
                if socket.isForeign {
                    "what lies there is no socket"
                } else if !socket.isOpenToUser {
                    "that socket is closed to this user (mode \(String(socket.permissions, radix: 8)))"
                } else if answer == .accessDenied {
                    "the service there keeps this user out"
                } else {
                    "no PC/SC service answers there"
                }
            } else {
                "no service has its socket there"
            }
        return .stop(
            .socket, "PCSCLITE_CSOCK_NAME names \(machine.service.socketPath), and \(wrong)",
            cure: Cures.usualSocket, facts: facts(machine))
    }

    private static func working(_ machine: MachineFacts) -> [Finding] {
        let process = machine.service.process.map { " (process \($0))" } ?? ""
        let service: Finding =
            machine.systemd && machine.service.unit == .disabled && !machine.service.isElsewhere
            ? .warning(
                .service, "The PC/SC service answers\(process), and is not started when the machine is",
                cure: [.run("sudo systemctl enable pcscd.socket")], facts: facts(machine))
            : .ok(.service, "The PC/SC service answers\(process)", facts: facts(machine))
        return [service, .ok(.socket, "\(machine.service.socketPath) is open to this user"), access(machine)]
    }

    private static func access(_ machine: MachineFacts) -> Finding {
        guard machine.polkit else { return .ok(.access, "polkit is not asked: whoever can reach the socket is served") }
        return .ok(.access, machine.user == nil ? "root is always served" : "polkit lets this user in, here and now")
    }

    /// An older service that is told to refuse a user hangs up, which looks as if it were not there.
    private static func isRefused(_ machine: MachineFacts, _ answer: ReadersError.Code) -> Bool {
        guard machine.user != nil else { return false }
        if answer == .accessDenied { return true }
        return answer == .noService && machine.polkit && machine.service.socket?.isOpenToUser == true
            && machine.service.process != nil
    }

    private static func notInstalled(_ machine: MachineFacts) -> Finding {
        let cure =
            machine.container == nil
            ? [Cures.install([.service, .driver], on: machine.family)]
            : Cures.socketOfHost
        let place = machine.container.map { " in this container (\($0))" } ?? ""
        return .stop(
            .service, "The PC/SC service is not installed\(place)", cure: cure, facts: facts(machine))
    }

    /// The policy's defaults serve the user at the screen alone: allow_any=no, allow_inactive=no, allow_active=yes.
    private static func refused(_ machine: MachineFacts) -> Finding {
        guard let user = machine.user else { return silent(machine) }
        return .stop(
            .access,
            "polkit keeps \(user.name) from the PC/SC service (it serves the user at the screen, not ssh, cron or services)",
            cure: Cures.letIn(user, machine), facts: facts(machine))
    }

    private static func notRunning(_ machine: MachineFacts) -> Finding {
        .stop(.service, "The PC/SC service is not running", cure: Cures.start(machine), facts: facts(machine))
    }

    private static func closed(_ socket: ServiceFacts.Socket, _ machine: MachineFacts) -> Finding {
        .stop(
            .socket,
            "\(machine.service.socketPath) is closed to this user (mode \(String(socket.permissions, radix: 8)))",
            cure: machine.systemd
                ? [.run("sudo systemctl restart pcscd.socket")]
                : [.run("sudo chmod 666 \(FilePath.shellWord(machine.service.socketPath))")],
            facts: facts(machine))
    }

    /// A service that was killed leaves its socket behind.
    private static func silent(_ machine: MachineFacts) -> Finding {
        let isGone = machine.service.process == nil && !machine.systemd && machine.container == nil
        let found =
            isGone
            ? "The PC/SC service has ended and left its socket behind"
            : "The PC/SC service does not answer"
        let log: [Finding.Step] =
            machine.systemd ? [.act("if it still does not, its log tells why: journalctl -u pcscd")] : []
        return .stop(.service, found, cure: Cures.restart(machine, hangs: true) + log, facts: facts(machine))
    }

    private static func facts(_ machine: MachineFacts) -> [String] {
        let service = machine.service
        var facts = [
            "pcscd is \(service.isInstalled ? "" : "not ")installed",
            service.process.map { "pcscd runs as process \($0)" } ?? "no process pcscd is seen",
            service.socket.map { "\(service.socketPath) is there, mode \(String($0.permissions, radix: 8))" }
                ?? "\(service.socketPath) is not there",
            machine.systemd ? "systemd: pcscd.socket is \(service.unit.rawValue)" : "systemd does not run this machine",
        ]
        if let answer = machine.answer {
            facts.append("PC/SC: \(answer.rawValue)" + (machine.answerText.isEmpty ? "" : ", \(machine.answerText)"))
        }
        return facts
    }
}

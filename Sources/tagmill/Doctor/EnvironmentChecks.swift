import PCSC

/// What this command was started in.
struct EnvironmentFacts: Hashable, Sendable {
    var station: String
    /// The year of the clock, in UTC.
    var year: Int
    /// What LC_ALL, LC_CTYPE or LANG say, in this order; nil where none is set.
    var locale: String?
}

enum EnvironmentChecks {
    static func findings(_ machine: MachineFacts, _ environment: EnvironmentFacts) -> [Finding] {
        [user(machine), container(machine), station(environment), clock(environment), locale(environment)]
    }

    private static func user(_ machine: MachineFacts) -> Finding {
        guard let user = machine.user else {
            return .ok(.user, "Running as root: journals and reports that are made now will be root's")
        }
        return .ok(.user, "Running as \(user.name)")
    }

    private static func container(_ machine: MachineFacts) -> Finding {
        guard let container = machine.container else { return .ok(.container, "Not in a container") }
        return .warning(
            .container,
            "In a container (\(container)): a tagmill in another one that shares this PC/SC service does not see that a "
                + "reader is in use",
            cure: [.act("let one container alone use a reader, or start all with --network host")])
    }

    private static func station(_ environment: EnvironmentFacts) -> Finding {
        let name = environment.station
        guard name != "localhost", !name.isEmpty else {
            return .warning(
                .station, "This machine has no name of its own: reports say 'localhost'",
                cure: [.act("name the station with --station, or the machine: sudo hostnamectl set-hostname NAME")])
        }
        return .ok(.station, "The station is \(name)")
    }

    /// Before this program was made, or so late that a clock has gone mad.
    private static let sane = 2025...2099

    private static func clock(_ environment: EnvironmentFacts) -> Finding {
        guard sane.contains(environment.year) else {
            return .fault(
                .clock, "The clock says \(environment.year): runs and reports would bear wrong times",
                cure: [.run("sudo timedatectl set-ntp true")])
        }
        return .ok(.clock, "The clock says \(environment.year)")
    }

    private static func locale(_ environment: EnvironmentFacts) -> Finding {
        let folded = (environment.locale ?? "").lowercased().filter { $0 != "-" && $0 != "_" }
        guard folded.contains("utf8") else {
            return .warning(
                .locale,
                "The locale is \(environment.locale ?? "not set"), not UTF-8: other programs may show texts wrongly, tagmill "
                    + "writes UTF-8 always",
                cure: [.run("export LC_ALL=C.UTF-8")])
        }
        return .ok(.locale, "The locale is \(environment.locale ?? "")")
    }
}

import Jobs

/// What goes wrong, and when.
public struct RackFault: Decodable, Hashable, Sendable {
    public var moment: FaultMoment
    public var fault: Fault

    public init(_ moment: FaultMoment, _ fault: Fault) {
        self.moment = moment
        self.fault = fault
    }

    public init(from decoder: any Decoder) throws {
        let object = try RackObject(decoder, keys: ["at", "write", "page", "every", "fault"])
        let moments = ["at", "write", "page", "every"].filter(object.has)
        guard moments.count == 1 else {
            throw RackError(
                moments.isEmpty ? .missing : .conflict,
                context: "\(object.path): a fault needs exactly one of at, write, page and every")
        }
        let range = moments[0] == "page" ? 0...1023 : 1...1_000_000
        guard let number = try object.integer(moments[0], in: range) else {
            throw object.bad(moments[0], "must be a whole number")
        }
        switch moments[0] {
        case "at": moment = .exchange(number)
        case "write": moment = .write(number)
        case "page": moment = .page(number)
        default: moment = .every(number)
        }
        guard let name = try object.string("fault") else {
            throw RackError(.missing, context: "\(object.place("fault")): a fault needs a name")
        }
        guard let fault = Fault(name) else {
            let nearest = nearestName(to: name, among: Fault.names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw object.bad(
                "fault", "must be one of \(Fault.names.joined(separator: ", ")), not \"\(name)\"\(nearest)")
        }
        self.fault = fault
    }
}

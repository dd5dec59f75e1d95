/// From where a host can be reached.
enum HostReach: Hashable {
    /// The phone itself.
    case own
    /// One network alone.
    case oneNetwork
    case everywhere
    /// Nobody: it looks like an address and is none.
    case nowhere

    /// Names of one network: multicast DNS (RFC 6762, 3), home networks (RFC 8375), and the domain that ICANN keeps for private
    /// use (resolution of 29 July 2024).
    private static let privateDomains = [".local", ".home.arpa", ".internal"]

    /// Of a host as it stands in a URI, with its brackets where it has them.
    init(of host: String) {
        if host.hasPrefix("[") {
            // A zone is of one machine (RFC 6874).
            let literal = host.dropFirst().prefix { $0 != "]" && $0 != "%" }
            self = HostAddress(ipv6: literal).map(Self.init(of:)) ?? .nowhere
            return
        }
        var name = (HostName.ascii(host) ?? host).lowercased()[...]
        if name.hasSuffix(".") { name.removeLast() }
        let last = name.split(separator: ".").last ?? name
        if let address = HostAddress(ipv4: name) {
            self.init(of: address)
        } else if last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) || last.hasPrefix("0x") {
            // What ends in a number is read as an address (WHATWG URL Standard, 3.5).
            self = .nowhere
        } else if name == "localhost" || name.hasSuffix(".localhost") {
            self = .own
        } else if !name.contains(".") || Self.privateDomains.contains(where: { name.hasSuffix($0) }) {
            self = .oneNetwork
        } else {
            self = .everywhere
        }
    }

    private init(of address: HostAddress) {
        self = address.isOwn ? .own : address.isPrivate ? .oneNetwork : .everywhere
    }
}

internal import MockPostlyPlatform
internal import MockPostlyText

/// A name or address that a certificate is for.
package struct CertificateName: Sendable, Hashable, CustomStringConvertible {
    /// What the text is: clients compare hosts and addresses in different ways.
    package enum Kind: Sendable, Hashable {
        /// A name in lower case without a dot at its end; may begin with `*.`.
        case host(String)
        /// The 4 bytes of an IPv4 address or the 16 of an IPv6 address.
        case address([UInt8])
    }

    /// Decides how the name stands in a certificate: `dNSName` or `iPAddress` (RFC 5280, 4.2.1.6).
    package let kind: Kind

    /// The name or address as people write it.
    package var description: String {
        switch kind {
        case .host(let name): name
        case .address(let bytes): Self.text(of: bytes)
        }
    }

    /// Clients send no SNI for an address (RFC 6066, section 3).
    package var isAddress: Bool {
        if case .address = kind { true } else { false }
    }

    /// Whether a host, in any case and with or without a dot at its end, has this name.
    ///
    /// A `*.` stands for one label (RFC 9525, section 6.3).
    package func covers(_ host: String) -> Bool {
        guard case .host(let name) = kind else { return false }
        var host = host.lowercased()[...]
        if host.hasSuffix(".") { host.removeLast() }
        guard name.hasPrefix("*.") else { return host == name }
        guard let dot = host.firstIndex(of: "."), dot > host.startIndex else { return false }
        return host[dot...] == name.dropFirst()
    }

    /// Reads a name such as `dummyjson.com` or `*.dev.example`, or an address such as `192.168.1.7`,
    /// `fe80::1` or `[::1]`.
    ///
    /// Capitals become small letters, and a dot at the end is dropped. The problem is one sentence
    /// that quotes the text.
    ///
    /// - Throws: ``CertificateProblem`` of the kind ``CertificateProblem/Kind/name``.
    package init(_ text: String) throws(CertificateProblem) {
        let bare =
            text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
        if let address = Self.address(String(bare)) {
            kind = .address(address)
            return
        }
        if let problem = Self.addressProblem(text) { throw problem }
        var name = text.lowercased()
        if name.hasSuffix("."), name.utf8.count > 1 { name.removeLast() }
        if let problem = Self.nameProblem(name, as: text) { throw problem }
        kind = .host(name)
    }

    /// The bytes of an address; nil for other texts.
    private static func address(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }

    private static func text(of address: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Why a text is no name or address.
extension CertificateName {
    /// The problem of a text that looks like an address but is none; nil for other texts.
    private static func addressProblem(_ text: String) -> CertificateProblem? {
        if text.utf8.contains(UInt8(ascii: "%")), text.utf8.contains(UInt8(ascii: ":")) {
            return refusal(
                text,
                "has a zone after %, which certificates do not know",
                hint: "give the address without its zone"
            )
        }
        if text.utf8.contains(UInt8(ascii: "/")) {
            return refusal(text, "has a /", hint: "give the name alone, without https:// and path")
        }
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        if colons == 1 {
            return refusal(text, "has a port", hint: "give the name alone, without :PORT")
        }
        let last = text.split(separator: ".").last ?? ""
        let isNumber = !last.isEmpty && last.utf8.allSatisfy(\.isDigit)
        guard colons > 1 || isNumber else { return nil }
        return refusal(
            text,
            "is not a correct IP address",
            hint: "an address is written such as 192.168.1.7 or fe80::1"
        )
    }

    /// The problem of a text, `name` in lower case, that is no name; nil when it is one.
    private static func nameProblem(_ name: String, as text: String) -> CertificateProblem? {
        guard !name.isEmpty else {
            return CertificateProblem(
                .name,
                "an empty name cannot be in a certificate",
                hint: "give a name such as dummyjson.com"
            )
        }
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return refusal(
                text,
                "has letters beyond a-z",
                hint: "give its form for the network, which begins with xn--"
            )
        }
        guard name.utf8.count <= 253 else { return refusal(text, "is longer than 253 bytes") }
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.first == "*" {
            labels.removeFirst()
            guard labels.count > 1 || labels == ["localhost"] else {
                return refusal(
                    text,
                    "has a * for too much: browsers want two words after it",
                    hint: "give a name such as *.dev.example, or each name by itself"
                )
            }
        }
        for label in labels {
            if let problem = labelProblem(label, in: text) { return problem }
        }
        return nil
    }

    private static func labelProblem(_ label: Substring, in text: String) -> CertificateProblem? {
        if label.isEmpty { return refusal(text, "has nothing between two dots") }
        if label.utf8.count > 63 {
            return refusal(text, "has a part that is longer than 63 bytes")
        }
        if label.utf8.contains(UInt8(ascii: "*")) {
            return refusal(
                text,
                "has a * in a wrong place",
                hint: "a * stands alone before the first dot, as in *.dev.example"
            )
        }
        // Underscores are against the rules but common in names of containers, and clients take them.
        guard label.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == hyphen || $0 == underscore })
        else {
            return refusal(
                text,
                "has a character that names do not have",
                hint: "names have letters, digits, hyphens and dots"
            )
        }
        guard let first = label.utf8.first, let last = label.utf8.last, first != hyphen,
            last != hyphen, label.utf8.contains(where: isLetterOrDigit)
        else {
            return refusal(text, "has a part without letters, or with a hyphen at its end")
        }
        return nil
    }

    private static let hyphen = UInt8(ascii: "-")
    private static let underscore = UInt8(ascii: "_")

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte.isSmallLetter || byte.isDigit
    }

    private static func refusal(
        _ text: String,
        _ reason: String,
        hint: String? = nil
    ) -> CertificateProblem {
        // The text is shown without control characters, and not without end.
        let shown = text.unicodeScalars.prefix(80)
            .map { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value ? "?" : String($0) }
            .joined()
        let rest = text.unicodeScalars.count > 80 ? "…" : ""
        return CertificateProblem(
            .name,
            "\"\(shown)\(rest)\" cannot be in a certificate: it \(reason)",
            hint: hint
        )
    }
}

extension CertificateName {
    /// The names of a server on this machine.
    ///
    /// They are `localhost` and all below it, both loopback addresses, `addresses` as the system
    /// writes them, the machine's name in the local network, and those that a user gives. Addresses
    /// that are none, such as those with a zone, are left out.
    ///
    /// - Parameters:
    ///   - addresses: numeric, in the order of the system.
    ///   - machine: the machine's name as the system has it; nil for none.
    ///   - given: come last, in their order.
    /// - Returns: each name once.
    package static func ofServer(
        addresses: [String],
        machine: String?,
        given: [CertificateName]
    ) -> [CertificateName] {
        let local = machine.flatMap(localName(ofMachine:))
        let texts = ["localhost", "*.localhost", "127.0.0.1", "::1"] + addresses
        let names = (texts + [local].compactMap(\.self)).compactMap { try? CertificateName($0) }
        var seen: Set<CertificateName> = []
        return (names + given).filter { seen.insert($0).inserted }
    }

    /// The name by which a local network finds a machine without a name server (RFC 6762):
    /// `desk.local` for `Desk` and `desk.lan`; nil when the name is none.
    package static func localName(ofMachine machine: String) -> String? {
        guard let first = machine.split(separator: ".").first else { return nil }
        let name = try? CertificateName("\(first).local")
        return name?.description
    }
}

internal import MockPostlyText

/// The parts of a request that decide whether it opens a WebSocket (RFC 6455, 4.2.1).
///
/// Each array holds the values of all fields of that name, in order.
package struct HandshakeRequest: Sendable {
    /// As in the request line; only `GET` is accepted.
    package var method: String
    /// The minor version of HTTP/1.
    ///
    /// 1 for HTTP/1.1; HTTP/1.0 is refused.
    package var minorVersion = 1
    /// Whether there is a Host field, whatever its value.
    package var hasHost = true
    /// One value must have the token `upgrade`, in any case: `keep-alive, Upgrade`.
    package var connection: [String] = []
    /// One value must have the token `websocket`, in any case.
    package var upgrade: [String] = []
    /// Exactly one value of 24 characters, which is base64 of 16 bytes.
    package var key: [String] = []
    /// Exactly the value `13`.
    package var version: [String] = []
    /// The client's offers, the preferred first; an unreadable field counts as none.
    package var extensions: [String] = []

    /// A request without any fields.
    package init(method: String) {
        self.method = method
    }

    /// The first reason to refuse the request; nil for a valid handshake.
    ///
    /// Checked in this order: version of HTTP, method, Host, Connection, Upgrade, key, version of
    /// the protocol, form of the key.
    package var refusal: HandshakeRefusal? {
        if minorVersion < 1 { return .httpVersion("HTTP/1.\(minorVersion)") }
        if method != "GET" { return .method(method) }
        if !hasHost { return .absent(field: "host") }
        if !Self.list(connection, has: "upgrade") {
            return .lacksToken(field: "connection", token: "upgrade", found: connection)
        }
        if !Self.list(upgrade, has: "websocket") {
            return .lacksToken(field: "upgrade", token: "websocket", found: upgrade)
        }
        if key.isEmpty { return .absent(field: "sec-websocket-key") }
        if version != ["13"] {
            return .differs(field: "sec-websocket-version", wanted: "13", found: version)
        }
        if key.count > 1 || !Self.isKey(key[0]) { return .badKey }
        return nil
    }

    /// Whether `token`, in lower case, is an element of the lists in `lines`; case is ignored.
    private static func list(_ lines: [String], has token: StaticString) -> Bool {
        lines.contains { line in
            line.utf8.split(separator: UInt8(ascii: ",")).contains { member in
                var member = member.drop(while: isBlank)
                while let last = member.last, isBlank(last) { member.removeLast() }
                return token.withUTF8Buffer { token in
                    member.elementsEqual(token) { $0.lowercased == $1 }
                }
            }
        }
    }

    /// Whether it has the form of 16 bytes in base64.
    private static func isKey(_ text: String) -> Bool {
        let digits = text.utf8.dropLast(2)
        return digits.count == 22 && text.utf8.suffix(2).elementsEqual("==".utf8)
            && digits.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default:
                    false
                }
            }
    }
}

/// The reason why a request does not open a WebSocket.
///
/// The texts are those of Bandit and of Phoenix's adapter, except for ``badKey``.
package enum HandshakeRefusal: Error, Sendable, Equatable {
    /// The version, such as `HTTP/1.0`.
    case httpVersion(String)
    /// The method as sent.
    case method(String)
    /// A required field is missing; its name is in lower case.
    case absent(field: String)
    /// No value of the list has the token.
    case lacksToken(field: String, token: String, found: [String])
    /// The field has another value than the only one that is allowed.
    case differs(field: String, wanted: String, found: [String])
    /// The key is not 16 bytes in base64.
    case badKey

    /// The HTTP status of the answer.
    ///
    /// The same for all, as in Bandit.
    package var status: Int { 400 }

    /// The body of the answer.
    ///
    /// Plain text in English, such as `'host' header is absent`.
    package var words: String {
        switch self {
        case .httpVersion(let version):
            "HTTP version \(version) unsupported"
        case .method(let method):
            "HTTP method \(method) unsupported"
        case .absent(let field):
            "'\(field)' header is absent"
        case .lacksToken(let field, let token, let found):
            "'\(field)' header must contain '\(token)', got \(inspected(found))"
        case .differs(let field, let wanted, let found):
            "'\(field)' header must equal '\(wanted)', got \(inspected(found.map(lowercased)))"
        case .badKey:
            "'sec-websocket-key' header must be 16 bytes in base64"
        }
    }

    /// Additional fields of the answer.
    ///
    /// For a wrong version the one that is spoken (RFC 6455, 4.4); names are in lower case.
    package var fields: [(name: String, value: String)] {
        if case .differs = self { return [("sec-websocket-version", "13")] }
        return []
    }
}

/// A list of strings as Elixir's `inspect` prints it.
private func inspected(_ texts: [String]) -> String {
    let items = texts.map { text in
        var spelled = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { spelled += "\\" }
            spelled.unicodeScalars.append(scalar)
        }
        return spelled + "\""
    }
    return "[" + items.joined(separator: ", ") + "]"
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

private func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map(\.lowercased), as: UTF8.self)
}

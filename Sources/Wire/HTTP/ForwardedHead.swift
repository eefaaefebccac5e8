/// How the head of a request is written for another server that it is sent on to (RFC 9110,
/// section 7.6).
package struct ForwardedHead: Sendable {
    /// The value of Host: that of the other server.
    package var host: String
    /// What comes before the path; empty, or from its first slash to no slash at its end.
    package var path: String
    /// The name of this server in Via, by which it knows its own requests again.
    package var pseudonym: String
    /// The bearer token of this server's control plane, which is nobody else's business.
    package var adminToken: String?
    /// Whether a field, with its name in lower case, is a credential for another server; nil when all
    /// are meant for this one.
    package var withholds: (@Sendable (String) -> Bool)?
    /// Whether the answer is to be read here: it must come whole, and in no other coding than gzip.
    package var asksForText = false

    package init(host: String, path: String, pseudonym: String, adminToken: String? = nil) {
        (self.host, self.path, self.pseudonym) = (host, path, pseudonym)
        self.adminToken = adminToken
    }

    /// Fields of one connection (RFC 9110, section 7.6.1), and those that are written anew.
    private static let ownFields: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate",
        "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
    /// Fields by which the client may get less than the whole answer (RFC 9110, sections 13.1 and 14.2).
    private static let conditions: Set<String> = [
        "if-modified-since", "if-none-match", "if-range", "range",
    ]
    /// The beginning of the fields and cookies that are for this server.
    private static let ownPrefix = "x-mockpostly-"
    private static let ownCookies = Array("mockpostly_".utf8)

    /// The head of `request`, whose body follows it.
    ///
    /// Fields keep their order, their spelling and their bytes.
    package func bytes(for request: Request) -> [UInt8] {
        let target = request.rawTargetWithoutPrefix
        var bytes = Array("\(request.method.name) ".utf8)
        // `OPTIONS *` is about the server and no path of it (RFC 9110, section 9.3.7).
        if !target.elementsEqual("*".utf8) {
            bytes += path.utf8
            if target.first != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        }
        bytes += target
        bytes += " HTTP/1.1\r\nHost: \(host)\r\n".utf8
        let dropped = Self.ownFields.union(Self.words(request.header("connection")))
        var hasLength = !request.body.isEmpty
        for field in request.head.fields {
            let name = request.head.bytes[field.nameRange]
            let key = String(decoding: name, as: UTF8.self).lowercased()
            if key == "content-length" || key == "transfer-encoding" { hasLength = true }
            if dropped.contains(key) || key.hasPrefix(Self.ownPrefix) { continue }
            if let value = value(of: key, request.head.bytes[field.valueRange]) {
                bytes += name + [UInt8(ascii: ":"), 0x20] + value + [0x0D, 0x0A]
            }
        }
        if let incoming = request.incoming {
            bytes += "\(Self.framing(of: incoming))\r\n".utf8
        } else if hasLength {
            bytes += "Content-Length: \(request.body.count)\r\n".utf8
        }
        if request.asksForWebSocket {
            bytes += "Connection: Upgrade\r\nUpgrade: websocket\r\n".utf8
        }
        bytes += "Via: 1.\(request.head.minorVersion) \(pseudonym)\r\n\r\n".utf8
        return bytes
    }

    /// The field that tells where a body ends that is sent on as it comes.
    private static func framing(of body: IncomingBody) -> String {
        body.length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
    }

    /// What is sent of a field with `key` as its name in lower case; nil for nothing.
    private func value(of key: String, _ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if asksForText {
            if Self.conditions.contains(key) { return nil }
            if key == "accept-encoding" {
                let hasGzip = Self.words(String(decoding: value, as: UTF8.self)).contains("gzip")
                return hasGzip ? Array("gzip".utf8)[...] : nil
            }
        }
        if withholds?(key) == true { return nil }
        if key == "cookie" { return Self.withoutOwnCookies(value) }
        return key == "authorization" && isAdminToken(value) ? nil : value
    }

    private func isAdminToken(_ value: ArraySlice<UInt8>) -> Bool {
        guard let adminToken else { return false }
        let words = value.split(separator: 0x20)
        return words.last?.elementsEqual(adminToken.utf8) ?? false
    }

    /// `value` without the cookies of this server; nil when no other is left.
    private static func withoutOwnCookies(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let pairs = value.split(separator: UInt8(ascii: ";"))
        let isOwn: (ArraySlice<UInt8>) -> Bool = { pair in
            pair.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: ownCookies)
        }
        guard pairs.contains(where: isOwn) else { return value }
        let others = pairs.filter { !isOwn($0) }
        guard !others.isEmpty else { return nil }
        let joined = Array(others.joined(separator: [UInt8(ascii: ";")]))
        return joined.drop { $0 == 0x20 || $0 == 0x09 }
    }

    /// The words of a list between commas, in lower case.
    package static func words(_ list: String?) -> Set<String> {
        let words = (list ?? "").split { $0 == "," || $0 == " " || $0 == "\t" }
        return Set(words.map { $0.lowercased() })
    }
}

extension Request {
    /// Whether it was sent on by the server that calls itself `pseudonym` in Via (RFC 9110, section
    /// 7.6.3).
    package func hasPassed(_ pseudonym: String) -> Bool {
        guard let via = header("via") else { return false }
        return via.split(separator: ",").contains { hop in
            hop.split { $0 == " " || $0 == "\t" }.dropFirst().first.map { $0 == pseudonym } ?? false
        }
    }

    /// Whether the client asks for a WebSocket on its connection (RFC 6455, section 4.1).
    ///
    /// Others that may follow, such as h2c, need not be spoken.
    package var asksForWebSocket: Bool {
        method == .get && ForwardedHead.words(header("upgrade")).contains("websocket")
            && ForwardedHead.words(header("connection")).contains("upgrade")
    }
}

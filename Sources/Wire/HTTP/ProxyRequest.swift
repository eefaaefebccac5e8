internal import MockPostlyText

/// A request to an HTTP proxy: where it is to go, and what is to be sent there.
///
/// For `GET http://shop.example/a?b=1 HTTP/1.1` the ``destination`` is `shop.example:80` and the
/// ``head`` begins with `GET /a?b=1 HTTP/1.1`. For `CONNECT shop.example:443 HTTP/1.1` there is no
/// head: everything after the client's head is the tunnel's.
package struct ProxyRequest: Sendable, Equatable {
    /// Where the bytes end that follow the head to the server.
    package enum Body: Sendable, Equatable {
        /// The request has no body.
        case none
        /// This many bytes follow the head, as its Content-Length says.
        case length(Int)
        /// Chunks follow up to the last one and its trailer (RFC 9112, section 7.1).
        case chunked
        /// They have no end, as in a tunnel.
        case endless
    }

    /// The server that the client asks for.
    package let destination: Authority
    /// The head for that server: its target is a path, and the fields for proxies are gone; nil for
    /// CONNECT.
    ///
    /// The fields keep their order and spelling; Host and `Connection: close` are the parser's.
    package let head: [UInt8]?
    /// Where the request ends that has this head.
    package let body: Body
    /// The value of Proxy-Authorization as sent; nil without that field.
    ///
    /// It is not sent on; ``head`` has no such field.
    package let credentials: String?

    /// Whether the client asks for a tunnel, by CONNECT (RFC 9110, section 9.3.6).
    package var isTunnel: Bool { head == nil }
}

/// A parser of the first head on a connection to a proxy.
package struct ProxyRequestParser: Sendable {
    private let limits: RequestLimits
    private let head = RequestHead()
    private var parser = HeadParser(takesConnect: true)

    /// A parser at the start of a connection; of `limits`, those of bodies have no effect.
    ///
    /// A head of at most `limits.head` bytes with at most `limits.fields` fields is read.
    package init(limits: RequestLimits) {
        var limits = limits
        // What is passed through is not kept.
        limits.body = .max
        self.limits = limits
    }

    /// Continues with `input`, which is everything from the first byte on.
    ///
    /// Returns nil when more bytes are needed, else the request and how long its head is.
    ///
    /// - Parameter input: all bytes received so far; none may be cut off before the request is
    ///   there.
    /// - Returns: the request, and the length of its head in bytes with the empty line; bytes after
    /// it belong to the body or the tunnel.
    /// - Throws: a rejection for a malformed head, for a target without a host (400) and for an
    ///   `https:` URL without CONNECT (400).
    package mutating func parse(
        _ input: UnsafeBufferPointer<UInt8>
    ) throws(Rejection) -> (request: ProxyRequest, length: Int)? {
        guard let whole = try parser.parse(input, limits, into: head) else { return nil }
        return (try ProxyRequest(head, whole.framing), whole.length)
    }
}

extension ProxyRequest {
    fileprivate init(_ head: RequestHead, _ framing: Framing) throws(Rejection) {
        guard let authority = head.authority else { throw .noProxyTarget }
        let host = head.bytes[authority]
        credentials = head.values(of: "proxy-authorization").first.map {
            String(decoding: $0, as: UTF8.self)
        }
        if head.method == .connect {
            guard let destination = Authority(host) else { throw .badTarget }
            self.destination = destination
            self.head = nil
            body = .endless
            return
        }
        guard head.bytes[head.target.lowerBound..<authority.lowerBound].count == "http://".count
        else { throw .secureProxyTarget }
        guard let destination = Authority(host, defaultPort: 80) else { throw .badTarget }
        self.destination = destination
        self.head = head.forwarded(to: host, dropping: head.connectionOptions)
        body =
            switch framing.body {
            case .none: .none
            case .length(let length): .length(length)
            case .chunked: .chunked
            }
    }
}

extension Rejection {
    static let noProxyTarget = Rejection(
        400,
        "This port is an HTTP proxy: set it as the proxy of an app or a browser."
    )
    static let secureProxyTarget = Rejection(
        400,
        "A proxy gets requests for https by CONNECT, not as an https URL."
    )
}

extension RequestHead {
    /// The values of the fields named `name`, which is in lower case.
    fileprivate func values(of name: StaticString) -> [ArraySlice<UInt8>] {
        fields.filter { has($0, name) }.map { bytes[$0.valueRange] }
    }

    private func has(_ field: Field, _ name: StaticString) -> Bool {
        bytes.withUnsafeBufferPointer { equalIgnoringCase($0.part(field.nameRange), name) }
    }

    /// The words of all Connection fields, in lower case.
    fileprivate var connectionOptions: Set<String> {
        let words = values(of: "connection").flatMap { value in
            value.split { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 }
        }
        return Set(words.map { String(decoding: $0.map(\.lowercased), as: UTF8.self) })
    }

    /// The head for the server at `host` (RFC 9112, section 3.2.1; RFC 9110, section 7.6.1).
    ///
    /// The fields named by `options`, and those for one connection alone, are left out. The server is
    /// told to close the connection after its answer. No other protocol is offered to it: for those
    /// clients ask for a tunnel (RFC 6455, section 4.1).
    fileprivate func forwarded(
        to host: ArraySlice<UInt8>,
        dropping options: Set<String>
    ) -> [UInt8] {
        var text = Array(bytes[..<target.lowerBound])
        if bytes[path].isEmpty {
            // Without a path, OPTIONS is about the server (RFC 9112, section 3.2.4).
            let isAboutServer = method == .options && path.upperBound == target.upperBound
            text.append(UInt8(ascii: isAboutServer ? "*" : "/"))
        }
        text += bytes[path.lowerBound..<target.upperBound]
        text += " HTTP/1.\(minorVersion)\r\nHost: ".utf8
        text += host
        text += "\r\n".utf8
        for field in fields {
            let name = String(decoding: bytes[field.nameRange].map(\.lowercased), as: UTF8.self)
            if Self.fieldsOfHop.contains(name) { continue }
            if options.contains(name), !Self.fieldsOfBody.contains(name) { continue }
            text += bytes[field.nameRange]
            text += ": ".utf8
            text += bytes[field.valueRange]
            text += "\r\n".utf8
        }
        text += "Connection: close\r\n\r\n".utf8
        return text
    }

    /// Fields without which the server would take the body for another request.
    private static let fieldsOfBody: Set<String> = ["content-length", "transfer-encoding"]

    /// Fields for the next hop alone, whatever Connection says.
    private static let fieldsOfHop: Set<String> = [
        "connection", "host", "http2-settings", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "upgrade",
    ]
}

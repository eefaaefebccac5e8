internal import MockPostlyCrypto
internal import MockPostlyText

/// The server's side of an accepted WebSocket handshake (RFC 6455, 4.2.2).
///
/// ```swift
/// let handshake = try Handshake(request)
/// var response = Response(status: 101, fields: ...handshake.fields()...)
/// response.takeover = socket
/// exchange.respond(response)
/// ```
package struct Handshake: Sendable, Equatable {
    /// The value of `Sec-WebSocket-Accept`.
    ///
    /// The SHA-1 of the client's key and the GUID of RFC 6455, in base64: 28 characters.
    package let accept: String
    /// The agreement about compression; nil for none.
    package let deflate: DeflateAgreement?

    /// Accepts `request`, or throws the reason why not.
    ///
    /// - Parameters:
    ///   - request: the client's request.
    ///   - settings: the server's compression; nil for none.
    /// - Throws: the first reason to refuse the request.
    package init(
        _ request: HandshakeRequest,
        deflate settings: DeflateSettings? = DeflateSettings()
    ) throws(HandshakeRefusal) {
        if let refusal = request.refusal { throw refusal }
        accept = Self.accept(of: request.key[0])
        let offers = request.extensions.joined(separator: ",")
        deflate = settings.flatMap { DeflateAgreement(offers: offers, $0) }
    }

    /// The fields of the answer, whose status is 101.
    ///
    /// - Parameter name: the chosen subprotocol, one of those that the client offered; nil for
    ///   none.
    /// - Returns: the fields with names in lower case.
    package func fields(protocol name: String? = nil) -> [(name: String, value: String)] {
        var fields = [
            (name: "upgrade", value: "websocket"), (name: "connection", value: "Upgrade"),
            (name: "sec-websocket-accept", value: accept),
        ]
        if let name { fields.append(("sec-websocket-protocol", name)) }
        if let deflate { fields.append(("sec-websocket-extensions", deflate.field)) }
        return fields
    }

    /// The whole answer as bytes.
    ///
    /// For transports without an HTTP server; ends with the empty line.
    package func head(protocol name: String? = nil) -> [UInt8] {
        var head = "HTTP/1.1 101 Switching Protocols\r\n"
        for (name, value) in fields(protocol: name) { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// The value that proves that the server has read the client's `key` (RFC 6455, 4.2.2).
    static func accept(of key: String) -> String {
        Base64.encode(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}

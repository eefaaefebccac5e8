internal import MockPostlyCrypto

/// The answer to a request that becomes a WebSocket (RFC 6455, 4.2.2).
package struct Handshake: Sendable, Equatable {
    /// The value of `Sec-WebSocket-Accept`.
    package let accept: String
    /// What was agreed on about compression; nil when there is none.
    package let deflate: DeflateAgreement?

    /// Accepts `request` or says why not.
    ///
    /// - Parameters:
    ///   - request: what the client asks for.
    ///   - settings: how to compress; nil when it is not to be.
    /// - Throws: what stands against it.
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
    /// - Parameter name: the subprotocol that was chosen of those that the client has named.
    /// - Returns: names in lower case, and values.
    package func fields(protocol name: String? = nil) -> [(name: String, value: String)] {
        var fields = [
            (name: "upgrade", value: "websocket"), (name: "connection", value: "Upgrade"),
            (name: "sec-websocket-accept", value: accept),
        ]
        if let name { fields.append(("sec-websocket-protocol", name)) }
        if let deflate { fields.append(("sec-websocket-extensions", deflate.field)) }
        return fields
    }

    /// The whole answer.
    package func head(protocol name: String? = nil) -> [UInt8] {
        var head = "HTTP/1.1 101 Switching Protocols\r\n"
        for (name, value) in fields(protocol: name) { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// What proves to a client that its `key` was read.
    static func accept(of key: String) -> String {
        Base64.encode(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}

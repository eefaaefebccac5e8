internal import CMockPostlyLibevent
internal import MockPostlyHTTP
internal import MockPostlyPlatform
internal import MockPostlyTLS

/// The way between the socket and the bytes of HTTP: plain, or by TLS.
extension ServerConnection {
    /// The first byte of a TLS connection: the type of a record with a handshake (RFC 8446, 5.1).
    ///
    /// No method of HTTP begins with it.
    private static let firstByteOfTLS: UInt8 = 22

    /// Whether the client has begun a TLS handshake that is not over.
    var isHandshaking: Bool { tls.map { !$0.isEstablished } ?? false }

    /// Receives into `buffer`.
    ///
    /// `.moved(0)` means the peer will send nothing more.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        if isUndecided, !decide() { return .failed }
        guard let tls else { return MockPostlyEventHTTP.receive(socket, into: buffer) }
        // A record that does not fit would be left where no event tells of it.
        let room = buffer.count < 16 * 1024 ? server.readBuffer : buffer
        let wasEstablished = tls.isEstablished
        let outcome = tls.read(into: room)
        if tls.wantsWriting { setWriting(true) }
        if !wasEstablished {
            if tls.isEstablished { server.handshakes += 1 }
            // A handshake is given the time of a head, which does not start again with every byte.
            if isHandshaking {
                if wait == .idle { setDeadline(.head) }
            } else if wait == .head {
                setDeadline(.idle)
            }
        }
        switch outcome {
        case .moved(let count): return .moved(count)
        case .wantsReading, .wantsWriting: return .blocked
        case .ended:
            if isHandshaking { server.handler.note(.left, of: peer) }
            return .moved(0)
        case .failed(let failure):
            if !wasEstablished { server.handler.note(failure ?? .left, of: peer) }
            return .failed
        }
    }

    /// Sends `head`, `body` and `end`, as much as the socket takes.
    func transmit(
        head: UnsafeRawBufferPointer,
        body: UnsafeRawBufferPointer,
        end: UnsafeRawBufferPointer
    ) -> Transfer {
        guard let tls else {
            return MockPostlyEventHTTP.transmit(socket, head: head, body: body, end: end)
        }
        switch tls.write(head: head, body: body, end: end) {
        case .moved(let count): return .moved(count)
        case .wantsReading, .wantsWriting: return .blocked
        case .ended, .failed: return .failed
        }
    }

    /// Whether `bytes` are the first of a client that speaks TLS on a port that does not.
    func beginsWithTLS(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        nextRequest == 0 && tls == nil && bytes.first == Self.firstByteOfTLS
    }

    /// Tells that the client speaks TLS in vain; returns what it is answered.
    ///
    /// The answer is plain, which clients of TLS tell apart: "server gave HTTP response to HTTPS
    /// client" (Go), "wrong version number" (OpenSSL).
    func refuseTLS() -> Rejection {
        server.handler.note(.notSpoken, of: peer)
        return .speaksTLS
    }

    /// A fatal alert, `handshake_failure` (RFC 8446, 6.2), in a record of TLS 1.2.
    private static let handshakeFailure: [UInt8] = [21, 3, 3, 0, 2, 2, 40]

    /// Answers the first message of a handshake with a fatal alert.
    private func breakHandshake() {
        // Closing over unread bytes would reset the connection and take the alert with it.
        _ = MockPostlyEventHTTP.receive(socket, into: server.readBuffer)
        Self.handshakeFailure.withUnsafeBytes { alert in
            let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            // A socket that was just opened takes seven bytes.
            _ = MockPostlyEventHTTP.transmit(socket, head: alert, body: nothing, end: nothing)
        }
    }

    /// Looks at the first byte without taking it; returns whether the connection can go on.
    private func decide() -> Bool {
        var first: UInt8 = 0
        guard recv(socket, &first, 1, Int32(MSG_PEEK)) == 1 else { return true }
        isUndecided = false
        guard first == Self.firstByteOfTLS, let context = server.tls else { return true }
        if server.handler.breaksHandshake(label: label) {
            breakHandshake()
            return false
        }
        guard let tls = TLSConnection(over: socket, context) else {
            server.handler.note("a client was turned away: no memory for TLS")
            return false
        }
        self.tls = tls
        return true
    }
}

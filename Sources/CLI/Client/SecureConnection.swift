internal import MockPostlyHTTPClient
internal import MockPostlyTLS
internal import MockPostlyWorld

extension HTTPConnection {
    /// Connects to a real server, by TLS where its address says so.
    ///
    /// The handshake is a part of the first exchange.
    ///
    /// - Parameters:
    ///   - origin: its host may be a name that the machine's name servers know.
    ///   - context: whom to trust.
    ///   - deadline: for the lookup and the connection.
    /// - Throws: ``HTTPFailure``; that of a certificate comes with the first exchange.
    init(
        to origin: HTTPOrigin,
        trusting context: TLSClientContext,
        until deadline: Deadline
    ) throws(HTTPFailure) {
        try self.init(to: origin.target, lookingUpUntil: deadline) { socket in
            guard origin.isSecure else { return PlainStream(socket) }
            return SecureStream(socket, to: origin.host, context)
        }
    }
}

/// The bytes of a client's TLS connection.
private final class SecureStream: ByteStream {
    private let connection: TLSConnection

    init?(_ socket: Int32, to host: String, _ context: TLSClientContext) {
        guard let connection = TLSConnection(over: socket, to: host, context) else { return nil }
        self.connection = connection
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> ByteStreamOutcome {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        return outcome(connection.write(head: bytes, body: none, end: none))
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamOutcome {
        outcome(connection.read(into: buffer))
    }

    private func outcome(_ outcome: TLSConnection.Outcome) -> ByteStreamOutcome {
        switch outcome {
        case .moved(let count): .moved(count)
        case .wantsReading: .wantsReading
        case .wantsWriting: .wantsWriting
        case .ended: .ended
        case .failed(.untrusted(let words)): .failed(.untrusted(words))
        case .failed(.other(let words)): .failed(.insecure(words))
        case .failed(.alert(let number)): .failed(.insecure("alert \(number)"))
        case .failed(.version): .failed(.insecure("no version in common"))
        case .failed: .failed(.cut)
        }
    }
}

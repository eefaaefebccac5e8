internal import MockPostlyHTTP

/// Requests that are handed on before their body is there, which then goes on as it comes.
///
/// Such a request is held like one that waits for its answer: the next of its connection is read
/// when its body is whole and it is answered. An answer before that ends the connection.
extension ServerConnection {
    /// A body up to this length is received as a whole when its head tells its length.
    private static let shortBody = 64 * 1024

    /// Hands on the request whose head is there, if its handler takes the body as it comes; returns
    /// whether it does.
    func handOnEarly() -> Bool {
        let short = min(Self.shortBody, server.limits.request.body)
        guard askedUpload != nextRequest, isAnswered, parser.bodyLength ?? .max > short,
            var request = parser.begunRequest ?? parser.oversizedRequest
        else { return false }
        request.peer = peer
        request.isSecure = tls != nil
        guard let longest = server.handler.keptOfStream(of: request, label: label) else {
            return false
        }
        parser.streamBody()
        let body = IncomingBody(length: parser.bodyLength, keeping: longest) { [weak self] in
            self?.goOnStreaming()
        }
        request.head.incoming = body
        streamed = body
        owesContinue = parser.expectsContinue
        let exchange = exchange(for: request)
        nextRequest += 1
        hold(for: exchange.number, takesInterim: request.head.minorVersion > 0)
        server.handler.handle(request, exchange)
        return true
    }

    /// Gives on what has come of the body, now that it is wanted.
    func goOnStreaming() {
        guard !isTaking, !isClosed, streamed?.isWanted == true else { return }
        if owesContinue {
            owesContinue = false
            if outflow == nil { emitContinue() }
        }
        feed()
        settle()
    }

    /// Reads more of the body.
    func readStreamed(_ body: IncomingBody) {
        guard body.isWanted else { return settle() }
        switch receive(into: server.roomToRead) {
        case .blocked: break
        case .failed, .moved(0): close()
        case .moved(let count):
            server.bytesReceived += count
            input.append(UnsafeRawBufferPointer(rebasing: server.readBuffer[..<count]))
            feed()
            settle(received: true)
        }
    }

    /// Gives the bytes that are there to whoever takes them.
    private func feed() {
        while let body = streamed, body.isWanted, !isClosed {
            let waiting = parser.takeBody()
            guard waiting.isEmpty else {
                body.give(waiting)
                continue
            }
            guard !input.isEmpty else { return }
            var used = 0
            let step = input.withUnsafeBytes {
                parser.step($0.bindMemory(to: UInt8.self), used: &used)
            }
            input.drop(used)
            switch consume step {
            case .needsMore:
                let bytes = parser.takeBody()
                guard !bytes.isEmpty else { return }
                body.give(bytes)
            case .wantsContinue: break
            case .request(let request): finish(body, with: request)
            case .rejected(let rejection): cutStream(rejection)
            }
        }
    }

    /// Gives the last bytes, those of the `request` that the parser has completed.
    private func finish(_ body: IncomingBody, with request: Request) {
        body.give(request.body)
        guard streamed === body else { return }
        streamed = nil
        hasUnseenInput = intake == .open && !input.isEmpty
        body.finish()
    }

    /// Ends a body whose rest is not read; its taker is told why.
    func cutStream(_ rejection: Rejection) {
        guard let body = streamed else { return }
        streamed = nil
        stopIntake()
        body.cut(rejection)
    }

    /// The request is answered; returns whether that ends its body, whose rest nobody reads.
    func endStream() -> Bool {
        guard let body = streamed else { return false }
        streamed = nil
        owesContinue = false
        body.rest()
        return true
    }
}

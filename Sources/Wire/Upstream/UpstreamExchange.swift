internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyProxy
internal import MockPostlyWorld

/// One request to a real server, and its answer.
///
/// The client keeps it until there is an answer, then the body of a streamed answer does. Belongs to
/// the loop's thread.
package final class UpstreamExchange {
    private enum Phase {
        /// The head of the answer is awaited.
        case waiting
        /// The whole body is collected.
        case collecting(ForwardedAnswer)
        /// The body is sent on as it comes.
        case streaming
        case over
    }

    /// A body up to this length is collected when its length is known: so it can be changed, kept
    /// and sent in one piece.
    private static let shortBody = 64 * 1024

    let request: UpstreamRequest
    /// Nil when it is gone, which a body that is still streamed may outlive.
    private weak var client: UpstreamClient?
    private var then: ((Result<Response, UpstreamFailure>) -> Void)?
    private var dialling: Dialling?
    private(set) var socket: UpstreamSocket?
    /// When something of a body that goes on as it comes was last sent or received.
    var lastMove = monotonicNanoseconds()
    private var reader: HTTPAnswerReader
    private var phase = Phase.waiting
    /// Whether the connection has served another request before.
    private var isKept = false
    private var hasByte = false
    private var closesConnection = false
    /// The body that is streamed, which owns this object.
    private weak var body: UpstreamBody?

    init(
        _ request: UpstreamRequest,
        by client: UpstreamClient,
        _ then: @escaping (Result<Response, UpstreamFailure>) -> Void
    ) {
        (self.request, self.client, self.then) = (request, client, then)
        reader = Self.reader(for: request)
    }

    private static func reader(for request: UpstreamRequest) -> HTTPAnswerReader {
        HTTPAnswerReader(isHead: request.isHead, longestBody: .max)
    }

    /// Sends the request by a kept connection, else by a new one.
    func begin() {
        if let incoming = request.incoming {
            // It cannot be sent twice, as a request on a kept connection may have to be.
            dial()
            incoming.begin(self)
        } else if let kept = client?.takeKept(for: request.origin) {
            isKept = true
            use(kept)
        } else {
            dial()
        }
    }

    /// Gives the answer up, without a word to whoever waits for it.
    package func cancel() {
        then = nil
        end()
    }

    /// The same, when the client is gone.
    func abandon() {
        then = nil
        (dialling, socket) = (nil, nil)
    }

    private func end() {
        phase = .over
        (dialling, socket) = (nil, nil)
        client?.forget(self)
    }

    // MARK: Connection

    private func dial() {
        isKept = false
        do throws(EventError) {
            dialling = try client?.dial(request.origin) { [weak self] result in
                guard let self else { return }
                dialling = nil
                switch result {
                case .success(let socket): use(socket)
                case .failure(let failure): fail(failure)
                }
            }
        } catch {
            fail(.dial(.system(error.words)))
        }
    }

    private func use(_ socket: UpstreamSocket) {
        self.socket = socket
        socket.owner = self
        setReading(true)
        socket.send(request.bytes)
    }

    private func setReading(_ isOn: Bool) {
        do throws(EventError) {
            try socket?.setReading(isOn)
        } catch {
            fail(.dial(.system(error.words)))
        }
    }

    /// Keeps the connection for the next request, if it can have one.
    private func release() {
        let isUsable =
            !closesConnection && reader.answer?.isFollowed == false
            && request.incoming?.isWhole ?? true
        if isUsable, let socket, socket.unsentCount == 0 {
            client?.keep(socket, for: request.origin)
        }
        end()
    }

    func fail(_ failure: UpstreamFailure) {
        let isStreaming = if case .streaming = phase { true } else { false }
        let then = then
        self.then = nil
        withExtendedLifetime(self) {
            end()
            if isStreaming { body?.cut() }
            then?(.failure(failure))
        }
    }

    // MARK: Answer

    /// Looks at what has come.
    private func goOn() throws(UpstreamFailure) {
        switch phase {
        case .waiting:
            guard reader.status != nil else { return }
            try takeHead()
        case .collecting(let answer): collect(answer)
        case .streaming:
            body?.give(reader.takeBody(), isLast: reader.answer != nil)
        case .over: break
        }
    }

    private func takeHead() throws(UpstreamFailure) {
        let answer = try ForwardedAnswer(reader, from: request.origin, isHead: request.isHead)
        guard answer.response.status != 101 else { return try change(answer) }
        closesConnection = answer.closesConnection
        if let limit = request.collected ?? answer.length.map({ _ in Self.shortBody }),
            answer.length ?? 0 <= limit
        {
            phase = .collecting(answer)
            collect(answer)
        } else if reader.answer != nil {
            give(answer.whole(reader.takeBody()))
        } else {
            stream(answer)
        }
    }

    /// Gives the connection to the protocol that follows a 101.
    private func change(_ answer: ForwardedAnswer) throws(UpstreamFailure) {
        guard request.asksForWebSocket, let socket else {
            throw .unusable("it has changed to another protocol, which was not asked for")
        }
        var response = answer.response
        response.takeover = UpstreamTunnel(over: socket, having: reader.following)
        self.socket = nil
        closesConnection = true
        give(response)
    }

    private func collect(_ answer: ForwardedAnswer) {
        if reader.answer != nil { return give(answer.whole(reader.takeBody())) }
        let limit = request.collected ?? Self.shortBody
        if reader.partialAnswer.body.count > limit { stream(answer) }
    }

    private func give(_ response: Response) {
        let then = then
        self.then = nil
        withExtendedLifetime(self) {
            release()
            then?(.success(response))
        }
    }

    private func stream(_ answer: ForwardedAnswer) {
        let body = UpstreamBody(of: self)
        self.body = body
        phase = .streaming
        // Until the client's turn has come.
        setReading(false)
        let then = then
        self.then = nil
        withExtendedLifetime(self) {
            client?.forget(self)
            then?(.success(answer.streamed(from: body)))
        }
    }

    // MARK: For the body

    /// Gives what has come so far, and goes on receiving.
    func beginBody() {
        body?.give(reader.takeBody(), isLast: reader.answer != nil)
    }

    /// Receives more of the body, or nothing until the client has taken what there is.
    func setReceiving(_ isOn: Bool) {
        setReading(isOn)
    }

    /// The body was given as a whole, or nobody wants the rest of it.
    func endBody(isComplete: Bool) {
        isComplete ? release() : end()
    }
}

extension UpstreamExchange: UpstreamSocketOwner {
    func socket(_ socket: UpstreamSocket, received bytes: UnsafeRawBufferPointer) {
        withExtendedLifetime(self) {
            hasByte = true
            do throws(HTTPFailure) {
                try reader.add(Array(bytes)[...])
            } catch {
                return fail(.answer(error))
            }
            proceed()
        }
    }

    func socket(_ socket: UpstreamSocket, ended failure: HTTPFailure?) {
        withExtendedLifetime(self) {
            if !hasByte, isKept, failure?.isOfTLS != true {
                guard request.isIdempotent else { return fail(.keptAndClosed) }
                self.socket = nil
                reader = Self.reader(for: request)
                return dial()
            }
            do throws(HTTPFailure) {
                if let failure { throw failure }
                try reader.end()
            } catch {
                return fail(.answer(error))
            }
            proceed()
        }
    }

    private func proceed() {
        do throws(UpstreamFailure) {
            try goOn()
        } catch {
            fail(error)
        }
    }
}

extension HTTPFailure {
    /// Whether it is no end of a connection.
    fileprivate var isOfTLS: Bool {
        switch self {
        case .untrusted, .insecure: true
        default: false
        }
    }
}

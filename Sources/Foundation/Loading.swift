internal import Foundation
internal import MockPostlyClient
internal import MockPostlyHTTPClient
internal import MockPostlyThreads
internal import MockPostlyWorld

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The loading of one request, on a thread of its own.
///
/// `@unchecked`: what changes is behind ``state``, or used on that thread alone; the protocol and its
/// client are told from there, as those of the system are from theirs.
final class Loading: AnswerListener, @unchecked Sendable {
    private struct State: Sendable {
        var isOver = false
        /// When something has come last.
        var lastNews = monotonicNanoseconds()
    }

    /// As many as sessions follow.
    private static let mostRedirects = 20

    private let route: SessionRoute
    private let owner: URLProtocol
    private let timeout: TimeInterval
    private let state = Monitor(State())
    /// The request that is asked now, which may be that of a redirect.
    private var request: URLRequest
    /// Whether the session has the head of the answer.
    private var hasHead = false
    private var redirect: URLRequest?
    /// What has come of the body, where it is handed over as a whole.
    private var body: [UInt8] = []

    init(_ request: URLRequest, by route: SessionRoute, for owner: URLProtocol) {
        (self.request, self.route, self.owner) = (request, route, owner)
        // A request that names no time has a minute.
        timeout =
            request.timeoutInterval == 60
            ? route.configuration.timeoutIntervalForRequest : request.timeoutInterval
    }

    func start() {
        do {
            try startThread { self.run() }
            watch(after: timeout)
        } catch {
            fail(error)
        }
    }

    /// Ends the loading; the session is told nothing more.
    func stop() { _ = end() }

    private func run() {
        do {
            for _ in 0...Self.mostRedirects {
                redirect = nil
                try ask()
                guard let redirect else { return finish() }
                request = redirect
            }
            throw URLError(.httpTooManyRedirects)
        } catch {
            fail(error)
        }
    }

    /// Sends the request, and hands its answer over as it comes.
    private func ask() throws {
        guard let server = route.server else { throw MockServer.Failure("the server has ended") }
        let bytes = try request.bytes(by: route)
        var reader = HTTPAnswerReader(isHead: request.httpMethod == "HEAD")
        try server.stream(bytes, into: &reader, for: self)
    }

    // MARK: The answer

    func receive(_ reader: inout HTTPAnswerReader) -> Bool {
        let isOver = state.withLock { state in
            state.lastNews = monotonicNanoseconds()
            return state.isOver
        }
        guard !isOver else { return false }
        guard reader.status != nil else { return true }
        if !hasHead {
            guard take(reader.partialAnswer) else { return false }
            hasHead = true
        }
        hand(reader.takeBody())
        return true
    }

    /// Hands a piece of the body over.
    private func hand(_ piece: [UInt8]) {
        #if canImport(FoundationNetworking)
            // Tasks with a completion handler would get the last piece alone.
            body += piece
        #else
            if !piece.isEmpty { owner.client?.urlProtocol(owner, didLoad: Data(piece)) }
        #endif
    }

    func pause(for time: Duration) -> Bool {
        let deadline = Deadline(in: time)
        return state.wait(until: deadline.nanoseconds) { $0.isOver ? () : nil } == nil
    }

    /// Hands over the head of an answer; false when the answer is not wanted.
    private func take(_ head: HTTPAnswer) -> Bool {
        guard let url = request.url else { return false }
        store(head, from: url)
        guard
            let response = HTTPURLResponse(
                url: url,
                statusCode: head.status,
                httpVersion: "HTTP/1.1",
                headerFields: head.joinedFields
            )
        else { return false }
        if let next = request.redirected(by: head), route.target(of: next.url ?? url) != nil {
            return follow(next, after: response)
        }
        owner.client?.urlProtocol(owner, didReceive: response, cacheStoragePolicy: .notAllowed)
        return true
    }

    /// Goes on with another request, of whose answer the session gets the body.
    ///
    /// False, as the answer that says so is not handed over.
    private func follow(_ next: URLRequest, after response: HTTPURLResponse) -> Bool {
        #if canImport(FoundationNetworking)
            // Its sessions cannot be told of redirects.
            redirect = next
        #else
            guard end() else { return false }
            owner.client?.urlProtocol(owner, wasRedirectedTo: next, redirectResponse: response)
            owner.client?.urlProtocol(owner, didFailWithError: CocoaError(.userCancelled))
        #endif
        return false
    }

    private func store(_ head: HTTPAnswer, from url: URL) {
        guard request.httpShouldHandleCookies,
            let storage = route.configuration.httpCookieStorage
        else { return }
        for field in head.fields where field.name.lowercased() == "set-cookie" {
            let fields = ["Set-Cookie": field.value]
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url)
            storage.setCookies(cookies, for: url, mainDocumentURL: nil)
        }
    }

    // MARK: The end

    /// Fails the loading when nothing has come for the time of the request; looks again otherwise.
    private func watch(after seconds: TimeInterval) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let state = state.withLock(\.self)
            guard !state.isOver else { return }
            let idle = TimeInterval(monotonicNanoseconds() - state.lastNews) / 1_000_000_000
            if idle < timeout { watch(after: timeout - idle) } else { fail(HTTPFailure.late) }
        }
    }

    /// Whether this call has ended it; the others find it ended.
    private func end() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        state.wake()
        return isFirst
    }

    private func finish() {
        guard end() else { return }
        #if canImport(FoundationNetworking)
            if !body.isEmpty { owner.client?.urlProtocol(owner, didLoad: Data(body)) }
        #endif
        owner.client?.urlProtocolDidFinishLoading(owner)
    }

    private func fail(_ error: any Error) {
        guard end() else { return }
        owner.client?.urlProtocol(owner, didFailWithError: URLError(error, at: request.url))
    }
}

extension URLError {
    /// What a session says of a connection on which this has happened.
    fileprivate init(_ error: any Error, at url: URL?) {
        if let error = error as? URLError {
            self = error
            return
        }
        var info: [String: Any] = [:]
        if let url { info[NSURLErrorFailingURLErrorKey] = url }
        var code = Code.cannotConnectToHost
        if let failure = error as? HTTPFailure {
            info[NSLocalizedDescriptionKey] = failure.words
            code = failure.code
        } else {
            info[NSLocalizedDescriptionKey] = "\(error)"
        }
        self.init(code, userInfo: info)
    }
}

extension HTTPFailure {
    fileprivate var code: URLError.Code {
        switch self {
        case .noAnswer, .cut, .reset: .networkConnectionLost
        case .late: .timedOut
        case .notHTTP: .cannotParseResponse
        case .tooLong: .dataLengthExceedsMaximum
        case .noAddress, .notNumeric: .cannotFindHost
        case .untrusted: .serverCertificateUntrusted
        case .insecure: .secureConnectionFailed
        case .brokenLine: .badURL
        case .system, .pathTooLong: .cannotConnectToHost
        }
    }
}

internal import MockPostlyBodies
internal import MockPostlyDrift
internal import MockPostlyHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyPlatform
internal import MockPostlyServer
internal import MockPostlyTLS
internal import MockPostlyWorld

/// The real server of `mockpostly drift`, which is asked slowly.
final class RealServer {
    /// The most bytes of an answer that are read.
    private static let longestBody = 8 << 20
    /// The longest that a server may make it wait by 429, and how often.
    private static let longestPause: Int64 = 60
    private static let mostPauses = 3

    let origin: HTTPOrigin
    private let context: TLSClientContext
    private let settings: DriftSettings
    private let headers: [DriftAnswer.Field]
    /// Whether some requests of the scenario have an Authorization: others then go without.
    var leavesAuthorization = false
    /// Before this no request is sent.
    private var next = Deadline(in: .zero)

    init(_ settings: DriftSettings) throws(Failure) {
        let url = settings.against ?? ""
        guard let origin = HTTPOrigin(url: url) else {
            throw .usage(
                "--against: \(quoted(url)) is no address of a server",
                hint: "expected http://HOST, https://HOST:PORT or one with a path behind it"
            )
        }
        self.origin = origin
        self.settings = settings
        headers = try settings.headers.map { text throws(Failure) in
            guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
                throw .usage(
                    "--header: expected a name and a value",
                    hint: "such as --header 'Authorization: Bearer …'"
                )
            }
            let value = text[text.index(after: colon)...].drop { $0 == " " }
            return DriftAnswer.Field(String(text[..<colon]), String(value))
        }
        do throws(TLSTrustProblem) {
            let trust = settings.authorities.map { TLSTrust.also(path: $0) } ?? .system
            context = try TLSClientContext(trusting: trust)
        } catch {
            throw .usage(error.words, hint: "--ca takes a file of certificates in PEM")
        }
    }

    /// The answer to a request of `step`; throws when there is none.
    func answer(
        to request: DriftRequest,
        of step: DriftStep
    ) throws(Failure) -> DriftAnswer {
        var pauses = 0
        while true {
            pause(until: next)
            next = Deadline(in: .nanoseconds(1_000_000_000 / Int64(settings.rate)))
            let answer = try exchange(request, of: step)
            guard answer.status == 429, pauses < Self.mostPauses,
                let wait = answer.values(of: "retry-after").first.flatMap({ Int64($0) }),
                0...Self.longestPause ~= wait
            else { return answer }
            pauses += 1
            next = Deadline(in: .seconds(wait))
        }
    }

    private func exchange(
        _ request: DriftRequest,
        of step: DriftStep
    ) throws(Failure) -> DriftAnswer {
        var sent = HTTPRequest(request.method, origin.path + request.path, body: request.body)
        sent.fields = [
            ("User-Agent", "mockpostly/\(BuildInfo.version)"), ("Accept-Encoding", "identity"),
            ("Connection", "close"),
        ]
        let named = headers.map { $0.name.lowercased() }
        for field in request.headers where !named.contains(field.name.lowercased()) {
            sent.fields.append((field.name, field.value))
        }
        let isAuthorized = request.headers.contains { $0.name.lowercased() == "authorization" }
        for field in headers
        where field.name.lowercased() != "authorization" || isAuthorized || !leavesAuthorization {
            sent.fields.append((field.name, field.value))
        }
        do throws(HTTPFailure) {
            let deadline = Deadline(in: settings.timeout)
            let bytes = try sent.bytes(host: origin.authority)
            let connection = try HTTPConnection(to: origin, trusting: context, until: deadline)
            let answer = try connection.exchange(
                bytes,
                until: deadline,
                longestBody: Self.longestBody
            )
            return try DriftAnswer(decoding: answer, atMost: Self.longestBody)
        } catch {
            throw Failure(error, of: origin.description, step, settings)
        }
    }

    /// Waits; a signal may end it earlier, and the process with it.
    private func pause(until deadline: Deadline) {
        while let milliseconds = deadline.milliseconds { poll(nil, 0, milliseconds) }
    }
}

extension DriftAnswer {
    /// An answer that has come now.
    init(_ answer: HTTPAnswer) {
        self.init(
            status: answer.status,
            fields: answer.fields.map { .init($0.name, $0.value) },
            body: answer.body,
            time: Clock.real.now().seconds
        )
    }
}

extension DriftAnswer {
    /// The same, with the codings of its body undone that some servers use without being asked to.
    ///
    /// Throws ``HTTPFailure/tooLong`` for one that has more than `most` bytes then.
    fileprivate init(decoding answer: HTTPAnswer, atMost most: Int) throws(HTTPFailure) {
        self.init(answer)
        guard !values(of: "content-encoding").isEmpty else { return }
        var response = Response(status: answer.status)
        response.fields = answer.fields.map { .init($0.name, $0.value) }
        response.body = answer.body
        let decoded = DecodedBody(of: response, sent: answer.body.count, limit: most)
        guard decoded.isWhole else { throw .tooLong }
        guard decoded.coding != nil else { return }
        fields.removeAll { $0.name.lowercased() == "content-encoding" }
        body = decoded.content
    }
}

extension Failure {
    /// A request without an answer; named unless the server answers none at all.
    fileprivate init(
        _ failure: HTTPFailure,
        of server: String,
        _ step: DriftStep,
        _ settings: DriftSettings
    ) {
        let hint =
            switch failure {
            case .late: "give it more time with --timeout"
            case .untrusted(let words) where words.hasSuffix("mismatch"):
                "is the name in --against one that its certificate is for?"
            case .untrusted(let words) where words.hasSuffix("expired"):
                "it needs another certificate"
            case .untrusted: "trust the authority of its certificate with --ca"
            case .noAddress, .notNumeric: "is the name in --against right?"
            case .tooLong: "answers of up to 8 MiB are compared"
            default: "is it up, and is the address in --against right?"
            }
        let resumed = settings.resume.map { "; the same command goes on from \($0)" } ?? ""
        let asked =
            switch failure {
            case .late, .notHTTP, .noAnswer, .cut, .tooLong, .reset:
                "\(step.method) \(step.path(showingValues: settings.showsValues)): "
            default: ""
            }
        self.init(
            "\(server): \(asked)\(sentencePart(failure.words))",
            hint: hint + resumed,
            .usage
        )
    }
}

internal import MockPostlyJSON
internal import MockPostlyWorld

extension MockServer {
    /// An answer that a stub gives.
    public struct StubResponse: Sendable, Hashable {
        private enum Body: Sendable, Hashable {
            case none
            case text(String)
            case json(JSON)
            case base64(String)
            /// That of the real system.
            case real(changes: JSON?, removing: [String])
        }

        /// Nil for that of the real system.
        private var status: Int?
        private var headers: Headers
        private var body: Body
        private var delay: Duration?
        private var count: Int?

        /// An answer without a body.
        public static func status(_ status: Int, headers: Headers = [:]) -> StubResponse {
            StubResponse(status: status, headers: headers, body: .none)
        }

        /// An answer with JSON: `.json(status: 500, ["error": "no room"])`.
        public static func json(
            status: Int = 200,
            _ json: JSON,
            headers: Headers = [:]
        ) -> StubResponse {
            StubResponse(status: status, headers: headers, body: .json(json))
        }

        /// An answer with a text, whose `Content-Type` is `text/plain` unless `headers` has one.
        public static func text(
            status: Int = 200,
            _ text: String,
            headers: Headers = [:]
        ) -> StubResponse {
            StubResponse(status: status, headers: headers, body: .text(text))
        }

        /// An answer with bytes, which are given in base64 with padding (RFC 4648, section 4).
        package static func base64(_ text: String, status: Int, headers: Headers) -> StubResponse {
            StubResponse(status: status, headers: headers, body: .base64(text))
        }

        /// The answer of the real system.
        public static let real = StubResponse(
            status: nil,
            headers: [:],
            body: .real(changes: nil, removing: [])
        )

        /// The answer of the real system with other values, after what was written was written.
        ///
        /// - Parameters:
        ///   - changes: values for paths such as `$.posts[1].author`, or a merge patch (RFC 7396).
        ///   - paths: what is removed.
        ///   - status: nil for that of the real answer.
        ///   - headers: take the place of those with their names.
        /// - Returns: the answer.
        public static func patch(
            _ changes: JSON? = nil,
            removing paths: [String] = [],
            status: Int? = nil,
            headers: Headers = [:]
        ) -> StubResponse {
            let body = Body.real(changes: changes, removing: paths)
            return StubResponse(status: status, headers: headers, body: body)
        }

        /// The answer that a request got, as far as the journal has it.
        ///
        /// Throws a ``Failure`` when its body was not kept whole, or is not text.
        public static func recorded(_ request: RecordedRequest) throws -> StubResponse {
            guard let text = request.response.text, !request.response.isCut else {
                throw Failure("the answer of request \(request.number) was not kept whole as text")
            }
            let own = [
                "connection", "content-length", "date", "keep-alive", "transfer-encoding",
                "x-mockpostly-stub", "x-mockpostly-fault", "x-mockpostly-patch",
            ]
            let fields = request.response.headers.fields.filter {
                !own.contains($0.name.lowercased())
            }
            return StubResponse(
                status: request.status,
                headers: Headers(fields),
                body: text.isEmpty ? .none : .text(text)
            )
        }

        /// After a delay of at most an hour.
        public func delayed(by delay: Duration) -> StubResponse {
            var response = self
            response.delay = delay
            return response
        }

        /// So many times, in a sequence.
        public func times(_ count: Int) -> StubResponse {
            var response = self
            response.count = count
            return response
        }

        func write(_ json: inout JSONWriter) {
            json.beginObject()
            if let status { json.field("status", status) }
            if !headers.fields.isEmpty {
                json.key("headers")
                json.value(headers.json)
            }
            switch body {
            case .none: break
            case .text(let text): json.field("body", text)
            case .json(let value):
                json.key("json")
                json.value(value)
            case .base64(let text): json.field("base64", text)
            case .real(let changes, let paths):
                if let changes {
                    json.key("patch")
                    json.value(changes)
                } else if paths.isEmpty {
                    json.field("real", true)
                }
                if !paths.isEmpty {
                    json.key("remove")
                    json.value(.array(paths.map { .string($0) }))
                }
            }
            if let delay { json.field("delay", formatDuration(delay)) }
            if let count { json.field("times", count) }
            json.endObject()
        }
    }
}

internal import MockPostlyJSON
internal import MockPostlyWorld

extension MockServer {
    /// An answer that a stub gives.
    public struct StubResponse: Sendable, Hashable {
        private enum Body: Sendable, Hashable {
            case none
            case text(String)
            case json(JSON)
        }

        private var status: Int
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

        /// The answer that a request got, as far as the journal has it.
        ///
        /// Throws a ``Failure`` when its body was not kept whole, or is not text.
        public static func recorded(_ request: RecordedRequest) throws -> StubResponse {
            guard let text = request.response.text, !request.response.isCut else {
                throw Failure("the answer of request \(request.number) was not kept whole as text")
            }
            let own = [
                "connection", "content-length", "date", "keep-alive", "transfer-encoding",
                "x-mockpostly-stub", "x-mockpostly-fault",
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
            json.field("status", status)
            if !headers.fields.isEmpty {
                json.key("headers")
                json.value(.object(members))
            }
            switch body {
            case .none: break
            case .text(let text): json.field("body", text)
            case .json(let value):
                json.key("json")
                json.value(value)
            }
            if let delay { json.field("delay", formatDuration(delay)) }
            if let count { json.field("times", count) }
            json.endObject()
        }

        /// The headers by name, each with a list of its values.
        private var members: [JSON.Member] {
            var members: [JSON.Member] = []
            for field in headers.fields
            where !members.contains(where: { $0.name.lowercased() == field.name.lowercased() }) {
                let values = headers.all(field.name).map { JSON.string($0) }
                members.append(.init(field.name, .array(values)))
            }
            return members
        }
    }
}

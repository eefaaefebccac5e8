package import MockPostlyHTTPClient

extension MockServer {
    /// A response as a client receives it.
    public struct Answer: Sendable, Hashable, CustomStringConvertible {
        /// The status, such as 200.
        public var status: Int
        /// The headers.
        public var headers: Headers
        /// The body; empty for `HEAD`.
        public var body: [UInt8]

        /// A response with these parts.
        package init(status: Int, headers: Headers, body: [UInt8]) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }

        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }

        /// The whole response as text, for the messages of tests.
        public var description: String {
            let lines = headers.fields.map { "\($0.name): \($0.value)\n" }
            return "\(status)\n" + lines.joined() + "\n" + text
        }
    }
}

extension MockServer.Answer {
    /// Throws a ``MockServer/Failure`` when further bytes follow the response.
    package init(_ answer: HTTPAnswer) throws {
        guard !answer.isFollowed else { throw MockServer.Failure("more than one answer") }
        let fields = answer.fields.map { MockServer.Headers.Field($0.name, $0.value) }
        self.init(status: answer.status, headers: .init(fields), body: answer.body)
    }
}

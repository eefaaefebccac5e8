package import MockPostlyWorld

extension MockServer {
    /// Why the mock server cannot do what a test asks for; never a response of a mocked API.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What went wrong, for a person.
        public let message: String
        /// The status with which the control plane refused; nil when it did not.
        public let status: Int?

        /// The message.
        public var description: String { message }

        package init(_ message: String, status: Int? = nil) {
            (self.message, self.status) = (message, status)
        }
    }
}

extension MockServer.Failure {
    package static let stopped = Self("the mock server has ended")

    /// Parses a date; throws a failure when the text is not a date.
    package static func parseDate(_ text: String) throws -> Instant {
        guard let instant = Instant(dateText: text) else {
            throw Self("'\(text)' is not a date such as 2026-02-14T12:34:56.123456Z")
        }
        return instant
    }
}

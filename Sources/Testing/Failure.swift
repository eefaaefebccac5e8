internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension MockServer {
    /// Why the mock server cannot do what a test asks for; never a response of a mocked API.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What went wrong, for a person.
        public let message: String

        /// The message.
        public var description: String { message }

        init(_ message: String) {
            self.message = message
        }
    }
}

extension MockServer.Failure {
    static let stopped = Self("the mock server has ended")

    init(_ failure: StartFailure) {
        self.init("\(failure.words); \(failure.hint)")
    }

    /// Parses a date; throws a failure when the text is not a date.
    static func parseDate(_ text: String) throws -> Instant {
        guard let instant = Instant(dateText: text) else {
            throw Self("'\(text)' is not a date such as 2026-02-14T12:34:56.123456Z")
        }
        return instant
    }
}

/// What made an answer other than its dialect would: a fault, a stub, the real server.
///
/// It goes with the answer to the log and the journal.
package struct AnswerMark: Sendable, Equatable {
    /// The name of the fault, such as `slow-3g`; nil for none.
    package var fault: String?
    /// The number of the stub in its world; nil for none.
    package var stub: Int?
    /// The URL of the real server that was asked, such as `https://api.mine.example`; nil for none.
    package var upstream: String?
    /// Whether that has given no answer, so that this server says why.
    package var hasFailed = false

    /// Nil for all marks nothing: the answer is then not said to be changed.
    package init(fault: String? = nil, stub: Int? = nil, upstream: String? = nil) {
        self.fault = fault
        self.stub = stub
        self.upstream = upstream
    }

    /// The field of an answer that names the real server.
    package static let upstreamField = "X-Mockpostly-Upstream"
}

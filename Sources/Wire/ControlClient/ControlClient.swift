package import MockPostlyHTTPClient

/// A client of a server's control plane: a command, or the library for tests.
///
/// Paths, fields and refusals are the same for all of them. How a request gets to the server is for
/// each of them to say, and so are the words in which a failure is told.
package protocol ControlClient {
    /// What its calls throw.
    associatedtype CallFailure: Error

    /// The token without which the server refuses its calls; nil where it wants none.
    var adminToken: String? { get }

    /// The time that a call may take for which no other is given.
    var timeout: Duration { get }

    /// Sends a request and waits for its answer, whatever its status, `timeout` at most.
    func exchange(
        _ request: HTTPRequest,
        within timeout: Duration
    ) throws(CallFailure) -> HTTPAnswer

    /// What a call throws that was refused.
    func failure(for refusal: ControlRefusal) -> CallFailure
}

extension ControlClient {
    /// The answer to a call, a refusal as well.
    ///
    /// Waits ``timeout`` for it unless another time is given. Throws when none comes.
    package func answer(
        to call: ControlCall,
        within time: Duration? = nil
    ) throws(CallFailure) -> HTTPAnswer {
        try exchange(call.request(adminToken), within: time ?? timeout)
    }

    /// The answer to a call; throws when none comes, and when it is a refusal.
    package func ask(_ call: ControlCall) throws(CallFailure) -> HTTPAnswer {
        try accepted(try answer(to: call))
    }

    /// `answer`, which has a status of success; throws when it is a refusal.
    package func accepted(_ answer: HTTPAnswer) throws(CallFailure) -> HTTPAnswer {
        guard 200..<300 ~= answer.status else { throw failure(for: ControlRefusal(answer)) }
        return answer
    }
}

package import MockPostlyHTTPClient
internal import MockPostlyJSON

/// A refusal of a control plane: its problem document (RFC 9457), as far as the answer is one.
package struct ControlRefusal: Sendable {
    /// That of the answer.
    package let status: Int
    /// The kind of the problem, such as `Snapshot exists`; nil without one.
    package let title: String?
    /// What is wrong; nil when another server than a mockpostly has answered.
    ///
    /// The mistakes of a seed stand on lines of their own.
    package let detail: String?
    /// What to do about it; nil or empty without a hint.
    package let hint: String?
    /// The numbers of the requests in the journal that came nearest to what was looked for, the
    /// nearest first; nil when nothing was looked for.
    package let nearest: [Int64]?
    /// The whole body as text.
    package let text: String

    /// What `answer` says, which is no success.
    package init(_ answer: HTTPAnswer) {
        let problem = JSONValue.object(answer.body)
        status = answer.status
        title = problem?["title"]?.string
        detail = problem?["detail"]?.string
        hint = problem?["hint"]?.string
        nearest = problem?["nearest"]?.elements.compactMap { $0["number"]?.int }
        text = String(decoding: answer.body, as: UTF8.self)
    }
}

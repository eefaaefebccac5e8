internal import MockPostlyControlClient
internal import MockPostlyHTTPClient

extension Failure {
    /// The failure of a request without an answer.
    init(_ failure: HTTPFailure, of target: HTTPTarget, isConnected: Bool) {
        let hint =
            if failure == .late {
                "give it more time with --timeout"
            } else if isConnected {
                "is it a mockpostly server, and does it still run?"
            } else {
                "start a server with `mockpostly serve`, or name another with --url"
            }
        self.init("\(target.description): \(sentencePart(failure.words))", hint: hint)
    }

    /// The failure for a refusal by a control plane, with the words of its problem document if it
    /// has one.
    init(_ refusal: ControlRefusal, by target: HTTPTarget) {
        guard let detail = refusal.detail else {
            self.init(
                "\(target.description): the answer is \(refusal.status)",
                hint: Self.hint(forStatus: refusal.status)
            )
            return
        }
        let hint = Self.hint(for: refusal).map { printable(inCommandTerms($0)) }
        let lines = detail.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines.map { printable(inCommandTerms(String($0))) }
        self.init(words.joined(separator: "\n"), hint: hint == "" ? nil : hint)
    }

    /// What to do, where a command can do more than the server says.
    private static func hint(for refusal: ControlRefusal) -> String? {
        switch (refusal.status, refusal.title) {
        case (401, _):
            "give its token with --admin-token, --admin-token-file or MOCKPOSTLY_ADMIN_TOKEN"
        case (409, "Snapshot exists"): "choose another name, or replace it with --overwrite"
        default:
            if let nearest = refusal.nearest {
                nearest.first.map { "`mockpostly requests show \($0)` prints what came nearest" }
            } else {
                refusal.hint
            }
        }
    }

    private static func hint(forStatus status: Int) -> String {
        switch status {
        case 404: "is it a mockpostly server, and was it started without --no-control?"
        case 413: "start the server with a larger MOCKPOSTLY_MAX_IMPORT"
        default: "is it a mockpostly server?"
        }
    }
}

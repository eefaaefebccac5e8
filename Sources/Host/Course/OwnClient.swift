internal import MockPostlyHTTP

/// The receiver of the answer to a request that the control plane has sent.
struct OwnClient: Client {
    private let answer: (Response) -> Void

    /// A client that calls `answer` once.
    init(_ answer: @escaping (Response) -> Void) {
        self.answer = answer
    }

    var label: Int { 0 }
    var hasConnection: Bool { false }

    func holdConnection() {}

    func respond(_ response: Response) { answer(response) }

    func respond(_ response: Response, handingOverTo takeover: any Takeover) {
        preconditionFailure("there is no connection to hand over")
    }
}

internal import MockPostlyControl
package import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyWorlds

/// The receiver of the answer to a request that the control plane has sent.
final class OwnClient: Client {
    private let answer: (Response, Int?) -> Void
    private var response: Response?

    /// A client that calls `answer` once, with the number of the entry in the journal, if any.
    init(_ answer: @escaping (Response, Int?) -> Void) {
        self.answer = answer
    }

    var label: Int { 0 }
    var hasConnection: Bool { false }

    func holdConnection() {}

    func respond(_ response: Response) { self.response = response }

    func noteEnd(in world: RunningWorld?) {
        guard let response else { return }
        answer(response, world.flatMap { $0.isDeleted ? nil : $0.journal?.last })
    }

    func respond(_ response: Response, handingOverTo takeover: any Takeover) {
        preconditionFailure("there is no connection to hand over")
    }
}

extension Course: ServingCourse {
    package func send(_ request: Request, answer: @escaping (Response, Int?) -> Void) {
        handle(request, from: OwnClient(answer))
    }
}

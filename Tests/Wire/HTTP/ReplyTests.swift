import MockPostlyHTTP
import Testing

@Suite
struct ReplyTests {
    private struct Refusal: Error {
        var status: Int
    }

    /// What leads to an answer or to a refusal of 418, in each way there is.
    enum Way: CaseIterable {
        case later, after, laterAfter, held

        func reply(refuses: Bool) -> Reply {
            let answer = { () throws -> Response in
                if refuses { throw Refusal(status: 418) }
                return Response(status: 200)
            }
            switch self {
            case .later: return .later(on: .contents, { true }, finish: { _ in try answer() })
            case .after: return .after(.seconds(1)) { .now(try answer()) }
            case .laterAfter:
                let body = { Reply.now(try answer()) }
                return .later(
                    SlowWork(on: .contents, { true }, finish: { _ in .after(.seconds(1), body) })
                )
            case .held:
                return .held(
                    HeldReply(timeout: .seconds(1)) {
                        // Nobody can throw when time has passed.
                        (try? answer()) ?? Response(status: 418)
                    }
                )
            }
        }
    }

    /// The answer that a reply leads to, without waiting.
    private func answer(_ reply: Reply) throws -> Response {
        switch reply {
        case .now(let response): return response
        case .later(let work): return try answer(work.finish(work.work()))
        case .after(_, let body): return try answer(body())
        case .held(let held):
            var answer = Response(status: 0)
            held.deliver = { answer = $0 }
            held.expire()
            return answer
        case .handOver(let response, _): return response
        }
    }

    private func marked(_ response: Response) -> Response {
        var response = response
        response.fields.append(.init("Mark", "yes"))
        return response
    }

    private func answering(_ error: any Error) throws -> Response {
        guard let refusal = error as? Refusal, refusal.status == 418 else { throw error }
        return Response(status: refusal.status)
    }

    @Test(arguments: Way.allCases, [false, true])
    func `an answer is mapped once, however it comes about`(way: Way, refuses: Bool) throws {
        let reply = way.reply(refuses: refuses).mapping(marked, catching: answering)
        let response = try answer(reply)
        #expect(response.status == (refuses ? 418 : 200))
        #expect(response.fields.map(\.name) == ["Mark"])
    }

    @Test(arguments: [Way.later, .after, .laterAfter])
    func `an error that nobody answers is thrown on`(way: Way) throws {
        #expect(throws: Refusal.self) {
            try answer(way.reply(refuses: true).mapping(marked))
        }
    }

    @Test
    func `mapped twice, an answer goes through both`() throws {
        let twice = Way.held.reply(refuses: false).mapping(marked).mapping(marked)
        #expect(try answer(twice).fields.count == 2)
    }

    // MARK: Deferred values

    @Test
    func `a deferred value leads to the next as soon as it is there`() throws {
        let now = try Deferred.now(1).map { $0 + 1 }
        #expect(try now.awaited() == 2)
        let later = Deferred.later(on: .contents, { 1 }, finish: { try $0.get() })
        let chained = try later.flatMap { first in
            .later(on: .contents, { 10 }, finish: { first + (try $0.get()) })
        }
        guard case .later = chained else {
            Issue.record("the value was there before the work was done")
            return
        }
        #expect(try chained.map { "\($0)" }.awaited() == "11")
    }

    @Test
    func `what work throws reaches who finishes it`() throws {
        let failing = Deferred<Int>.later(
            on: .contents,
            { throw Refusal(status: 1) },
            finish: { try $0.get() }
        )
        #expect(throws: Refusal.self) { try failing.awaited() }
        let mended = Deferred<Int>.later(
            on: .contents,
            { throw Refusal(status: 1) },
            finish: { (try? $0.get()) ?? 7 }
        )
        #expect(try mended.awaited() == 7)
    }

    @Test
    func `a reply of a deferred answer is answered when that is`() throws {
        let answer = Deferred.later(
            on: .contents,
            { 204 },
            finish: { Response(status: try $0.get()) }
        )
        #expect(try self.answer(Reply(answer)).status == 204)
        guard case .now = Reply(.now(Response())) else {
            Issue.record("an answer that is there is answered at once")
            return
        }
    }
}

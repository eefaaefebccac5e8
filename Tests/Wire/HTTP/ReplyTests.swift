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
            case .later:
                return .later(on: .contents, { true }, finish: { (_: Bool) in try answer() })
            case .after: return .after(.seconds(1)) { .now(try answer()) }
            case .laterAfter:
                let body = { Reply.now(try answer()) }
                return .later(Later(.work(.contents) { true }) { _ in .after(.seconds(1), body) })
            case .held:
                return .awaiting(
                    AwaitedAnswer(timeout: .seconds(1)) {
                        // Nobody can throw when time has passed.
                        (try? answer()) ?? Response(status: 418)
                    }
                )
            }
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
        let response = try reply.awaited()
        #expect(response.status == (refuses ? 418 : 200))
        #expect(response.fields.map(\.name) == ["Mark"])
    }

    @Test(arguments: [Way.later, .after, .laterAfter])
    func `an error that nobody answers is thrown on`(way: Way) throws {
        #expect(throws: Refusal.self) {
            try way.reply(refuses: true).mapping(marked).awaited()
        }
    }

    @Test
    func `mapped twice, an answer goes through both`() throws {
        let twice = Way.held.reply(refuses: false).mapping(marked).mapping(marked)
        #expect(try twice.awaited().fields.count == 2)
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
    func `what takes the connection over is not mapped`() throws {
        final class Socket: Takeover {
            var bufferedBytes: Int { 0 }
            func begin(_ stream: any ByteStream) {}
            func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int { bytes.count }
            func runOutOfRoom(isTooLarge: Bool) {}
            func timeOut() {}
            func stop() {}
            func end() {}
        }
        var switching = Response(status: 101)
        switching.takeover = Socket()
        #expect(try Reply.now(switching).mapping(marked).awaited().fields.isEmpty)
    }
}

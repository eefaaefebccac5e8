import MockPostlyPhoenix
import Testing

@Suite struct LongPollTests {
    @Test func `a poll is answered at once when messages wait`() {
        var session = LongPollSession(token: "s", now: .seconds(100))
        session.enqueue(Array("[1]".utf8))
        session.enqueue(Array("\"é\"\n".utf8))
        #expect(session.queuedMessages == 2 && session.queuedBytes == 8)
        let answer = session.poll(now: .seconds(101))
        #expect(text(answer) == #"{"status":200,"token":"s","messages":["[1]","\"é\"\n"]}"#)
        #expect(session.queuedMessages == 0 && session.queuedBytes == 0 && !session.isPolling)
    }

    @Test func `a poll that waits is answered by the first message`() {
        var session = LongPollSession(token: "s", now: .zero)
        #expect(session.poll(now: .seconds(1)) == nil)
        #expect(session.isPolling && session.answerPoll(now: .seconds(2)) == nil)
        session.enqueue(Array("{}".utf8))
        let answer = session.answerPoll(now: .seconds(3))
        #expect(answer == .messages([Array("{}".utf8)], session: "s"))
        #expect(session.answerPoll(now: .seconds(3)) == nil)
    }

    @Test func `a poll waits ten seconds`() {
        var session = LongPollSession(token: "s", now: .zero)
        #expect(session.poll(now: .seconds(4)) == nil)
        #expect(session.deadline == .seconds(14))
        #expect(session.answerPoll(now: .milliseconds(13_999)) == nil)
        let answer = session.answerPoll(now: .seconds(14))
        #expect(text(answer) == #"{"status":204,"token":"s","messages":[]}"#)
    }

    @Test func `a session ends fifteen seconds after its last poll`() {
        var session = LongPollSession(token: "s", now: .seconds(1))
        #expect(session.deadline == .seconds(16))
        #expect(!session.hasEnded(now: .seconds(15)) && session.hasEnded(now: .seconds(16)))
        #expect(session.poll(now: .seconds(10)) == nil)
        #expect(!session.hasEnded(now: .seconds(1000)))
        _ = session.endPoll(now: .seconds(20))
        #expect(!session.hasEnded(now: .seconds(34)) && session.hasEnded(now: .seconds(35)))
        session.enqueue([0x31])
        #expect(session.deadline == .seconds(35))
    }

    @Test func `other times can be set`() {
        let times = LongPollSession.Times(window: .seconds(2))
        var session = LongPollSession(token: "s", now: .zero, times: times)
        #expect(!session.hasEnded(now: .seconds(2)) && session.hasEnded(now: .seconds(3)))
        #expect(session.poll(now: .zero) == nil)
        #expect(session.answerPoll(now: .seconds(2)) == .nothing(session: "s"))
    }

    @Test func `answers are JSON with their status`() {
        #expect(text(.refused) == #"{"status":403}"#)
        #expect(text(.accepted) == #"{"status":200}"#)
        #expect(text(.unknownSession) == #"{"status":410}"#)
        #expect(text(.badRequest) == #"{"status":400}"#)
        let opened = LongPollAnswer.opened(session: "a-b_c")
        #expect(text(opened) == #"{"status":410,"token":"a-b_c","messages":[]}"#)
    }

    @Test func `lines are messages, and those without a bracket are binary`() throws {
        let body = Array("[1]\r\n\n{\"a\":1}\nAAEC\n[2]".utf8)
        let frames = try LongPollBody.split(body, contentType: "application/x-ndjson")
        #expect(
            frames == [
                .text(Array("[1]".utf8)), .text(Array(#"{"a":1}"#.utf8)), .binary([0, 1, 2]),
                .text(Array("[2]".utf8)),
            ]
        )
        let typed = "Application/X-NDJSON; charset=utf-8"
        #expect(try LongPollBody.split(body, contentType: typed) == frames)
        #expect(try LongPollBody.split([], contentType: typed).isEmpty)
    }

    @Test(arguments: ["application/json", "text/plain;x=application/x-ndjson", nil])
    func `any other body is one message`(_ type: String?) throws {
        let body = Array("[1]\n[2]".utf8)
        #expect(try LongPollBody.split(body, contentType: type) == [.text(body)])
    }

    @Test func `a body has at most a hundred messages`() throws {
        func body(_ count: Int) -> [UInt8] {
            Array(String(repeating: "[]\n", count: count).utf8)
        }
        let type = "application/x-ndjson"
        #expect(try LongPollBody.split(body(100), contentType: type).count == 100)
        #expect(throws: LongPollFault.tooManyMessages) {
            try LongPollBody.split(body(101), contentType: type)
        }
    }

    @Test(arguments: ["A", "AAE", "AA=", "AA===", "A===", "AB==", "AA==A", "A A", "!", "AA.="])
    func `a line that is neither JSON nor base64`(_ line: String) {
        // Without padding the last digit may lack its group, but not have bits left over.
        guard line != "AAE" else {
            let frames = try? LongPollBody.split(
                Array(line.utf8),
                contentType: "application/x-ndjson"
            )
            #expect(frames == [.binary([0, 1])])
            return
        }
        #expect(throws: LongPollFault.badLine) {
            try LongPollBody.split(Array(line.utf8), contentType: "application/x-ndjson")
        }
    }

    @Test func `a token that is a live session is the session`() {
        func sort(_ parameters: [String], _ field: String? = nil) -> LongPollTokens {
            LongPollTokens(parameters: parameters, field: field) { $0.hasPrefix("live") }
        }
        #expect(sort([]).session == nil && sort([]).candidates.isEmpty)
        #expect(sort(["api", "live"]).session == "live")
        #expect(sort(["live", "api"]).session == "live")
        #expect(sort(["live", "api"]).candidates == ["api"])
        #expect(sort(["api", "live1", "live2"]).session == "live2")
        // An ended session's token is no session, and the API token behind it is still found.
        #expect(sort(["api", "", "ended"]).candidates == ["ended", "api"])
        #expect(sort(["api"], "live").session == "live")
        #expect(sort(["api", "live1"], "live2").session == "live2")
        #expect(sort(["api"], "ended").session == nil)
    }

    private func text(_ answer: LongPollAnswer?) -> String {
        String(decoding: answer?.body ?? [], as: UTF8.self)
    }
}

import Testing

@testable import MockPostlyWebSocket

/// Autobahn's section 7: how connections end.
@Suite struct CloseTests {
    @Test(
        "a close frame is answered with its code",
        arguments: [
            1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999,
            4000, 4999,
        ]
    )
    func codes(code: Int) {
        #expect(outcome(close(code)) == [.closed(UInt16(code))])
        let reason = String(repeating: "*", count: 123)
        #expect(outcome(close(code, Array(reason.utf8))) == [.closed(UInt16(code), reason)])
    }

    @Test(
        "codes that no frame may carry",
        arguments: [
            0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535,
        ]
    )
    func badCodes(code: Int) {
        #expect(outcome(close(code)) == [.failed(.badCloseCode)])
    }

    @Test func `a close frame may be empty, but not have one byte`() {
        #expect(outcome(close()) == [.closed()])
        #expect(outcome(frame(8, [3])) == [.failed(.badCloseFrame)])
        #expect(outcome(frame(8, [UInt8](repeating: 0, count: 126))) == [.failed(.longControl)])
    }

    @Test func `the reason is UTF-8`() {
        #expect(outcome(close(1000, Array("größer".utf8))) == [.closed(1000, "größer")])
        #expect(outcome(close(1000, [0xCE, 0xBA, 0xED, 0xA0, 0x80])) == [.failed(.badCloseReason)])
        #expect(outcome(close(1000, [0xCE])) == [.failed(.badCloseReason)])
    }

    @Test(
        "what comes behind a close frame is not looked at",
        arguments: [text("x"), ping(), close(), [0xFF, 0xFF], continuation("x")]
    )
    func behind(rest: [UInt8]) {
        #expect(outcome(text("a") + close(1000) + rest) == [.text("a"), .closed(1000)])
    }

    @Test func `our close frame is sent once, then only the client's is awaited`() {
        var session = WebSocketSession.fresh()
        _ = session.receive(text("half", isFinal: false))
        #expect(session.isOpen)
        #expect(session.close(.goingAway, "bye") == [0x88, 5, 0x03, 0xE9] + Array("bye".utf8))
        #expect(!session.isOpen && !session.hasEnded)
        #expect(session.close(.normal) == [])
        #expect(session.frame(for: .text("late")) == [])
        #expect(session.frame(for: SharedMessage(.text("late"))) == [])
        #expect(session.ping() == [])
        // The rules of frames hold, those of what is in them do not matter any more.
        let ignored = continuation([0xFF]) + text("x") + ping("p") + pong() + frame(1, [0xFF])
        #expect(session.receive(ignored) == [])
        let answer = Ending(.answered, CloseFrame(.goingAway, ""))
        #expect(session.receive(close(1001) + text("x")) == [.end(sending: [], answer)])
        #expect(session.hasEnded)
        #expect(session.receive(text("x")) == [])
    }

    @Test func `a client that breaks the rules instead of closing gets no second close frame`() {
        var session = WebSocketSession.fresh()
        _ = session.close(.normal)
        let violation = CloseFrame(.protocolError, ProtocolViolation.notMasked.words)
        #expect(
            session.receive([0x81, 0x00]) == [.end(sending: [], Ending(.violation, violation))]
        )
    }

    @Test func `a message that was thrown away may be of any size`() {
        var session = WebSocketSession.fresh(limit: 10)
        _ = session.close(.normal)
        #expect(session.receive(binary([UInt8](repeating: 1, count: 5000))) == [])
        #expect(session.receive(close(1000)).count == 1)
    }

    @Test func `a reason that is too long is cut between characters`() {
        let long = String(repeating: "x", count: 122) + "öö"
        var session = WebSocketSession.fresh()
        let sent = session.close(.internalError, long)
        #expect(sent.count == 2 + 2 + 122)
        #expect(sent[1] == 124)
        let fits = String(repeating: "x", count: 121) + "ö"
        #expect(CloseFrame(.normal, fits).payload.count == 125)
    }
}

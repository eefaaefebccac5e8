import MockPostlyJSON
import Testing

@testable import MockPostlyCLI

@Suite struct JournalLineTests {
    private func line(_ text: String, namesWorld: Bool = false) throws -> String {
        JournalLine(try JSON(parsing: Array(text.utf8)).root, namesWorld: namesWorld).text
    }

    @Test func `a request is a line`() throws {
        let text = #"""
            {"number":7,"world":"a","time":"2026-01-01T00:00:00.000000Z","method":"GET",
             "path":"/api/posts","status":200,"user":"u1","stub":2,"fault":"late",
             "timing":{"startedAt":"2026-02-14T12:34:56.123456Z","milliseconds":0.125},
             "changes":[{}]}
            """#
        let plain =
            "12:34:56.123     7 200 GET    /api/posts  0.125 ms, user u1, stub 2, fault late, "
            + "1 row written"
        #expect(try line(text) == plain)
        #expect(try line(text, namesWorld: true) == plain + ", world a")
    }

    @Test func `a message is a line`() throws {
        let text = #"""
            {"number":8,"world":"default","time":"2026-01-01T00:00:00.000000Z","direction":"in",
             "topic":"feed\u001b","event":"phx_join","bytes":30,"socket":1,"user":"3"}
            """#
        #expect(
            try line(text, namesWorld: true)
                == "00:00:00.000     8 → feed\\u{1b} phx_join 30 bytes  socket 1, user 3"
        )
    }

    @Test func `events are read in whatever pieces they come`() {
        let text =
            "retry: 1000\n: connected\n\nid: 1\nevent: request\ndata: {}\n\ndata:a\ndata: b\n\n"
        let wanted = [
            EventReader.Event(name: "request", data: Array("{}".utf8)),
            EventReader.Event(name: "message", data: Array("a\nb".utf8)),
        ]
        for size in 1...text.utf8.count {
            var reader = EventReader()
            var events: [EventReader.Event] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                events += reader.read(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(events == wanted)
        }
    }

    @Test func `what was dropped is told`() {
        let event = EventReader.Event(
            name: "dropped",
            data: Array(#"{"world":"w1","dropped":3}"#.utf8)
        )
        let text = "entries of the world w1 came too fast and were dropped"
        #expect(JournalLine(of: event, namesWorld: true)?.text == text)
        let end = EventReader.Event(name: "ended", data: Array(#"{"world":"w1"}"#.utf8))
        #expect(JournalLine(of: end, namesWorld: false)?.text == "the world w1 has ended")
        #expect(JournalLine(of: EventReader.Event(name: "new"), namesWorld: true) == nil)
    }
}

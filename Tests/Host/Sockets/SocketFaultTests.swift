import MockPostlyDialect
import MockPostlyFaults
import MockPostlyJSON
import MockPostlyMatching
import MockPostlyPatching
import MockPostlyRegex
import MockPostlyWorld
import Testing

@testable import MockPostlySockets

/// What becomes of messages.
@Suite struct SocketFaultTests {
    private let place = FakePlace()

    @Test func `without something to do it sees nothing`() {
        #expect(place.tap == nil)
        place.order("socket-drop")
        #expect(place.tap != nil)
        place.removeFaults()
        #expect(place.tap == nil)
        _ = place.faults.add(FaultRule(.offline), at: place.world.now)
        place.control.followFaults()
        #expect(place.tap == nil && place.faults.isEmpty == false)
    }

    @Test func `a dropped message is in the journal alone`() {
        place.order("socket-drop") { $0.messages.event = .equals("new_post") }
        let one = place.connect(1)
        place.send("new_post", to: one)
        place.send("other", to: one)
        #expect(place.passed == ["out 1 other"])
        #expect(place.journal == ["out 1 new_post socket-drop", "out 1 other"])
    }

    @Test func `conditions on user, socket, direction and payload`() {
        let (one, two) = (place.connect(1), place.connect(2, account: "8"))
        place.order("socket-drop") { $0.messages.user = "user8@example.com" }
        place.order("socket-drop") { $0.messages.direction = .incoming }
        place.order("socket-drop") {
            $0.messages.payload =
                (try? JSONPath("$.id")).map { [.value($0, .text(.equals("4")))] }
                ?? []
        }
        place.send("a", to: one)
        place.send("b", to: two)
        place.receive("c", from: one)
        place.send("d", to: one, payload: #"{"id":4}"#)
        place.send("e", to: one, payload: #"{"id":5}"#)
        #expect(place.passed == ["out 1 a", "out 1 e"])
    }

    @Test func `a fault whose expression has no end is not met, and the log says so once`() throws {
        let endless = try RegularExpression("(x+x+)+[yz]")
        place.order("socket-drop") { $0.messages.event = .matches(endless) }
        let one = place.connect(1)
        place.send("new_post", to: one)
        #expect(place.reports.isEmpty)
        let long = String(repeating: "x", count: 3000) + "!y"
        for _ in 1...2 {
            place.send(long, to: one)
            // The messages of the next moment have a budget of their own.
            place.now += 200_000_000
        }
        #expect(place.passed == ["out 1 new_post", "out 1 \(long)", "out 1 \(long)"])
        try #require(place.reports.count == 1)
        #expect(place.reports[0].hasPrefix("warning("))
        #expect(place.reports[0].contains("(x+x+)+[yz]"))
        #expect(place.reports[0].contains("takes too many steps"))
    }

    @Test func `times, after and per`() {
        let (one, two) = (place.connect(1), place.connect(2))
        place.order("socket-drop") {
            $0.times = 1
            $0.after = 1
            $0.per = .socket
        }
        for connection in [one, two, one, two, one, two] { place.send("e", to: connection) }
        #expect(place.passed == ["out 1 e", "out 2 e", "out 1 e", "out 2 e"])
        #expect(place.faults.entries[0].applied == 2)
    }

    @Test func `chances repeat with the seed`() {
        func run() -> [String] {
            let place = FakePlace()
            place.order("socket-drop") { $0.rate = 0.5 }
            let one = place.connect(1)
            for number in 0..<200 { place.send("e\(number)", to: one) }
            return place.passed
        }
        let first = run()
        #expect(first == run())
        #expect(70...130 ~= first.count)
    }

    @Test func `a delayed message comes later, those of the same time in order`() {
        place.order("socket-delay-100ms")
        let one = place.connect(1)
        for number in 0..<50 { place.send("e\(number)", to: one) }
        #expect(place.passed.isEmpty && place.journal.isEmpty)
        place.pass(.milliseconds(99))
        #expect(place.passed.isEmpty)
        place.pass(.milliseconds(1))
        #expect(place.passed == (0..<50).map { "out 1 e\($0)" })
        #expect(place.journal[0] == "out 1 e0 socket-delay")
    }

    @Test func `what comes is in the journal when it comes`() {
        place.order("socket-delay-1s")
        let one = place.connect(1, [])
        place.receive("phx_join", from: one)
        #expect(place.journal == ["in 1 phx_join socket-delay"])
        place.pass(.seconds(1))
        // The reply is late as well.
        #expect(place.passed == ["in 1 phx_join"])
        place.pass(.seconds(1))
        #expect(place.passed == ["in 1 phx_join", "out 1 phx_reply"])
    }

    @Test func `delayed messages of an ended connection are forgotten`() {
        place.order("socket-delay-1h")
        let one = place.connect(1)
        place.send("e", to: one)
        #expect(place.control.room.count == 1)
        place.close(one)
        #expect(place.control.room.count == 0 && place.control.held.isEmpty)
    }

    @Test func `there is a limit, beyond which nothing is delayed`() {
        place.order("socket-delay-1h")
        let one = place.connect(1)
        for _ in 0..<HeldRoom.mostMessages { place.send("e", to: one) }
        #expect(place.passed.isEmpty)
        place.send("f", to: one)
        place.send("f", to: one)
        #expect(place.passed == ["out 1 f", "out 1 f"])
        #expect(place.reports.count { $0.contains("are not delayed") } == 1)
    }

    @Test func `a message is handled twice`() {
        place.order("socket-duplicate")
        let one = place.connect(1)
        place.send("e", to: one)
        place.receive("f", from: one)
        #expect(place.passed == ["out 1 e", "out 1 e", "in 1 f", "in 1 f"])
        // The client has sent it once.
        #expect(
            place.journal == [
                "out 1 e socket-duplicate", "out 1 e socket-duplicate", "in 1 f socket-duplicate",
            ]
        )
    }

    @Test func `the payload of a message is changed, in both directions`() throws {
        var fault = SocketFault(.patch)
        let patch = try JSON(parsing: Array(#"{"$.id":null,"$.a.b":1}"#.utf8)).root
        fault.patch = try DocumentPatch(patch, removing: [])
        place.order(fault)
        let one = place.connect(1)
        place.send("e", to: one, payload: #"{"id":4, "a":{}}"#)
        place.receive("f", from: one, payload: #"{"id":4}"#)
        place.send("g", to: one, payload: "3")
        #expect(
            place.passed == [
                #"out 1 e [null,null,"feed","e",{"id":null,"a":{"b":1}}]"#,
                #"in 1 f [null,null,"feed","f",{"id":null}]"#, "out 1 g",
            ]
        )
        #expect(
            place.journal == [
                "out 1 e socket-patch", "in 1 f socket-patch: 1 value; nothing at $.a.b",
                "out 1 g socket-patch: 0 values; nothing at $.id, $.a.b",
            ]
        )
    }

    @Test func `a message goes on after the next one`() {
        place.order("socket-reorder") { $0.messages.event = .equals("a") }
        let (one, two) = (place.connect(1), place.connect(2))
        place.send("a", to: one)
        place.send("b", to: two)
        place.receive("c", from: one)
        #expect(place.passed == ["out 2 b", "in 1 c"])
        place.send("d", to: one)
        #expect(place.passed.suffix(2) == ["out 1 d", "out 1 a"])
        place.send("a", to: one)
        place.send("a", to: one)
        #expect(place.passed.suffix(2) == ["out 1 a", "out 1 a"])
        #expect(place.control.reordered.isEmpty && place.control.held.isEmpty)
    }

    @Test func `the last message does not wait for ever`() {
        place.order("socket-reorder")
        let one = place.connect(1)
        place.send("a", to: one)
        place.pass(.milliseconds(999))
        #expect(place.passed.isEmpty)
        place.pass(.milliseconds(1))
        #expect(place.passed == ["out 1 a"])
    }

    @Test func `heartbeats get no reply`() {
        place.order("socket-ignore-heartbeats")
        let one = place.connect(1)
        place.receive("heartbeat", on: "phoenix", from: one)
        place.receive("heartbeat", from: one)
        #expect(place.passed == ["in 1 heartbeat"])
    }

    @Test func `a join is refused`() {
        var fault = SocketFault(.refuseJoin)
        fault.reason = "full"
        place.order(fault)
        place.order("socket-drop") { $0.messages.event = .equals("phx_reply") }
        let one = place.connect(1, [])
        place.receive("phx_join", from: one)
        place.receive("phx_leave", from: one)
        // The refusal itself meets no fault.
        #expect(place.passed == ["out 1 phx_reply", "in 1 phx_leave"])
        #expect(
            place.journal == [
                "in 1 phx_join socket-refuse-join", "out 1 phx_reply socket-refuse-join",
                "in 1 phx_leave",
            ]
        )
    }

    @Test func `a channel crashes, where there is one`() {
        place.order("socket-phx-error")
        let one = place.connect(1)
        place.receive("heartbeat", on: "phoenix", from: one)
        place.send("e", to: one)
        #expect(one.topics.isEmpty)
        place.send("e", to: one)
        place.receive("phx_join", from: one)
        #expect(
            place.passed == ["in 1 heartbeat", "out 1 phx_error", "out 1 e", "out 1 phx_reply"]
        )
    }

    @Test func `a dead connection lives again when its fault ends`() {
        place.order("socket-half-open") { $0.messages.event = .equals("e") }
        let (one, two) = (place.connect(1), place.connect(2))
        place.send("e", to: one)
        place.send("f", to: one)
        place.receive("g", from: one)
        place.send("f", to: two)
        #expect(one.isSilent && !two.isSilent)
        #expect(place.passed == ["out 2 f"])
        #expect(place.journal.filter { $0.hasSuffix("socket-half-open") }.count == 3)
        place.removeFaults()
        #expect(!one.isSilent && place.tap == nil)
        place.send("f", to: one)
        #expect(place.passed == ["out 2 f", "out 1 f"])
    }

    @Test(arguments: ["socket-reset", "socket-close"])
    func `a connection is lost`(name: String) {
        place.order(name) { $0.messages.event = .equals("e") }
        let one = place.connect(1)
        place.send("e", to: one)
        #expect(name.hasSuffix(one.done[0]) && place.passed.isEmpty)
    }

    @Test func `many delayed messages of one client are forgotten quickly`() {
        place.order("socket-delay-1h")
        let one = place.connect(1)
        for _ in 0..<HeldRoom.mostMessages { place.send("e", to: one) }
        place.close(one)
        #expect(place.control.room.bytes == 0 && place.alarms.count == 0)
    }

    // MARK: What is done by hand

    @Test func `connections are lost by a condition`() {
        let (one, two) = (place.connect(1), place.connect(2, ["other"], account: "8"))
        var pattern = ConnectionPattern()
        pattern.topic = .equals("other")
        #expect(place.control.disconnect(pattern, .halfOpen) == [2])
        #expect(two.isSilent && place.control.silence(of: 2) == "half-open")
        // Faults that come and go are nothing to it.
        place.order("socket-drop")
        place.removeFaults()
        #expect(two.isSilent && place.tap != nil)
        pattern = ConnectionPattern()
        pattern.user = "user7@example.com"
        #expect(place.control.disconnect(pattern, .reset) == [1])
        #expect(one.done == ["reset"])
        #expect(place.control.disconnect(ConnectionPattern(), .close) == [2])
        #expect(place.tap == nil)
    }

    // MARK: Events

    private func event(_ name: String) -> SocketEvent {
        SocketEvent(name, on: "feed", payload: Array("{}".utf8))
    }

    @Test func `an event goes to those who have joined its topic`() {
        _ = (place.connect(1), place.connect(2, ["other"]), place.connect(3))
        #expect(place.control.send(event("e")) == [1, 3])
        #expect(place.passed == ["out 1 e", "out 3 e"])
    }

    @Test func `events wait for the world's clock, and come in the order of their times`() {
        _ = place.connect(1)
        let now = place.world.now
        for (name, time) in [("b", 20), ("a", 10), ("c", 30), ("b2", 20)] {
            #expect(place.control.schedule(event(name), at: now + .seconds(time)) != nil)
        }
        place.pass(.seconds(1000))
        #expect(place.passed.isEmpty, "the clock is frozen")
        place.world.clock.advance(by: .seconds(25))
        place.control.sendDueEvents()
        #expect(place.passed == ["out 1 a", "out 1 b", "out 1 b2"])
        #expect(place.control.scheduledEvents.map(\.event.event) == ["c"])
        #expect(place.control.removeEvent(3) && !place.control.removeEvent(3))
        place.world.clock.advance(by: .seconds(25))
        place.control.sendDueEvents()
        #expect(place.passed.count == 3)
    }

    @Test func `there is a limit of events`() {
        let later = place.world.now + .seconds(60)
        for _ in 0..<EventSchedule.mostEvents { _ = place.control.schedule(event("e"), at: later) }
        #expect(place.control.schedule(event("e"), at: later) == nil)
        #expect(place.control.removeEvents() == EventSchedule.mostEvents)
        let large = SocketEvent("e", on: "feed", payload: Array(repeating: 0x30, count: 3 << 20))
        #expect(place.control.schedule(large, at: later) != nil)
        #expect(place.control.schedule(large, at: later) == nil)
    }
}

import Testing

@testable import MockPostlyWebSocket

/// Autobahn's sections 1 to 5: framing, pings, reserved bits and opcodes, fragments.
@Suite struct FragmentationTests {
    @Test(
        "a message is delivered as it was sent",
        arguments: [0, 1, 125, 126, 127, 128, 1000, 65_535, 65_536]
    )
    func whole(count: Int) {
        let letters = String(repeating: "*", count: count)
        let payload = [UInt8](repeating: 0xFE, count: count)
        #expect(outcome(text(letters)) == [.text(letters)])
        #expect(outcome(binary(payload)) == [.binary(payload)])
    }

    @Test func `a ping is answered with its payload, a pong with nothing`() {
        let most = String(repeating: "p", count: 125)
        #expect(
            outcome(ping() + ping("Hello") + ping(most)) == [
                .ponged(), .ponged("Hello"), .ponged(most),
            ]
        )
        #expect(
            outcome(pong() + pong("x") + ping("y")) == [.pong([]), .pong([0x78]), .ponged("y")]
        )
        let raw: [UInt8] = [0x00, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0x00, 0xFF]
        #expect(outcome(frame(9, raw)) == [.send([0x8A, 8] + raw)])
        #expect(outcome((0..<10).flatMap { ping("\($0)") }) == (0..<10).map { .ponged("\($0)") })
    }

    @Test(
        "fragments are put together, control frames between them answered at once",
        arguments: [
            (
                text("fragment1", isFinal: false) + continuation("fragment2"),
                [.text("fragment1fragment2")]
            ),
            (
                text("a", isFinal: false) + ping("p") + continuation("b"),
                [.ponged("p"), .text("ab")]
            ),
            (
                text("1", isFinal: false) + continuation("2", isFinal: false) + ping("p")
                    + continuation("3", isFinal: false) + continuation("4", isFinal: false)
                    + ping("q") + continuation("5"),
                [.ponged("p"), .ponged("q"), .text("12345")]
            ),
            (
                text("", isFinal: false) + continuation("", isFinal: false) + continuation(""),
                [.text("")]
            ),
            (
                text("", isFinal: false) + continuation("middle", isFinal: false)
                    + continuation(""),
                [.text("middle")]
            ),
            (
                binary([1], isFinal: false) + pong() + continuation([2]) + text("x"),
                [.pong([]), .binary([1, 2]), .text("x")]
            ),
            (text("a", isFinal: false) + close(1000), [.closed(1000)]),
            (text("a", isFinal: false) + ping(), [.ponged()]),
        ] as [([UInt8], [Action])]
    )
    func fragments(input: [UInt8], actions: [Action]) {
        #expect(outcome(input) == actions)
    }

    @Test(
        "what breaks the order of fragments ends the connection",
        arguments: [
            (continuation("x"), [], .nothingToContinue),
            (continuation("x", isFinal: false), [], .nothingToContinue),
            (text("x") + continuation("y"), [.text("x")], .nothingToContinue),
            (
                text("x", isFinal: false) + continuation("y") + continuation("z"), [.text("xy")],
                .nothingToContinue
            ),
            (text("x", isFinal: false) + text("y"), [], .notContinued),
            (text("x", isFinal: false) + binary([1], isFinal: false), [], .notContinued),
            (binary([1], isFinal: false) + ping() + text("y"), [.ponged()], .notContinued),
            (frame(9, [1], isFinal: false) + continuation([2]), [], .fragmentedControl),
            (frame(9, [UInt8](repeating: 0, count: 126)), [], .longControl),
            (text("x") + frame(3, []) + ping(), [.text("x")], .reservedOpcode),
            (text("x") + frame(11, [1, 2]) + ping(), [.text("x")], .reservedOpcode),
            (text("x") + frame(1, [1], reserved: 4) + ping(), [.text("x")], .reservedBit),
            (ping() + frame(8, [], reserved: 7), [.ponged()], .reservedBit),
        ] as [([UInt8], [Action], ProtocolViolation)]
    )
    func disorder(input: [UInt8], actions: [Action], violation: ProtocolViolation) {
        #expect(outcome(input) == actions + [.failed(violation)])
        // Whatever follows means nothing.
        #expect(outcome(input + text("more") + close()) == actions + [.failed(violation)])
    }

    @Test func `frames are counted when they are whole, of whatever kind`() {
        var session = WebSocketSession.fresh()
        _ = session.receive(text("a", isFinal: false) + ping() + pong() + ping("half").dropLast())
        #expect(session.framesReceived == 3)
    }

    @Test func `reading can stop behind every action`() {
        var session = WebSocketSession.fresh()
        let input = ping("1") + text("2") + ping("3")
        var places: [Int] = []
        input.withUnsafeBufferPointer { input in
            var used = 0
            while session.step(input, used: &used) != nil { places.append(used) }
            #expect(used == input.count)
        }
        #expect(places == [7, 14, 21])
    }
}

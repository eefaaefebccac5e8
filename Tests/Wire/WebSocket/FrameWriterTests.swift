import Testing

@testable import MockPostlyWebSocket

@Suite struct FrameWriterTests {
    @Test(
        "lengths are spelled in their shortest form",
        arguments: [
            (0, [0x82, 0]), (1, [0x82, 1]), (125, [0x82, 125]), (126, [0x82, 126, 0, 126]),
            (65_535, [0x82, 126, 0xFF, 0xFF]), (65_536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])]
    )
    func lengths(count: Int, header: [UInt8]) {
        let payload = [UInt8](repeating: 0xAB, count: count)
        #expect(FrameWriter.message(WebSocketMessage(.binary, payload)) == header + payload)
        #expect(ServerFrame(header + payload)?.payload == payload)
    }

    @Test func `the examples of RFC 6455, 5.7`() {
        let hello = Array("Hello".utf8)
        #expect(FrameWriter.message(.text("Hello")) == bytes("810548656c6c6f"))
        let first = FrameWriter.frame(.text, Array("Hel".utf8), isFinal: false)
        #expect(first == bytes("010348656c"))
        #expect(FrameWriter.frame(.continuation, Array("lo".utf8)) == bytes("80026c6f"))
        #expect(FrameWriter.frame(.ping, hello) == bytes("890548656c6c6f"))
        #expect(outcome(bytes("818537fa213d7f9f4d5158")) == [.text("Hello")])
        #expect(outcome(bytes("898537fa213d7f9f4d5158")) == [.ponged("Hello")])
        #expect(outcome(bytes("8a8537fa213d7f9f4d5158")) == [.pong(hello)])
    }

    @Test func `frames are appended to others`() {
        var bytes = FrameWriter.message(.text("a"))
        FrameWriter.append(.pong, [1], to: &bytes)
        FrameWriter.append(.text, [2], isDeflated: true, to: &bytes)
        #expect(bytes == [0x81, 1, 0x61, 0x8A, 1, 1, 0xC1, 1, 2])
    }

    @Test func `a message may come in two pieces`() throws {
        let (head, tail) = (Array("[1,".utf8), [UInt8](repeating: 0x20, count: 300))
        let whole = WebSocketMessage(.text, head + tail)
        var plain = WebSocketSession.fresh(smallestMessage: 1)
        #expect(plain.frame(.text, head: head, tail: tail) == FrameWriter.message(whole))
        var deflating = WebSocketSession.fresh(try .on(), smallestMessage: 303)
        #expect(deflating.frame(.text, head: head, tail: tail) == deflating.frame(for: whole))
        #expect(ServerFrame(deflating.frame(.text, head: head, tail: tail))?.isDeflated == true)
        let shorter = Array(tail.dropLast())
        #expect(
            ServerFrame(deflating.frame(.text, head: head, tail: shorter))?.payload == head
                + shorter
        )
        _ = plain.close(.normal)
        #expect(plain.frame(.text, head: head, tail: tail) == [])
    }

    @Test func `a close frame has a code and a reason, or nothing`() {
        #expect(FrameWriter.close(CloseFrame(nil, "not said")) == [0x88, 0])
        #expect(FrameWriter.close(CloseFrame(.messageTooBig)) == [0x88, 2, 0x03, 0xF1])
    }

    @Test func `a ping may have a payload`() {
        let session = WebSocketSession.fresh()
        #expect(session.ping() == [0x89, 0])
        #expect(session.ping([7]) == [0x89, 1, 7])
    }
}

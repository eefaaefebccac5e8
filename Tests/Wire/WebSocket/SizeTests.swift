import Testing

@testable import MockPostlyWebSocket

/// Autobahn's section 9, and the cap on a message.
@Suite struct SizeTests {
    @Test(.timeLimit(.minutes(15)), arguments: [64 * 1024, 256 * 1024, 1 << 20, 8 << 20])
    func `big messages arrive, in one frame and in many`(count: Int) {
        let payload = [UInt8](repeating: 0x2A, count: count)
        let whole = frame(1, payload)
        #expect(WebSocketSession.actions(of: whole) == [.deliver(WebSocketMessage(.text, payload))])
        let cuts = Array(stride(from: 0, to: whole.count, by: 16_411))
        #expect(
            WebSocketSession.actions(of: whole, cutAt: cuts) == [
                .deliver(WebSocketMessage(.text, payload))
            ]
        )
        let size = max(64, count / 4096)
        var fragments = binary([], isFinal: false)
        for start in stride(from: 0, to: count, by: size) {
            fragments += continuation(Array(payload[start..<(start + size)]), isFinal: false)
        }
        #expect(WebSocketSession.actions(of: fragments + continuation([])) == [.binary(payload)])
    }

    @Test func `a message of one byte more is refused by its header`() {
        let limit = 8 * 1024 * 1024
        let header: [UInt8] = [0x82, 0xFF] + bigEndian(limit + 1, 8) + [1, 2, 3, 4]
        #expect(outcome(header) == [.failed(.tooBig)])
        #expect(outcome([0x82, 0xFF] + bigEndian(limit, 8) + [1, 2, 3, 4]) == [])
        #expect(outcome([0x81, 0xFF] + bigEndian(.max, 8) + [1, 2, 3, 4]) == [.failed(.tooBig)])
        #expect(ProtocolViolation.tooBig.code == .messageTooBig)
    }

    @Test func `fragments count together, also by their headers`() {
        let first = binary([1, 2, 3, 4, 5, 6], isFinal: false)
        #expect(
            outcome(first + continuation([7, 8, 9, 10]), limit: 10) == [.binary(Array(1...10))]
        )
        let header = Array(continuation([7, 8, 9, 10, 11]).prefix(6))
        #expect(outcome(first + header, limit: 10) == [.failed(.tooBig)])
        #expect(outcome(first + header.dropLast(), limit: 10) == [])
        // Each message is counted by itself, and control frames not at all.
        let two =
            binary([UInt8](repeating: 0, count: 10)) + first + ping("0123456789") + continuation([])
        #expect(outcome(two, limit: 10).count == 3)
        let after = outcome(first + continuation([0xFF], isFinal: false) + ping(), limit: 7)
        #expect(after == [.ponged()])
    }

    @Test func `the header of a big message takes no memory for it`() throws {
        // Thousands of these would take gigabytes if it did.
        let header: [UInt8] = [0x82, 0xFF] + bigEndian(8 * 1024 * 1024, 8) + [1, 2, 3, 4]
        var sessions: [WebSocketSession] = []
        for _ in 0..<2000 {
            var session = WebSocketSession.fresh()
            #expect(session.receive(header + [1]) == [])
            sessions.append(session)
        }
        #expect(sessions.allSatisfy { $0.isOpen })
    }
}

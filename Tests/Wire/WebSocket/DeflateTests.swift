import MockPostlyCompression
import MockPostlyTestKit
import Testing

@testable import MockPostlyWebSocket

/// Autobahn's sections 12 and 13: compression, with windows and contexts.
@Suite struct DeflateTests {
    /// A message compressed as a client does, in one frame or in fragments of `size` bytes.
    private func deflated(
        _ message: [UInt8],
        _ opcode: UInt8 = 1,
        by deflater: MessageDeflater = MessageDeflater(windowBits: 15),
        size: Int = .max
    ) -> [UInt8] {
        let payload = deflater.deflated(message)
        var input: [UInt8] = []
        var start = 0
        repeat {
            let end = start + min(size, payload.count - start)
            let piece = Array(payload[start..<end])
            let isFinal = end == payload.count
            let isFirst = start == 0
            input += frame(isFirst ? opcode : 0, piece, isFinal: isFinal, reserved: isFirst ? 4 : 0)
            start = end
        } while start < payload.count
        return input
    }

    @Test(
        "the examples of RFC 7692, 7.2.3",
        arguments: [
            ["f248cdc9c90700"], ["f248cd", "c9c90700"], ["000500faff48656c6c6f00"],
            ["f348cdc9c9070000"], ["f24805000000ffffcac9c90700"],
            // Without the empty block behind a last one, as some send it.
            ["f348cdc9c90700"],
            // A block that follows a last one, and refers to what was before.
            ["f348cdc9c90700", ""],
        ]
    )
    func examples(fragments: [String]) throws {
        let input = fragments.enumerated().flatMap { place, digits in
            let isFinal = place == fragments.count - 1
            let reserved: UInt8 = place == 0 ? 4 : 0
            return frame(place == 0 ? 1 : 0, bytes(digits), isFinal: isFinal, reserved: reserved)
        }
        for keepsContext in [false, true] {
            let agreement = try DeflateAgreement.on("", keepsContext: keepsContext)
            #expect(outcome(input, agreement) == [.text("Hello")])
        }
    }

    @Test func `an empty message has one byte, and may have none`() throws {
        let agreement = try DeflateAgreement.on()
        #expect(outcome(frame(1, [0], reserved: 4), agreement) == [.text("")])
        #expect(outcome(frame(2, [], reserved: 4), agreement) == [.binary([])])
        // A compressed message may be followed by one that is not.
        let input = frame(1, bytes("f248cdc9c90700"), reserved: 4) + text("plain")
        #expect(outcome(input, agreement) == [.text("Hello"), .text("plain")])
    }

    @Test(
        "messages there and back, with every window",
        .timeLimit(.minutes(15)),
        arguments: [8, 9, 10, 12, 15],
        [false, true]
    )
    func windows(bits: Int, keepsContext: Bool) throws {
        let agreement = try DeflateAgreement.on(
            "server_max_window_bits=\(bits); client_max_window_bits=\(bits)",
            keepsContext: keepsContext
        )
        var session = WebSocketSession.fresh(agreement)
        let inflater = MessageInflater(windowBits: agreement.serverWindowBits)
        let deflater = MessageDeflater(windowBits: agreement.clientWindowBits)
        var draw = Draw(seed: UInt64(bits))
        for size in [0, 16, 64, 256, 1024, 4096, 8192, 16_384, 32_768, 65_536, 131_072] {
            let payload = draw.bytes(size, below: 5)
            if !agreement.clientKeepsContext { deflater.reset() }
            let input = deflated(payload, 2, by: deflater, size: size < 1000 ? .max : size / 9 + 1)
            #expect(session.receive(input) == [.binary(payload)])
            let sent = session.frame(for: WebSocketMessage(.binary, payload))
            let parsed = try #require(ServerFrame(sent))
            #expect(parsed.opcode == 2)
            guard parsed.isDeflated else {
                #expect(parsed.payload == payload)
                continue
            }
            if !agreement.serverKeepsContext { inflater.reset() }
            #expect(try inflater.inflated(parsed.payload) == payload)
        }
    }

    @Test func `many small messages share a context`() throws {
        let agreement = try DeflateAgreement.on("client_max_window_bits", keepsContext: true)
        var session = WebSocketSession.fresh(agreement)
        let deflater = MessageDeflater(windowBits: agreement.clientWindowBits)
        let inflater = MessageInflater(windowBits: agreement.serverWindowBits)
        for number in 0..<300 {
            let words = #"{"event":"new_post","id":\#(number),"content":"the same again"}"#
            #expect(session.receive(deflated(Array(words.utf8), by: deflater)) == [.text(words)])
            let sent = try #require(ServerFrame(session.frame(for: .text(words))))
            #expect(sent.isDeflated)
            #expect(number == 0 || sent.payload.count < 20)
            #expect(try inflater.inflated(sent.payload) == Array(words.utf8))
        }
    }

    @Test func `text is looked at as it is inflated`() throws {
        let agreement = try DeflateAgreement.on()
        let wrong = Array("größer".utf8) + [0xED, 0xA0] + Array("!".utf8)
        #expect(outcome(deflated(wrong), agreement) == [.failed(.badText)])
        #expect(outcome(deflated(wrong, 2), agreement) == [.binary(wrong)])
        #expect(outcome(deflated([0xC3]), agreement) == [.failed(.badText)])
        // Before the message is whole.
        let whole = deflated(wrong + [UInt8](repeating: 0, count: 9), size: 14)
        #expect(WebSocketSession.actions(of: whole.dropLast(), agreement) == [.failed(.badText)])
    }

    @Test(
        "what is not compressed data is refused",
        arguments: [
            "07", "ffffffff", "f248cdc9c907", "f248cd", "0005", "000500faff4865", "f34800",
        ]
    )
    func damaged(digits: String) throws {
        let agreement = try DeflateAgreement.on()
        let input = frame(1, bytes(digits), reserved: 4)
        #expect(outcome(input, agreement) == [.failed(.badCompression)])
        #expect(ProtocolViolation.badCompression.code == .invalidData)
    }

    @Test func `the cap counts what is inflated`() throws {
        let agreement = try DeflateAgreement.on()
        let bomb = deflated([UInt8](repeating: 0x20, count: 100_000))
        #expect(bomb.count < 500)
        let limit = 100_000
        #expect(WebSocketSession.actions(of: bomb, limit: limit, agreement).count == 1)
        #expect(outcome(bomb, limit: limit - 1, agreement) == [.failed(.tooBig)])
        // In the first fragment already.
        let first = Array(deflated([UInt8](repeating: 0x20, count: 100_000), size: 100).prefix(106))
        #expect(outcome(first, limit: 1000, agreement) == [.failed(.tooBig)])
        // What does not get smaller may be of the full size all the same.
        var draw = Draw(seed: 1)
        let noise = draw.bytes(limit)
        let input = deflated(noise, 2)
        #expect(input.count > limit)
        #expect(WebSocketSession.actions(of: input, limit: limit, agreement) == [.binary(noise)])
        // Blocks without content do not go on for ever.
        let empty = frame(2, [UInt8](repeating: 0, count: 3000), reserved: 4)
        #expect(outcome(Array(empty.prefix(8)), limit: 1000, agreement) == [.failed(.tooBig)])
    }

    @Test func `short messages, and what does not get smaller, are sent as they are`() throws {
        let agreement = try DeflateAgreement.on()
        var session = WebSocketSession.fresh(agreement, smallestMessage: 100)
        let short = WebSocketMessage(.text, [UInt8](repeating: 0x61, count: 99))
        let long = WebSocketMessage(.text, [UInt8](repeating: 0x61, count: 100))
        var draw = Draw(seed: 2)
        let noise = WebSocketMessage(.binary, draw.bytes(1000))
        #expect(session.frame(for: short) == FrameWriter.message(short))
        #expect(session.frame(for: SharedMessage(short)) == FrameWriter.message(short))
        #expect(ServerFrame(session.frame(for: long))?.isDeflated == true)
        #expect(session.frame(for: noise) == FrameWriter.message(noise))
    }

    @Test func `a message to many is the same for all who agreed on the same`() throws {
        var draw = Draw(seed: 4)
        let shared = SharedMessage(WebSocketMessage(.text, draw.bytes(5000, below: 4)))
        var forgetful = WebSocketSession.fresh(try .on())
        var narrow = WebSocketSession.fresh(try .on("server_max_window_bits=9"))
        var plain = WebSocketSession.fresh()
        var keeping = WebSocketSession.fresh(try .on(keepsContext: true))
        for session in [forgetful, narrow] {
            var session = session
            let frame = session.frame(for: shared.message)
            #expect(ServerFrame(frame)?.isDeflated == true)
        }
        #expect(forgetful.frame(for: shared) == forgetful.frame(for: shared.message))
        #expect(forgetful.frame(for: shared) != narrow.frame(for: shared))
        #expect(plain.frame(for: shared) == FrameWriter.message(shared.message))
        let first = keeping.frame(for: shared)
        let again = keeping.frame(for: shared)
        #expect(again.count < first.count)
    }

    @Test func `inflaters are shared, but not in the midst of a message`() throws {
        let pool = DeflatePool()
        let agreement = try DeflateAgreement.on()
        var draw = Draw(seed: 5)
        let payloads = (0..<20).map { _ in draw.bytes(3000, below: 9) }
        let inputs = payloads.map { deflated($0, 2) }
        var sessions = payloads.map { _ in WebSocketSession(.init(), agreement, pool: pool) }
        for half in [0, 1] {
            for place in sessions.indices {
                let middle = inputs[place].count / 2
                let piece = half == 0 ? inputs[place][..<middle] : inputs[place][middle...]
                let actions = sessions[place].receive(Array(piece))
                #expect(actions == (half == 0 ? [] : [.binary(payloads[place])]))
            }
        }
    }
}

/// A frame as the server writes it, if it is just one.
struct ServerFrame {
    var opcode: UInt8
    var isDeflated: Bool
    var payload: [UInt8]

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2, bytes[0] & 0xB0 == 0x80, bytes[1] < 0x80 else { return nil }
        opcode = bytes[0] & 0x0F
        isDeflated = bytes[0] & 0x40 != 0
        let spelled = bytes[1] == 126 ? 2 : bytes[1] == 127 ? 8 : 0
        guard bytes.count >= 2 + spelled else { return nil }
        let length =
            spelled == 0
            ? Int(bytes[1]) : bytes[2..<(2 + spelled)].reduce(0) { $0 << 8 | Int($1) }
        payload = Array(bytes[(2 + spelled)...])
        guard payload.count == length else { return nil }
    }
}

extension MessageInflater {
    func inflated(_ payload: [UInt8]) throws(DecompressionError) -> [UInt8] {
        var output: [UInt8] = []
        var failure: DecompressionError?
        payload.withUnsafeBufferPointer { payload in
            do throws(DecompressionError) {
                try append(payload, to: &output, limit: 1 << 24)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        try endMessage()
        return output
    }
}

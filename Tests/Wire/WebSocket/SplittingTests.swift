import MockPostlyCompression
import MockPostlyTestKit
import Testing

@testable import MockPostlyWebSocket

/// However bytes are cut, a session makes the same of them: drawn inputs, good and broken, under
/// caps so small that the inputs reach them.
@Suite struct SplittingTests {
    private static func draw(_ draw: inout Draw, _ deflater: MessageDeflater) -> [UInt8] {
        var input: [UInt8] = []
        for _ in 0..<(1 + draw.below(6)) {
            let payload = draw.below(2) == 0 ? draw.bytes(draw.below(40)) : Array("größe 😀".utf8)
            let mask = UInt32.random(in: 0 ... .max, using: &draw)
            let isFinal = draw.below(3) > 0
            switch draw.below(8) {
            case 0: input += frame(9, payload, mask: mask)
            case 1: input += frame(10, payload, mask: mask)
            case 2: input += draw.below(4) == 0 ? close(1000 + draw.below(12)) : []
            case 3: input += frame(2, draw.bytes(draw.below(300)), isFinal: isFinal, mask: mask)
            case 4, 5:
                if draw.below(2) == 0 { deflater.reset() }
                let small = deflater.deflated(draw.bytes(draw.below(200), below: 4))
                let cut = draw.below(small.count + 1)
                input += frame(1, Array(small[..<cut]), isFinal: false, reserved: 4, mask: mask)
                input += frame(0, Array(small[cut...]), mask: mask)
            default:
                input += frame(1, payload, isFinal: isFinal, mask: mask)
                if !isFinal { input += frame(0, Array("ö".utf8), isFinal: draw.below(4) > 0) }
            }
        }
        guard draw.below(3) == 0, !input.isEmpty else { return input }
        let place = draw.below(input.count)
        switch draw.below(3) {
        case 0: input[place] = UInt8.random(in: .min ... .max, using: &draw)
        case 1: input.insert(input[draw.below(input.count)], at: place)
        default: input.remove(at: place)
        }
        return input
    }

    @Test(.timeLimit(.minutes(15)), arguments: 0..<6)
    func `drawn inputs give the same in any pieces`(_ seed: UInt64) throws {
        var draw = Draw(seed: seed)
        let deflater = MessageDeflater(windowBits: 12)
        var ends: Set<UInt16> = []
        var messages = 0
        for _ in 0..<300 {
            let input = Self.draw(&draw, deflater)
            let limit = draw.below(3) == 0 ? draw.below(60) : 100_000
            let agreements = [
                nil, try DeflateAgreement.on(),
                try DeflateAgreement.on("client_max_window_bits", keepsContext: true),
            ]
            let agreement = agreements[draw.below(3)]
            let whole = WebSocketSession.actions(of: input, limit: limit, agreement)
            for action in whole {
                switch action {
                case .deliver(let message):
                    messages += 1
                    #expect(message.bytes.count <= limit)
                case .end(_, let ending): ends.insert(ending.close.code?.rawValue ?? 1005)
                case .send, .pong: break
                }
            }
            var cuttings = [Array(input.indices)]
            for _ in 0..<5 {
                let count = 1 + draw.below(5)
                cuttings.append((0..<count).map { _ in draw.below(input.count + 1) }.sorted())
            }
            for cuts in cuttings {
                let actions = WebSocketSession.actions(
                    of: input,
                    limit: limit,
                    agreement,
                    cutAt: cuts
                )
                guard actions != whole else { continue }
                Issue.record("\(input) \(limit) \(cuts): \(actions) and not \(whole)")
                return
            }
        }
        // Else the draw would show little.
        #expect(ends.isSuperset(of: [1002, 1007, 1009]), "\(ends)")
        #expect(messages > 50)
    }

    @Test func `drawn bytes never trap`() throws {
        var draw = Draw(seed: 99)
        let agreement = try DeflateAgreement.on()
        for _ in 0..<2000 {
            var input = draw.bytes(draw.below(60))
            if !input.isEmpty { input[0] = input[0] & 0xCF }
            if input.count > 1 { input[1] |= 0x80 }
            let whole = WebSocketSession.actions(of: input, agreement)
            let pieces = WebSocketSession.actions(of: input, agreement, cutAt: Array(input.indices))
            #expect(whole == pieces)
        }
    }
}

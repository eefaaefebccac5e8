import MockPostlyTestKit
import Testing

@testable import MockPostlyWebSocket

@Suite struct FrameParserTests {
    /// The payloads of the frames in `input`, or what is wrong with it.
    private func payloads(
        _ input: [UInt8],
        allowsDeflated: Bool = false
    ) -> Result<[[UInt8]], ProtocolViolation> {
        var parser = FrameParser(allowsDeflated: allowsDeflated)
        var payloads: [[UInt8]] = []
        var payload: [UInt8] = []
        var used = 0
        do throws(ProtocolViolation) {
            try input.withUnsafeBufferPointer { (bytes) throws(ProtocolViolation) in
                while true {
                    switch try parser.step(bytes, used: &used) {
                    case .needsMore: return
                    case .began: payload = []
                    case .payload(let range, let mask, let isLast):
                        var piece = Array(bytes[range])
                        piece.withUnsafeMutableBufferPointer { unmask($0, mask) }
                        payload += piece
                        if isLast { payloads.append(payload) }
                    }
                }
            }
        } catch {
            return .failure(error)
        }
        return .success(payloads)
    }

    @Test(
        "payloads of every spelling of a length",
        arguments: [0, 1, 7, 8, 9, 125, 126, 127, 128, 65_535, 65_536, 65_537]
    )
    func lengths(count: Int) {
        var draw = Draw(seed: UInt64(count))
        let payload = draw.bytes(count)
        #expect(payloads(frame(2, payload)) == .success([payload]))
        #expect(payloads(frame(2, payload, mask: 0) + ping("x")) == .success([payload, [0x78]]))
    }

    @Test(
        "a header is refused at its first wrong byte",
        arguments: [
            ([0x83], .reservedOpcode), ([0x84], .reservedOpcode), ([0x85], .reservedOpcode),
            ([0x86], .reservedOpcode), ([0x87], .reservedOpcode), ([0x8B], .reservedOpcode),
            ([0x8C], .reservedOpcode), ([0x8D], .reservedOpcode), ([0x8E], .reservedOpcode),
            ([0x8F], .reservedOpcode),
            ([0xC1], .reservedBit), ([0xA1], .reservedBit), ([0x91], .reservedBit),
            ([0xF2], .reservedBit), ([0xC9], .reservedBit), ([0x98], .reservedBit),
            ([0x09], .fragmentedControl), ([0x0A], .fragmentedControl),
            ([0x08], .fragmentedControl),
            ([0x81, 0x00], .notMasked), ([0x81, 0x05], .notMasked), ([0x89, 0x00], .notMasked),
            ([0x81, 0x7F], .notMasked),
            ([0x89, 0xFE], .longControl), ([0x88, 0xFF], .longControl),
            ([0x8A, 0xFE], .longControl),
            ([0x81, 0xFE, 0, 125], .badLength), ([0x81, 0xFE, 0, 0], .badLength),
            ([0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .badLength),
            ([0x81, 0xFF, 0x80], .badLength), ([0x81, 0xFF, 0xFF], .badLength),
        ] as [([UInt8], ProtocolViolation)]
    )
    func refused(header: [UInt8], violation: ProtocolViolation) {
        #expect(payloads(header) == .failure(violation))
        #expect(payloads(Array(header.dropLast())) == .success([]))
        #expect(outcome(header + [1, 2, 3, 4]) == [.failed(violation)])
    }

    @Test(
        "with compression, the first reserved bit begins a message",
        arguments: [
            (0xC1, nil), (0x41, nil), (0xC2, nil), (0x42, nil), (0xC0, .deflatedContinuation),
            (0x40, .deflatedContinuation), (0xC9, .reservedBit), (0xC8, .reservedBit),
            (0xE1, .reservedBit), (0xD1, .reservedBit), (0xA1, .reservedBit),
        ] as [(UInt8, ProtocolViolation?)]
    )
    func deflated(first: UInt8, violation: ProtocolViolation?) {
        let result = payloads([first], allowsDeflated: true)
        #expect(result == violation.map(Result.failure) ?? .success([]))
    }

    @Test func `a mask is taken off at any place and length`() {
        var draw = Draw(seed: 3)
        let plain = draw.bytes(100)
        for mask in [0, 0x0403_0201, UInt32.max] {
            let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> ($0 * 8)) }
            let masked = plain.indices.map { plain[$0] ^ key[$0 & 3] }
            for start in 0..<12 {
                for end in start...plain.count {
                    var piece = Array(masked[start..<end])
                    piece.withUnsafeMutableBufferPointer { unmask($0, advanced(mask, by: start)) }
                    #expect(piece.elementsEqual(plain[start..<end]))
                }
            }
        }
    }
}

extension Result {
    fileprivate static func == (left: Self, right: Self) -> Bool
    where Success == [[UInt8]], Failure == ProtocolViolation {
        switch (left, right) {
        case (.success(let left), .success(let right)): left == right
        case (.failure(let left), .failure(let right)): left == right
        default: false
        }
    }
}

import MockPostlyCompression
import Testing

@Suite
struct MessageCompressionTests {
    private func deflated(_ message: [UInt8], _ deflater: MessageDeflater) -> [UInt8] {
        var output: [UInt8] = []
        message.withUnsafeBufferPointer { deflater.append($0, to: &output) }
        return output
    }

    /// The message of which `pieces` are the compressed form.
    private func inflated(
        _ pieces: [[UInt8]],
        _ inflater: MessageInflater,
        limit: Int = 1 << 20
    ) throws -> [UInt8] {
        var output: [UInt8] = []
        for piece in pieces {
            try piece.withUnsafeBufferPointer {
                try inflater.append($0, to: &output, limit: limit)
            }
        }
        try inflater.endMessage()
        return output
    }

    private let hello = Array("Hello".utf8)

    // RFC 7692, 7.2.3.
    @Test
    func `messages refer to earlier ones until that is forgotten`() throws {
        let deflater = MessageDeflater(windowBits: 15, level: 6)
        #expect(deflated(hello, deflater) == bytes("f248cdc9c90700"))
        #expect(deflated(hello, deflater) == bytes("f200110000"))
        deflater.reset()
        #expect(deflated(hello, deflater) == bytes("f248cdc9c90700"))
        let inflater = MessageInflater(windowBits: 15)
        #expect(try inflated([bytes("f248cdc9c90700")], inflater) == hello)
        #expect(try inflated([bytes("f200"), bytes("110000")], inflater) == hello)
        inflater.reset()
        #expect(throws: DecompressionError.malformed("invalid distance too far back")) {
            try inflated([bytes("f200110000")], inflater)
        }
    }

    @Test
    func `empty messages have a form, whatever was before`() throws {
        let deflater = MessageDeflater(windowBits: 9)
        let inflater = MessageInflater(windowBits: 9)
        for message in [[], [], hello, [], [], hello, []] {
            let small = deflated(message, deflater)
            #expect(message.isEmpty == (small == [0]))
            #expect(try inflated([small], inflater) == message)
        }
    }

    @Test
    func `what follows a last block may refer to what was before it`() throws {
        let inflater = MessageInflater(windowBits: 15)
        let last = bytes("f348cdc9c90700")
        #expect(try inflated([last], inflater) == hello)
        #expect(try inflated([bytes("f200110000")], inflater) == hello)
        #expect(try inflated([last + [0]], inflater) == hello)
        #expect(try inflated([last + last + last], inflater) == hello + hello + hello)
        #expect(try inflated([bytes("f200110000")], inflater) == hello)
    }

    @Test("a window bounds how far back is referred to", arguments: 8...15)
    func window(bits: Int) throws {
        var numbers = SeededBytes(UInt64(bits))
        let unit = numbers.bytes(1 << bits, variety: 256)
        let deflater = MessageDeflater(windowBits: bits, memoryLevel: 9, level: 9)
        let narrow = MessageInflater(windowBits: bits)
        for message in [unit, unit + unit, Array(unit.prefix(100)), unit] {
            #expect(try inflated([deflated(message, deflater)], narrow) == message)
        }
    }

    @Test("pieces of any size", arguments: [1, 2, 3, 7, 100, 5000])
    func pieces(size: Int) throws {
        var numbers = SeededBytes(UInt64(size))
        let deflater = MessageDeflater(windowBits: 15)
        let inflater = MessageInflater(windowBits: 15)
        for count in [1, 50, 16_384, 16_385, 40_000, 100_000] {
            let message = numbers.bytes(count, variety: count % 2 == 0 ? 256 : 3)
            let small = deflated(message, deflater)
            let pieces = stride(from: 0, to: small.count, by: size).map { start in
                Array(small[start..<min(start + size, small.count)])
            }
            #expect(try inflated(pieces, inflater) == message)
        }
    }

    @Test
    func `the limit is exact`() throws {
        let deflater = MessageDeflater(windowBits: 15)
        for size in [1, 100, 16_384, 16_385, 50_000] {
            deflater.reset()
            let small = deflated([UInt8](repeating: 7, count: size), deflater)
            let inflater = MessageInflater(windowBits: 15)
            #expect(try inflated([small], inflater, limit: size).count == size)
            inflater.reset()
            #expect(throws: DecompressionError.tooLarge) {
                try inflated([small], inflater, limit: size - 1)
            }
        }
    }

    @Test(
        "a message that ends too early is malformed",
        arguments: ["f248cd", "000500faff48", "f3"]
    )
    func truncated(digits: String) {
        #expect(throws: DecompressionError.self) {
            try inflated([bytes(digits)], MessageInflater(windowBits: 15))
        }
    }
}

import MockPostlyCompression
import Testing

@Suite
struct DecompressionTests {
    private static let text = Array(
        #"{"colours":["red","green","blue"],"note":"red, green and blue make white: größer"}"#.utf8
    )

    // Made with Python 3.11's zlib and gzip, and with Node 20's Brotli at quality 11.
    private static let deflate = bytes(
        "78daab564acecfc92f2d2a56b28a562a4a4d51d2514a2f4a4dcd03d24939a5a94ab13a4a"
            + "79f925a94a5620491d05b09c42625e8a0248562137313b55a13c23b324d50a287578dbe1"
            + "f9a9454ab500a1981d89"
    )
    private static let stored = bytes(
        "7801015400abff7b22636f6c6f757273223a5b22726564222c22677265656e222c22626c"
            + "7565225d2c226e6f7465223a227265642c20677265656e20616e6420626c7565206d616b"
            + "652077686974653a206772c3b6c39f6572227da1981d89"
    )
    private static let gzip = bytes(
        "1f8b0800000000000003ab564acecfc92f2d2a56b28a562a4a4d51d2514a2f4a4dcd03d2"
            + "4939a5a94ab13a4a79f925a94a5620491d05b09c42625e8a0248562137313b55a13c23b3"
            + "24d50a287578dbe1f9a9454ab5009d27cb1c54000000"
    )
    private static let named = bytes(
        "1f8b080800f1536502ff636f6c6f7572732e6a736f6e00ab564acecfc92f2d2a56b28a56"
            + "2a4a4d51d2514a2f4a4dcd03d24939a5a94ab13a4a79f925a94a5620491d05b09c42625e"
            + "8a0248562137313b55a13c23b324d50a287578dbe1f9a9454ab5009d27cb1c54000000"
    )
    private static let brotli = bytes(
        "1b5300208cd4598ddb7323543a94db5295cb0b69a98a45f64d148626b127ebd3d629279a"
            + "60005a51f313ddeefa46382e2399099de6128607afa4024395d4c7110d73ededa4c2ca71"
            + "e8c00f12abcef93f250f"
    )

    @Test func `a file that the build has packed is unpacked whole`() {
        #expect(Self.gzip.withUnsafeBytes { unpacked(gzip: $0) } == Self.text)
    }

    @Test(
        "other encoders are understood",
        arguments: [
            (deflate, .deflate), (stored, .deflate), (gzip, .gzip), (named, .gzip),
            (brotli, .brotli),
        ] as [([UInt8], ContentCoding)]
    )
    func foreign(body: [UInt8], coding: ContentCoding) throws {
        #expect(try decompress(body, coding, limit: 1000) == Self.text)
    }

    // As Node 20's createGunzip, createInflate and createBrotliDecompress have it.
    @Test(
        "what may follow a body",
        arguments: [
            (gzip + gzip, .gzip, text + text),
            (gzip + [0, 0, 0], .gzip, text),
            (gzip + [0] + gzip, .gzip, text),
            (deflate + [1, 2, 3], .deflate, text),
            (deflate + deflate, .deflate, text),
            (brotli + [1, 2, 3], .brotli, text),
        ] as [([UInt8], ContentCoding, [UInt8])]
    )
    func followed(body: [UInt8], coding: ContentCoding, expected: [UInt8]) throws {
        #expect(try decompress(body, coding, limit: 1000) == expected)
    }

    @Test(
        "what is not the coding is malformed, in the words of Node",
        arguments: [
            ([], .gzip, "unexpected end of file"),
            ([], .deflate, "unexpected end of file"),
            ([], .brotli, "unexpected end of file"),
            (text, .gzip, "incorrect header check"),
            (text, .deflate, "incorrect header check"),
            (deflate, .gzip, "incorrect header check"),
            (gzip, .deflate, "incorrect header check"),
            (Array(deflate.dropFirst(2)), .deflate, "incorrect header check"),
            (gzip + [1, 2, 3], .gzip, "incorrect header check"),
            (gzip + [0x1f, 0x8b], .gzip, "unexpected end of file"),
            (gzip + [0x1f, 0x8b, 0xff, 0xff], .gzip, "unknown compression method"),
            ([0x78, 0xbb, 0, 0, 0, 1, 0, 0, 0], .deflate, "Missing dictionary"),
            ([0x78, 0x01, 7], .deflate, "invalid block type"),
            ([0xff, 0xff, 0xff, 0xff], .brotli, "Decompression failed"),
        ] as [([UInt8], ContentCoding, String)]
    )
    func malformed(body: [UInt8], coding: ContentCoding, words: String) {
        #expect(throws: DecompressionError.malformed(words)) {
            try decompress(body, coding, limit: 1000)
        }
    }

    @Test(
        "a body that ends too early is malformed, wherever it ends",
        arguments: [
            (deflate, .deflate), (stored, .deflate), (gzip, .gzip), (named, .gzip),
            (brotli, .brotli),
        ] as [([UInt8], ContentCoding)]
    )
    func truncated(body: [UInt8], coding: ContentCoding) {
        for count in 0..<body.count {
            #expect(throws: DecompressionError.malformed("unexpected end of file")) {
                try decompress(Array(body.prefix(count)), coding, limit: 1000)
            }
        }
    }

    @Test("the checksums of a body are looked at", arguments: [deflate, stored])
    func deflateChecksum(body: [UInt8]) {
        for place in body.count - 4..<body.count {
            var body = body
            body[place] ^= 0x10
            #expect(throws: DecompressionError.malformed("incorrect data check")) {
                try decompress(body, .deflate, limit: 1000)
            }
        }
    }

    @Test
    func `the checksum and the length of a gzip body are looked at`() {
        for place in 1...8 {
            var body = Self.gzip
            body[body.count - place] ^= 0x10
            let what = place > 4 ? "data" : "length"
            #expect(throws: DecompressionError.malformed("incorrect \(what) check")) {
                try decompress(body, .gzip, limit: 1000)
            }
        }
    }

    @Test("the limit is exact", arguments: ContentCoding.allCases)
    func limit(coding: ContentCoding) throws {
        for size in [1, 100, 16_384, 16_385, 50_000] {
            let body = compress([UInt8](repeating: 7, count: size), coding)
            #expect(try decompress(body, coding, limit: size).count == size)
            #expect(throws: DecompressionError.tooLarge) {
                try decompress(body, coding, limit: size - 1)
            }
        }
        #expect(try decompress(compress([], coding), coding, limit: 0) == [])
    }

    @Test("the beginning of a body can be had", arguments: ContentCoding.allCases)
    func beginning(coding: ContentCoding) throws {
        let text = Array((0..<20_000).flatMap { "\($0) ".utf8 })
        let packed = compress(text, coding)
        let whole = try #require(decompressedStart(of: packed, coding, limit: text.count))
        #expect(whole.isWhole && whole.bytes == text)
        let part = try #require(decompressedStart(of: packed, coding, limit: 50_000))
        #expect(!part.isWhole && part.bytes == Array(text.prefix(50_000)))
        let half = Array(packed.prefix(packed.count / 2))
        let cut = try #require(decompressedStart(of: half, coding, limit: text.count))
        #expect(!cut.isWhole && !cut.bytes.isEmpty && text.starts(with: cut.bytes))
        #expect(decompressedStart(of: Array("[1, 2, 3]".utf8), coding, limit: 100) == nil)
    }

    @Test("a bomb does not go off", arguments: ContentCoding.allCases)
    func bomb(coding: ContentCoding) {
        let body = compress([UInt8](repeating: 0, count: 10_000_000), coding)
        #expect(body.count < 12_000)
        #expect(throws: DecompressionError.tooLarge) {
            try decompress(body, coding, limit: 300 * 1024)
        }
        // What is wrong behind the limit is not found.
        #expect(throws: DecompressionError.tooLarge) {
            try decompress(body.dropLast(1), coding, limit: 300 * 1024)
        }
    }

    @Test
    func `a bomb of many gzip bodies does not go off`() {
        let one = compress([UInt8](repeating: 0, count: 1000), .gzip)
        let body = (0..<400).flatMap { _ in one }
        #expect(throws: DecompressionError.tooLarge) {
            try decompress(body, .gzip, limit: 300 * 1024)
        }
    }

    @Test("damage is an error or changes nothing but the bytes", arguments: ContentCoding.allCases)
    func damaged(coding: ContentCoding) {
        var numbers = SeededBytes(2)
        let whole = compress(numbers.bytes(2000, variety: 20), coding)
        for _ in 0..<2000 {
            var body = whole
            for _ in 0...numbers.draw(3) {
                body[numbers.draw(body.count)] ^= UInt8(1 << numbers.draw(8))
            }
            do throws(DecompressionError) {
                #expect(try decompress(body, coding, limit: 5000).count <= 5000)
            } catch {
                #expect(error != .malformed(""))
            }
        }
    }
}

import MockPostlyCompression
import Testing

@Suite
struct CompressionTests {
    @Test("what is compressed comes back", arguments: ContentCoding.allCases)
    func roundTrip(coding: ContentCoding) throws {
        var numbers = SeededBytes(1)
        let sizes = [0, 1, 2, 3, 100, 1023, 1024, 16_383, 16_384, 16_385, 70_000, 300_000]
        for size in sizes {
            for variety in [1, 2, 40, 256] {
                let body = numbers.bytes(size, variety: variety)
                let small = compress(body, coding)
                #expect(try decompress(small, coding, limit: size) == body)
                #expect(compress(body, coding) == small)
                #expect(size < 1000 || variety > 40 || small.count < size)
            }
        }
    }

    @Test
    func `a gzip body has neither a name nor a time`() {
        let small = compress(Array("colours".utf8), .gzip)
        #expect(small.starts(with: [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))
        #expect(small.suffix(4) == [7, 0, 0, 0])
    }

    @Test
    func `a deflate body has the header of zlib`() {
        let small = compress(Array("colours".utf8), .deflate)
        #expect(small.starts(with: [0x78, 0x9c]))
    }

    @Test
    func `codings are called as HTTP calls them`() {
        #expect(ContentCoding.allCases.map(\.name) == ["br", "gzip", "deflate"])
    }
}

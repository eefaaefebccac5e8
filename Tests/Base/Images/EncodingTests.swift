import Testing

@testable import MockPostlyImages

@Suite
struct EncodingTests {
    /// A picture of as many colours as wanted, opaque or not.
    private func sample(_ width: Int, _ height: Int, colors: Int, alpha: Bool) throws -> Picture {
        var picture = try Picture(width: width, height: height, color: .white)
        for index in picture.pixels.indices {
            let value = index % colors
            picture.pixels[index] = Color(
                red: UInt8(value & 0xFF),
                green: UInt8(value >> 4 & 0xFF),
                blue: UInt8(value * 7 & 0xFF),
                alpha: alpha && value % 3 == 1 ? 100 : 255
            )
        }
        return picture
    }

    private func bigEndian(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    @Test(
        "PNG is indexed with as few bits as the colours need, or else true colour",
        arguments: [
            (1, false, 1, 3), (2, false, 1, 3), (3, false, 2, 3), (16, false, 4, 3),
            (17, false, 8, 3), (256, false, 8, 3), (256, true, 8, 3), (257, false, 8, 2),
            (257, true, 8, 6),
        ]
    )
    func png(colors: Int, alpha: Bool, depth: UInt8, type: UInt8) throws {
        let bytes = try encode(sample(41, 37, colors: colors, alpha: alpha), as: .png)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(bytes[12..<16].elementsEqual("IHDR".utf8))
        #expect(bigEndian(bytes[16..<20]) == 41)
        #expect(bigEndian(bytes[20..<24]) == 37)
        #expect(bytes[24] == depth)
        #expect(bytes[25] == type)
        #expect(bytes.suffix(8).prefix(4).elementsEqual("IEND".utf8))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("tRNS") == (alpha && type == 3))
    }

    @Test
    func `JPEG has its marks and its size`() throws {
        let bytes = try encode(sample(41, 37, colors: 900, alpha: true), as: .jpeg)
        #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(bytes.suffix(2) == [0xFF, 0xD9])
        // Baseline frame: length, precision, height, width, three components.
        let frame = try #require(
            bytes.indices.dropLast(10).first { bytes[$0...].starts(with: [0xFF, 0xC0]) }
        )
        #expect(bigEndian(bytes[frame + 5..<frame + 7]) == 37)
        #expect(bigEndian(bytes[frame + 7..<frame + 9]) == 41)
        #expect(bytes[frame + 9] == 3)
    }

    @Test(
        "WebP is exact for few colours, and carries alpha",
        arguments: [
            (20, false, "VP8L"), (20, true, "VP8L"), (900, false, "VP8 "), (900, true, "VP8X"),
        ]
    )
    func webp(colors: Int, alpha: Bool, chunk: String) throws {
        let bytes = try encode(sample(41, 37, colors: colors, alpha: alpha), as: .webp)
        #expect(bytes.starts(with: "RIFF".utf8))
        #expect(bytes[8..<12].elementsEqual("WEBP".utf8))
        #expect(bytes[12..<16].elementsEqual(chunk.utf8))
        #expect(bigEndian(bytes[4..<8].reversed()) == bytes.count - 8)
    }

    @Test(
        "every size can be written, the same bytes each time",
        arguments: ImageFormat.allCases
    )
    func sizes(format: ImageFormat) throws {
        for (width, height) in [(1, 1), (1, 300), (300, 1), (2, 3), (17, 16), (64, 65)] {
            for colors in [1, 5, 5000] {
                let picture = try sample(width, height, colors: colors, alpha: false)
                let bytes = try encode(picture, as: format)
                #expect(!bytes.isEmpty)
                #expect(try encode(picture, as: format) == bytes)
            }
        }
    }

    @Test
    func `transparency is white in a JPEG`() throws {
        let clear = try Picture(width: 30, height: 20, color: .clear)
        let white = try Picture(width: 30, height: 20, color: .white)
        #expect(try encode(clear, as: .jpeg) == encode(white, as: .jpeg))
        #expect(try encode(clear, as: .png) != encode(white, as: .png))
    }

    @Test
    func `formats know their names`() {
        #expect(ImageFormat.png.contentType == "image/png")
        #expect(ImageFormat.jpeg.contentType == "image/jpeg")
        #expect(ImageFormat.webp.contentType == "image/webp")
        #expect(ImageFormat(fileExtension: "JPG") == .jpeg)
        #expect(ImageFormat(fileExtension: "jpeg") == .jpeg)
        #expect(ImageFormat(fileExtension: "webp") == .webp)
        #expect(ImageFormat(fileExtension: "png") == .png)
        #expect(ImageFormat(fileExtension: "gif") == nil)
        #expect(ImageFormat(fileExtension: "") == nil)
    }
}

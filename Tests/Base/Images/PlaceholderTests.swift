import Testing

@testable import MockPostlyImages

@Suite
struct PlaceholderTests {
    /// The rows and columns that differ from the ground, or nil when all is ground.
    private func inked(_ picture: Picture) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        let ground = picture[0, 0]
        var columns: (first: Int, last: Int)?
        var rows: (first: Int, last: Int)?
        for index in picture.pixels.indices where picture.pixels[index] != ground {
            let (y, x) = index.quotientAndRemainder(dividingBy: picture.width)
            columns = (min(columns?.first ?? x, x), max(columns?.last ?? x, x))
            rows = (rows?.first ?? y, y)
        }
        guard let columns, let rows else { return nil }
        return (columns.first...columns.last, rows.first...rows.last)
    }

    @Test(
        "a text stands in the middle, clear of the sides",
        arguments: [
            (150, 150, "150 x 150"), (400, 300, "400 x 300"), (50, 50, "50 x 50"),
            (300, 40, "300 x 40"), (40, 300, "40 x 300"), (200, 120, "Two\nlines"),
            (200, 120, "a text with so many words that it has to be wrapped more than once"),
            (150, 60, "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente"),
            (120, 80, "gypj_|"),
        ]
    )
    func fit(width: Int, height: Int, text: String) throws {
        let picture = try Placeholder(width: width, height: height, text: text).picture()
        #expect(picture.width == width)
        #expect(picture.height == height)
        let ink = try #require(inked(picture))
        #expect(ink.columns.lowerBound > 0 && ink.columns.upperBound < width - 1)
        #expect(ink.rows.lowerBound > 0 && ink.rows.upperBound < height - 1)
        let middle = ink.columns.lowerBound + ink.columns.upperBound
        #expect(abs(middle - (width - 1)) <= 4)
        for corner in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
            #expect(picture[corner.0, corner.1] == Color(rgb: 0xCCCCCC))
        }
    }

    @Test
    func `the ink is black or white by contrast, or as asked`() throws {
        func darkest(_ background: String, _ foreground: String? = nil) throws -> Set<Color> {
            let picture = try Placeholder(
                width: 80,
                height: 60,
                background: #require(Color(css: background)),
                foreground: foreground.flatMap { Color(css: $0) },
                text: "HI",
                fontSize: 40
            ).picture()
            return Set(picture.pixels)
        }
        #expect(try darkest("cccccc").contains(.black))
        #expect(try darkest("282828").contains(.white))
        #expect(try !darkest("282828").contains(.black))
        #expect(try darkest("282828", "tomato").contains(Color(red: 255, green: 99, blue: 71)))
    }

    @Test
    func `a larger font size gives larger letters, until they would not fit`() throws {
        func height(_ size: Int?) throws -> Int {
            let placeholder = Placeholder(width: 300, height: 200, text: "Hex", fontSize: size)
            return try #require(inked(placeholder.picture())).rows.count
        }
        let (small, large) = (try height(12), try height(60))
        #expect((8...10).contains(small))
        #expect((42...46).contains(large))
        #expect(try height(5000) < 200)
        #expect(try height(5000) > large)
        #expect(try height(0) == height(nil))
        #expect(try height(-3) == height(nil))
        #expect(try height(Int.max) == height(5000))
    }

    @Test(
        "no text, or no room for one, leaves the ground alone",
        arguments: [
            (100, 100, ""), (100, 100, " \n\t "), (1, 1, "1 x 1"), (3, 100, "W"), (100, 3, "W"),
        ]
    )
    func plain(width: Int, height: Int, text: String) throws {
        let picture = try Placeholder(width: width, height: height, text: text).picture()
        #expect(picture.pixels.allSatisfy { $0 == Color(rgb: 0xCCCCCC) })
    }

    @Test
    func `any text is drawn somehow, and quickly given up where it is too long`() throws {
        let texts = [
            String(repeating: "long ", count: 4000), String(repeating: "W", count: 4000),
            "日本語", "👩‍👩‍👧‍👦 family", "مرحبا", "e\u{301}\u{302}\u{303}", "\u{0}\u{1}\u{7F}",
            "a\r\nb", "\u{202E}right to left", "\u{10FFFF}",
            String(repeating: "\n", count: 500) + "x",
        ]
        for text in texts {
            for (width, height) in [(90, 60), (9, 9)] {
                let picture = try Placeholder(width: width, height: height, text: text).picture()
                #expect(picture.pixels.count == width * height)
            }
        }
    }

    @Test
    func `the same picture is the same bytes, in every format`() throws {
        let placeholder = Placeholder(width: 90, height: 60, text: "Same")
        for format in ImageFormat.allCases {
            let file = try placeholder.file(as: format)
            #expect(try placeholder.file(as: format) == file)
        }
    }

    @Test
    func `a transparent ground stays transparent`() throws {
        let clear = Placeholder(width: 60, height: 40, background: .clear, text: "Hi")
        let picture = try clear.picture()
        #expect(picture[0, 0] == .clear)
        #expect(picture.pixels.contains { $0.alpha > 200 && $0.red == 0 })
    }

    @Test
    func `kerning brings letters together`() {
        guard let font = Font() else { return }
        let block = TextBlock("AV", in: font).unwrapped()
        let single = TextBlock("A", in: font).unwrapped()[0].width
        let other = TextBlock("V", in: font).unwrapped()[0].width
        #expect(block.count == 1)
        #expect(block[0].width <= single + other)
        if Font.isBuiltIn { #expect(block[0].width < single + other) }
    }

    @Test
    func `lines are broken at spaces, and within words only where asked`() throws {
        guard let font = Font() else { return }
        let block = TextBlock("one two  three\nfour", in: font)
        #expect(block.unwrapped().count == 2)
        #expect(block.wrapped(to: 100)?.count == 2)
        let narrow = try #require(block.wrapped(to: 3))
        #expect(narrow.count == 4)
        #expect(narrow.allSatisfy { $0.width <= 3 })
        #expect(block.wrapped(to: 1) == nil)
        let broken = try #require(block.wrapped(to: 1, breaksWords: true))
        #expect(broken.flatMap(\.glyphs).count == 15)
        #expect(broken.allSatisfy { $0.width <= 1 })
    }
}

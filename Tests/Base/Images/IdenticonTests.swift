import Testing

@testable import MockPostlyImages

@Suite
struct IdenticonTests {
    /// Digests that look random and repeat.
    private func digest(_ number: Int) -> [UInt8] {
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        return (0..<32).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 40)
        }
    }

    @Test
    func `the same digest gives the same picture, another another`() throws {
        var pictures: Set<Identicon> = []
        for number in 0..<200 {
            let icon = Identicon(digest: digest(number))
            #expect(icon == Identicon(digest: digest(number)))
            #expect(!icon.layers.isEmpty)
            pictures.insert(icon)
        }
        #expect(pictures.count == 200)
    }

    @Test
    func `a quarter turn leaves it as it is`() throws {
        for number in 0..<20 {
            let picture = try Identicon(digest: digest(number)).picture(size: 40)
            for y in 0..<40 {
                for x in 0..<40 {
                    let (a, b) = (picture[x, y], picture[39 - y, x])
                    #expect(abs(Int(a.alpha) - Int(b.alpha)) <= 34)
                }
            }
        }
    }

    @Test
    func `it stands on a transparent ground, clear of the sides, and fills some of it`() throws {
        for number in 0..<20 {
            let picture = try Identicon(digest: digest(number)).picture(size: 50)
            for index in 0..<50 {
                for side in [picture[index, 0], picture[0, index], picture[index, 49]] {
                    #expect(side.alpha == 0)
                }
            }
            let solid = picture.pixels.filter { $0.alpha == 255 }.count
            #expect(solid > 250)
        }
    }

    @Test
    func `SVG and raster show the same shapes in the same colours`() throws {
        for number in 0..<10 {
            let icon = Identicon(digest: digest(number))
            let svg = try icon.svg(size: 60)
            var drawn = try Picture(width: 60, height: 60, color: .clear)
            for (fill, data) in try paths(in: svg) {
                let path = try parsed(data).mapped { $0 * 0.6 }
                drawn.fill(path, try #require(Color(css: fill)))
            }
            let picture = try icon.picture(size: 60)
            for (a, b) in zip(drawn.pixels, picture.pixels) {
                #expect(abs(Int(a.alpha) - Int(b.alpha)) <= 16)
                if a.alpha == 255, b.alpha == 255 {
                    #expect(abs(Int(a.red) - Int(b.red)) <= 4)
                    #expect(abs(Int(a.blue) - Int(b.blue)) <= 4)
                }
            }
        }
    }

    @Test
    func `the SVG names its size and is made of paths`() throws {
        let svg = try Identicon(digest: digest(1)).svg(size: 128)
        #expect(
            svg.hasPrefix(
                #"<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 100 100">"#
            )
        )
        #expect(svg.hasSuffix("</svg>"))
        #expect(svg.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        // Every element closes itself, so nothing is left open.
        #expect(svg.split(separator: "<").count == svg.split(separator: "/>").count + 1)
    }

    @Test("sizes out of range are refused", arguments: [0, -1, 1001, Int.max])
    func sizes(size: Int) {
        let icon = Identicon(digest: digest(1))
        #expect(throws: ImageError.size(width: size, height: size)) { try icon.picture(size: size) }
        #expect(throws: ImageError.size(width: size, height: size)) { try icon.svg(size: size) }
    }

    @Test
    func `the smallest size and a short digest are drawn too`() throws {
        #expect(try Identicon(digest: digest(1)).picture(size: 1).pixels.count == 1)
        #expect(try Identicon(digest: []).picture(size: 8).pixels.count == 64)
    }

    /// The fill and the data of each path element.
    private func paths(in svg: String) throws -> [(String, String)] {
        svg.split(separator: "<path ").dropFirst().map { element in
            let parts = element.split(separator: "\"", omittingEmptySubsequences: false)
            return (String(parts[1]), String(parts[3]))
        }
    }

    /// Reads path data that has only M, L, C and Z, with absolute coordinates.
    private func parsed(_ data: String) throws -> Path {
        var path = Path()
        var rest = data[...]
        while let command = rest.popFirst() {
            let text = rest.prefix { !$0.isLetter }
            rest = rest.dropFirst(text.count)
            let numbers = try text.split(separator: " ").map { try #require(Double($0)) }
            let points = stride(from: 0, to: numbers.count, by: 2).map {
                Point(numbers[$0], numbers[$0 + 1])
            }
            switch command {
            case "M": path.move(to: points[0])
            case "L": path.line(to: points[0])
            case "C": path.curve(by: points[0], points[1], to: points[2])
            default: #expect(command == "Z")
            }
        }
        return path
    }
}

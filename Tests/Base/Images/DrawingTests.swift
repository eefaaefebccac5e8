import Testing

@testable import MockPostlyImages

@Suite
struct DrawingTests {
    private func picture(
        _ width: Int,
        _ height: Int,
        _ path: Path,
        _ paint: Paint = .color(.black)
    ) throws -> Picture {
        var picture = try Picture(width: width, height: height, color: .white)
        picture.fill(path, paint)
        return picture
    }

    @Test
    func `a rectangle on whole pixels fills them and no others`() throws {
        let picture = try picture(6, 5, .rectangle(x: 1, y: 2, width: 3, height: 2))
        for y in 0..<5 {
            for x in 0..<6 {
                let isInside = (1..<4).contains(x) && (2..<4).contains(y)
                #expect(picture[x, y] == (isInside ? .black : .white))
            }
        }
    }

    @Test
    func `a pixel that is covered in part takes that part of the colour`() throws {
        let picture = try picture(4, 4, .rectangle(x: 1.25, y: 1.5, width: 1.75, height: 1.5))
        #expect(picture[1, 1] == Color(red: 159, green: 159, blue: 159))  // 3/4 × 1/2
        #expect(picture[2, 1] == Color(red: 127, green: 127, blue: 127))  // 1 × 1/2
        #expect(picture[1, 2] == Color(red: 64, green: 64, blue: 64))  // 3/4 × 1
        #expect(picture[2, 2] == .black)
        #expect(picture[3, 2] == .white)
        #expect(picture[2, 3] == .white)
    }

    @Test
    func `what lies outside the picture is cut off`() throws {
        let all = try picture(3, 3, .rectangle(x: -1000, y: -1000, width: 5000, height: 5000))
        #expect(all.pixels.allSatisfy { $0 == .black })
        let left = try picture(3, 3, .rectangle(x: -5, y: -5, width: 6, height: 20))
        #expect(left.pixels.filter { $0 == .black }.count == 3)
        #expect(left[0, 1] == .black)
        let right = try picture(3, 3, .rectangle(x: 2, y: -5, width: 60, height: 20))
        #expect(right[2, 2] == .black)
        #expect(right[1, 2] == .white)
        for outside in [
            Path.rectangle(x: 5, y: 0, width: 2, height: 2),
            .rectangle(x: -5, y: 0, width: 2, height: 2),
            .rectangle(x: 0, y: 5, width: 2, height: 2),
            .rectangle(x: 0, y: -5, width: 2, height: 2), Path(), Path(Point(1, 1)),
            Path(Point(1, 1), Point(2, 2)),
        ] {
            #expect(try picture(3, 3, outside).pixels.allSatisfy { $0 == .white })
        }
    }

    @Test
    func `a slanted side covers half of what it crosses`() throws {
        let picture = try picture(8, 8, Path(Point(0, 0), Point(8, 8), Point(0, 8)))
        for index in 0..<8 {
            #expect(picture[index, index] == Color(red: 127, green: 127, blue: 127))
            if index > 0 { #expect(picture[index - 1, index] == .black) }
            if index < 7 { #expect(picture[index + 1, index] == .white) }
        }
    }

    @Test
    func `the area of a disc comes out right, and that of a ring`() throws {
        func area(_ picture: Picture) -> Double {
            picture.pixels.reduce(0) { $0 + Double(255 - Int($1.red)) / 255 }
        }
        let center = Point(20.3, 19.6)
        let disc = Path.circle(center, 15)
        #expect(abs(area(try picture(40, 40, disc)) - .pi * 225) < 2)
        var ring = disc
        ring.add(.ellipse(center, width: 9, height: 9, isHole: true))
        let drawn = try picture(40, 40, ring)
        #expect(abs(area(drawn) - .pi * (225 - 81)) < 2)
        #expect(drawn[20, 20] == .white)
    }

    @Test
    func `coordinates that are no numbers, or far away, draw nothing`() throws {
        for bad in [Double.nan, .infinity, -.infinity, 1e300] {
            let path = Path(Point(0, 0), Point(bad, 4), Point(4, bad))
            #expect(try picture(4, 4, path).pixels.allSatisfy { $0 == .white })
        }
    }

    @Test
    func `a gradient goes from one colour to the other and no further`() throws {
        let ends = (from: Point(2, 0), to: Point(8, 0))
        let paint = Paint.linear(
            from: ends.from,
            .black,
            to: ends.to,
            Color(red: 200, green: 100, blue: 50)
        )
        let picture = try picture(10, 2, .rectangle(x: 0, y: 0, width: 10, height: 2), paint)
        #expect(picture[0, 0] == .black)
        #expect(picture[9, 1] == Color(red: 200, green: 100, blue: 50))
        for x in 1..<10 { #expect(picture[x, 0].red >= picture[x - 1, 0].red) }
        #expect(picture[4, 0] == picture[4, 1])
    }

    @Test
    func `a gradient around a point is the same in all directions`() throws {
        let paint = Paint.radial(center: Point(4.5, 4.5), radius: 4, .white, .black)
        let picture = try picture(9, 9, .rectangle(x: 0, y: 0, width: 9, height: 9), paint)
        #expect(picture[4, 4] == .white)
        #expect(picture[0, 0] == .black)
        #expect(picture[2, 4] == picture[6, 4])
        #expect(picture[2, 4] == picture[4, 6])
    }

    @Test(
        "sides out of range are refused",
        arguments: [(0, 5), (5, 0), (-1, 5), (4001, 5), (5, 4001), (Int.max, Int.max), (0, 0)]
    )
    func sides(width: Int, height: Int) {
        #expect(throws: ImageError.size(width: width, height: height)) {
            try Picture(width: width, height: height, color: .white)
        }
    }
}

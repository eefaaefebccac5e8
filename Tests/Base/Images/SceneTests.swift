import Testing

@testable import MockPostlyImages

@Suite
struct SceneTests {
    @Test("a subject is drawn at every shape of picture", arguments: SceneSubject.allCases)
    func subjects(subject: SceneSubject) throws {
        for (width, height) in [(48, 48), (60, 30), (20, 60), (1, 1), (200, 2), (2, 100)] {
            let picture = try drawScene(seed: 5, width: width, height: height, subject: subject)
            #expect(picture.width == width)
            #expect(picture.height == height)
            #expect(picture.pixels.allSatisfy { $0.alpha == 255 })
        }
    }

    @Test
    func `the same seed gives the same picture, another another`() throws {
        var pictures: Set<Picture> = []
        for seed in 0..<12 as Range<UInt64> {
            let picture = try drawScene(seed: seed, width: 24, height: 16)
            #expect(try drawScene(seed: seed, width: 24, height: 16) == picture)
            #expect(Set(picture.pixels).count > 20)
            pictures.insert(picture)
        }
        #expect(pictures.count == 12)
    }

    @Test(
        "the average is the base colour",
        arguments: ["tomato", "navy", "7c7a60", "lightgreen", "808080", "black", "white", "010203"]
    )
    func base(name: String) throws {
        let base = try #require(Color(css: name))
        for seed in 0..<4 as Range<UInt64> {
            let average = try drawScene(seed: seed, width: 30, height: 20, base: base).averageColor
            #expect(abs(Int(average.red) - Int(base.red)) <= 2)
            #expect(abs(Int(average.green) - Int(base.green)) <= 2)
            #expect(abs(Int(average.blue) - Int(base.blue)) <= 2)
        }
    }

    @Test
    func `a caption changes the lower part only`() throws {
        let plain = try drawScene(seed: 3, width: 180, height: 120)
        let named = try drawScene(seed: 3, width: 180, height: 120, text: "Apple pie")
        #expect(plain != named)
        #expect(plain.pixels[..<(72 * 180)] == named.pixels[..<(72 * 180)])
        #expect(named.pixels[(72 * 180)...].contains { $0.red > 200 && $0.blue > 200 })
        #expect(try drawScene(seed: 3, width: 180, height: 120, text: "") == plain)
    }

    @Test
    func `each thing that a product may be is another picture`() throws {
        let pictures = try SceneObject.allCases.map { object in
            try drawScene(seed: 7, width: 40, height: 40, subject: .product, object: object)
        }
        #expect(Set(pictures).count == SceneObject.allCases.count)
        let free = try drawScene(seed: 7, width: 40, height: 40, subject: .product)
        #expect(pictures.contains(free))
    }

    @Test(arguments: SceneSubject.allCases)
    func `a picture from nearer has the same colours and no empty edge`(
        subject: SceneSubject
    ) throws {
        let whole = try drawScene(seed: 7, width: 60, height: 60, subject: subject)
        let near = try drawScene(seed: 7, width: 60, height: 60, subject: subject, zoom: 1.5)
        #expect(near != whole)
        let (one, other) = (whole.averageColor, near.averageColor)
        #expect(abs(Int(one.red) - Int(other.red)) < 50)
        #expect(abs(Int(one.blue) - Int(other.blue)) < 50)
        for place in 0..<60 {
            for edge in [near[place, 0], near[place, 59], near[0, place], near[59, place]] {
                #expect(edge != .white)
            }
        }
    }

    @Test
    func `a side out of range is refused`() {
        #expect(throws: ImageError.size(width: 0, height: 10)) {
            try drawScene(seed: 1, width: 0, height: 10)
        }
        #expect(throws: ImageError.size(width: 10, height: 4001)) {
            try drawScene(seed: 1, width: 10, height: 4001)
        }
    }
}

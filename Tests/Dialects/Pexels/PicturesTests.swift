import MockPostlyHTTP
import MockPostlyImages
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import PexelsContent
import Testing

@testable import PexelsDialect

/// The pictures that answers link to.
@Suite
struct PicturesTests {
    private let api = Pexels.fresh()
    private let path = "/photos/100001/pexels-photo-100001.jpeg"

    /// Width and height of a JPEG file: those of its frame header (ITU-T T.81, B.2.2).
    private func size(ofJPEG file: [UInt8]) throws -> [Int] {
        #expect(file.starts(with: [0xFF, 0xD8, 0xFF]) && file.suffix(2) == [0xFF, 0xD9])
        var place = 2
        while place + 9 < file.count, file[place] == 0xFF {
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            if [0xC0, 0xC1, 0xC2].contains(file[place + 1]) {
                let number = { Int(file[place + $0]) << 8 | Int(file[place + $0 + 1]) }
                return [number(7), number(5)]
            }
            place += 2 + length
        }
        throw NoRequest()
    }

    @Test(arguments: ["landscape", "portrait", "square"])
    func `the eight sizes of a photo`(orientation: String) throws {
        let search = "/v1/search?query=nature&per_page=1&orientation=\(orientation)"
        let photo = try #require(try api.get(search).photos.first)
        let whole = try [#require(photo["width"]?.int), #require(photo["height"]?.int)].map(
            Double.init
        )
        let sizes = try #require(photo["src"]).members
        #expect(sizes.count == 8)
        for (name, link) in sizes {
            let target = String(try #require(link.string).dropFirst("http://localhost:8080".count))
            let answer = try api.answer("GET", target)
            #expect(answer.status == 200 && answer["Content-Type"] == "image/jpeg")
            let size = try size(ofJPEG: answer.body)
            let scale = min(940 / whole[0], 650 / whole[1])
            let fitted = whole.map { Int(($0 * scale).rounded()) }
            let expected: [Int] =
                switch name {
                case "large2x": fitted.map { $0 * 2 }
                case "large": fitted
                case "medium": [Int((whole[0] * 350 / whole[1]).rounded()), 350]
                case "small": [Int((whole[0] * 130 / whole[1]).rounded()), 130]
                case "portrait": [800, 1200]
                case "landscape": [1200, 627]
                case "tiny": [280, 200]
                default: whole.map { Int(($0 * min(2048 / max(whole[0], whole[1]), 1)).rounded()) }
                }
            #expect(size == expected, "\(name)")
        }
    }

    @Test
    func `the same photo in the same size is the same file`() throws {
        let first = try api.answer("GET", path + "?h=100")
        let forgetful = Pexels.fresh(usesCaches: false)
        for api in [api, .fresh(), forgetful, forgetful] {
            #expect(try api.answer("GET", path + "?auto=compress&h=100").body == first.body)
        }
        #expect(try api.answer("GET", path + "?h=101").body != first.body)
        let other = "/photos/100002/pexels-photo-100002.jpeg?h=100"
        #expect(try api.answer("GET", other).body != first.body)
    }

    @Test
    func `a drawn picture is remembered`() throws {
        let request = try Request.asking("GET", Array("\(path)?h=30".utf8))
        guard case .later = try api.respond(to: request).reply else {
            Issue.record("it was not left to the worker")
            return
        }
        _ = try api.answer(request)
        guard case .now = try api.respond(to: request).reply else {
            Issue.record("it was drawn again")
            return
        }
    }

    @Test
    func `its headers, and an answer without it`() throws {
        let first = try api.answer("GET", path + "?fit=crop&w=40&h=30")
        #expect(first["Cache-Control"] == "public, max-age=31536000, immutable")
        let tag = try #require(first["ETag"])
        #expect(tag == #""100001-40x30""#)
        #expect(first["X-Ratelimit-Limit"] == nil && first["Access-Control-Allow-Origin"] == "*")
        for known in [tag, "*", "W/\(tag)", "\"a\", \(tag)", "\"a\" ,W/\(tag) "] {
            let fields = [("If-None-Match", known)]
            let answer = try api.answer("GET", path + "?fit=crop&w=40&h=30", fields)
            #expect(answer.status == 304 && answer.body.isEmpty && answer["ETag"] == tag)
            #expect(answer["Cache-Control"] == first["Cache-Control"])
            #expect(answer["Content-Type"] == nil)
        }
        for unknown in ["\"a\"", "", "100001-40x30", "\"100001-40x31\""] {
            let fields = [("If-None-Match", unknown)]
            #expect(try api.answer("GET", path + "?fit=crop&w=40&h=30", fields).status == 200)
        }
    }

    @Test
    func `HEAD has the headers of GET`() throws {
        let get = try api.answer("GET", path + "?h=30")
        let head = try api.answer("HEAD", path + "?h=30")
        #expect(head.status == 200 && head.fields == get.fields)
        #expect(head.body.count == get.body.count)
    }

    @Test
    func `every photo has a subject, and its colour on the average`() throws {
        for photo in PhotoCatalogue.standard.photos {
            let subject = SceneSubject(tags: photo.tags)
            let isThing = ["still life", "work", "texture"].contains(photo.tags[0])
            #expect((subject == .product) == isThing)
            let drawing = Drawing(photo: photo, size: PictureSize(of: photo, Query("h=40".utf8)))
            let average = try drawing.picture().averageColor
            let color = photo.color
            for (drawn, wanted) in [
                (average.red, color.red), (average.green, color.green), (average.blue, color.blue),
            ] {
                #expect(abs(Int(drawn) - Int(wanted)) < 24, "\(photo.id) \(photo.title)")
            }
        }
    }

    /// The mean of each cell of a grid over a picture.
    private func cells(_ picture: Picture) -> [Int] {
        let (columns, rows) = (12, 8)
        var sums = [Int](repeating: 0, count: columns * rows * 3)
        var counts = [Int](repeating: 0, count: columns * rows)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let cell = y * rows / picture.height * columns + x * columns / picture.width
                let pixel = picture[x, y]
                sums[cell * 3] += Int(pixel.red)
                sums[cell * 3 + 1] += Int(pixel.green)
                sums[cell * 3 + 2] += Int(pixel.blue)
                counts[cell] += 1
            }
        }
        return sums.enumerated().map { $1 / max(counts[$0 / 3], 1) }
    }

    @Test
    func `a photo shows the same in all sizes`() throws {
        // A scene has so many things as its shape has room for; the shapes of the photos are such
        // that rounding to pixels does not change that.
        var shapes: Set<[Int]> = []
        for photo in PhotoCatalogue.standard.photos {
            let shape = [photo.width, photo.height]
            guard SceneSubject(tags: photo.tags) == .sea, shapes.insert(shape).inserted else {
                continue
            }
            let grids = try ["h=130", "h=350", "h=650&w=940"].map { query in
                let size = PictureSize(of: photo, Query(query.utf8))
                return cells(try Drawing(photo: photo, size: size).picture())
            }
            for grid in grids.dropFirst() {
                let difference = zip(grids[0], grid).reduce(0) { $0 + abs($1.0 - $1.1) }
                #expect(difference < grid.count * 3, "\(photo.id) \(photo.title) \(shape)")
            }
        }
        #expect(shapes.count > 8)
    }
}

import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

/// Pictures that are drawn once, for all dialects of a world.
@Suite
struct PictureCacheTests {
    /// A picture of so many bytes, all of them its number.
    private struct Order: PictureOrder {
        var number: UInt8
        var size = 1000
        var fails = false
        var textBytes = 0
        var width: Int { 10 }
        var height: Int { 10 }

        func drawn() throws -> PictureFile {
            if fails { throw NoMemory() }
            return PictureFile(Array(repeating: number, count: size), tag: "\"\(number)\"")
        }
    }

    private struct NoMemory: Error {}

    private let budget = CacheBudget(limit: 100_000)

    /// The answer to an order, and whether the picture had to be drawn for it.
    private func ask(
        _ order: some PictureOrder,
        _ pictures: PictureCache?
    ) throws -> (response: Response, isDrawn: Bool) {
        let reply = try order.reply(from: pictures) { $0?.response ?? Response(status: 503) }
        if case .now(let response) = reply { return (response, false) }
        return (try reply.response, true)
    }

    @Test
    func `a picture is drawn once, and the same again`() throws {
        let pictures = PictureCache(budget, isOn: true)
        for number in UInt8(1)...3 {
            let first = try ask(Order(number: number), pictures)
            let second = try ask(Order(number: number), pictures)
            #expect(first.isDrawn && !second.isDrawn)
            #expect(first.response.body == second.response.body)
            #expect(first.response.body == Array(repeating: number, count: 1000))
        }
        #expect(budget.count == 3 && budget.bytes > 3000)
        pictures.forgetAll()
        #expect(budget.count == 0 && budget.bytes == 0)
        #expect(try ask(Order(number: 1), pictures).isDrawn)
    }

    @Test
    func `without caches, or without a cache, it is drawn each time`() throws {
        let pictures = PictureCache(budget, isOn: false)
        for _ in 1...2 {
            #expect(try ask(Order(number: 1), pictures).isDrawn)
            #expect(try ask(Order(number: 1), nil).isDrawn)
        }
        #expect(budget.count == 0)
    }

    @Test
    func `one that could not be drawn is drawn at the next request`() throws {
        let pictures = PictureCache(budget, isOn: true)
        for _ in 1...2 {
            let (response, isDrawn) = try ask(Order(number: 1, fails: true), pictures)
            #expect(response.status == 503 && isDrawn)
        }
        #expect(budget.count == 0)
    }

    @Test
    func `what is too large is not kept, and what is kept has its limit`() throws {
        let large = CacheBudget(limit: 1 << 30)
        let pictures = PictureCache(large, isOn: true)
        _ = try ask(Order(number: 1, size: (4 << 20) + 1), pictures)
        #expect(large.count == 0)
        _ = try ask(Order(number: 1, size: 4 << 20), pictures)
        #expect(large.count == 1)

        let few = PictureCache(budget, isOn: true)
        for number in UInt8(0)...200 { _ = try ask(Order(number: number), few) }
        #expect(budget.bytes <= budget.limit && budget.evictions > 100)
        #expect(try !ask(Order(number: 200), few).isDrawn)
        #expect(try ask(Order(number: 0), few).isDrawn)
    }

    @Test
    func `orders of different kinds are different pictures, texts count as memory`() throws {
        let budget = CacheBudget()
        let pictures = PictureCache(budget, isOn: true)
        _ = try ask(Order(number: 1), pictures)
        let cover = PictureDrawing(.cover, inPlaceOf: "a".utf8)
        let drawn = try ask(cover, pictures)
        #expect(drawn.isDrawn && drawn.response.body.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(try !ask(cover, pictures).isDrawn)
        let before = budget.bytes
        _ = try ask(Order(number: 2, textBytes: 5000), pictures)
        #expect(budget.bytes > before + 5_000)
    }

    @Test
    func `a cache that is gone leaves nothing behind`() throws {
        var pictures: PictureCache? = PictureCache(budget, isOn: true)
        _ = try ask(Order(number: 1), pictures)
        #expect(budget.count == 1)
        pictures = nil
        #expect(budget.count == 0 && budget.bytes == 0)
    }
}

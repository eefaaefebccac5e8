import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// Searching the texts of records.
@Suite
struct SearchTextsTests {
    private func naive(_ needle: [UInt8], _ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes.count >= needle.count + start else { return nil }
        return (start...(bytes.count - needle.count)).first {
            bytes[$0...].starts(with: needle)
        }
    }

    private func fast(_ needle: [UInt8], _ bytes: [UInt8], _ start: Int) -> Int? {
        // Just these bytes: what is read behind them is not there.
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        defer { copy.deallocate() }
        _ = copy.initialize(from: bytes)
        return firstPlace(
            of: needle,
            in: UnsafeBufferPointer(copy),
            from: start,
            before: bytes.count
        )
    }

    @Test
    func `a place is found as one by one`() {
        var random = RandomSource(seed: 11)
        for size in 0...200 {
            for letters in [2, 3, 26] {
                let bytes = (0..<size).map { _ in UInt8(97 + random.below(letters)) }
                let length = 1 + random.below(random.below(4) == 0 ? 40 : 4)
                var needle = (0..<length).map { _ in UInt8(97 + random.below(letters)) }
                if size > length, random.below(2) == 0 {
                    let from = random.below(size - length)
                    needle = Array(bytes[from..<(from + length)])
                }
                let start = random.below(size + 3)
                #expect(fast(needle, bytes, start) == naive(needle, bytes, start))
                #expect(fast(needle, bytes, 0) == naive(needle, bytes, 0))
            }
        }
    }

    @Test
    func `a needle at either end is found, and a longer one is not`() {
        for size in 1...64 {
            let bytes = (0..<size).map { UInt8($0) }
            #expect(fast([UInt8(size - 1)], bytes, 0) == size - 1)
            #expect(fast(bytes, bytes, 0) == 0)
            #expect(fast(bytes + [9], bytes, 0) == nil)
            #expect(fast([0], bytes, 1) == nil)
        }
    }

    private static let posts = [
        "Love and peace", "The GLOVE is off", "Äpfel für Zoë", "well-known", "end lov", "e start",
    ].enumerated().map { #"{"id":\#($0 + 1),"title":"love","body":"\#($1)","tags":["love"]}"# }

    @Test(
        arguments: [
            ("love", [1, 2]), ("LOVE", [1, 2]), ("%20love%20", [1, 2]), ("", [1, 2, 3, 4, 5, 6]),
            ("%C3%84PFEL", [3]), ("zo%C3%AB", [3]), ("known", [4]), ("well-known", []),
            ("is-off", [2]), ("nothing", []), ("e", [1, 2, 3, 4, 5, 6]), ("%FF", []), ("%00", []),
        ] as [(String, [Int64])]
    )
    func `posts are found by their body alone`(query: String, ids: [Int64]) throws {
        let api = try DummyJSON.fresh([.posts: Self.posts.joined(separator: ",")])
        let answer = try api.get("/posts/search?q=\(query)").json
        #expect(answer["posts"]?.elements.compactMap { $0["id"]?.int } == ids)
        #expect(answer["total"]?.int == Int64(ids.count))
    }

    @Test(
        arguments: [
            ("/users/search?q=ann", "users", [1]), ("/users/search?q=lee", "users", [1, 2]),
            ("/users/search?q=x.example", "users", [1, 2]), ("/users/search?q=bobby", "users", [2]),
            ("/users/search?q=ann%20lee", "users", []), ("/users/search?q=secret", "users", []),
            ("/products/search?q=mint", "products", [1, 2]),
            ("/products/search?q=acme", "products", []),
            ("/recipes/search?q=soup", "recipes", [1]), ("/recipes/search?q=hot", "recipes", []),
        ] as [(String, String, [Int64])]
    )
    func `which members are searched`(target: String, kind: String, ids: [Int64]) throws {
        let api = try DummyJSON.fresh([
            .users: #"""
            {"id":1,"firstName":"Ann","lastName":"Lee","email":"al@x.example","username":"al",\#
            "password":"secret"},\#
            {"id":2,"firstName":"Bob","lastName":"Lee","email":"bl@x.example","username":"bobby"}
            """#,
            .products: #"{"id":1,"title":"Mint","description":"a","brand":"Acme"},"#
                + #"{"id":2,"title":"b","description":"MINTY"}"#,
            .recipes: #"{"id":1,"name":"Tomato soup","tags":["hot"]}"#,
        ])
        let answer = try api.get(target).json
        #expect(answer[kind]?.elements.compactMap { $0["id"]?.int } == ids)
    }

    @Test
    func `a text does not go over the end of its record`() throws {
        let api = try DummyJSON.fresh([.posts: Self.posts.joined(separator: ",")])
        #expect(try api.get("/posts/search?q=lov").json["total"]?.int == 3)
        #expect(try api.get("/posts/search?q=offä").json["total"]?.int == 0)
    }

    @Test
    func `what is written is found, and what is deleted is not`() throws {
        let api = try DummyJSON.fresh([.posts: Self.posts[0], .users: #"{"id":1}"#]) {
            $0.writes = .keep
        }
        let total = { try api.get("/posts/search?q=peace").json["total"]?.int }
        #expect(try total() == 1)
        _ = try api.send("POST", "/posts/add", #"{"userId":1,"body":"More peace"}"#)
        #expect(try total() == 2)
        _ = try api.answer("DELETE", "/posts/1")
        #expect(try total() == 1)
        _ = try api.send("PUT", "/posts/2", #"{"body":"War"}"#)
        #expect(try total() == 0)
    }
}

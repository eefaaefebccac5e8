import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

@Suite struct QueryTests {
    private func pairs(_ text: String) -> [[String]] {
        Query(bytes(text)).pairs.map { [$0.name, $0.value] }
    }

    @Test(
        arguments: [
            ("", []), ("&", []), ("&&&", []), ("a", [["a", ""]]), ("a=", [["a", ""]]),
            ("=", [["", ""]]), ("=a", [["", "a"]]), ("a=b", [["a", "b"]]), ("a==b", [["a", "=b"]]),
            ("a=b=c", [["a", "b=c"]]), ("&a=b&", [["a", "b"]]), ("a&&b", [["a", ""], ["b", ""]]),
            ("a=1&a=2", [["a", "1"], ["a", "2"]]), ("a=1;b=2", [["a", "1;b=2"]]),
            ("a=1&amp;b=2", [["a", "1"], ["amp;b", "2"]]), ("p%61ge=2", [["page", "2"]]),
            ("a%3Db=c%26d", [["a=b", "c&d"]]), ("a+b=c+d", [["a b", "c d"]]),
            ("page=%zz", [["page", "%zz"]]), ("a[]=1", [["a[]", "1"]]),
            ("a?b=/c?", [["a?b", "/c?"]]),
            ("q=c++&x", [["q", "c  "], ["x", ""]]), ("caf%C3%A9=%E7%8C%AB", [["café", "猫"]]),
        ] as [(String, [[String]])]
    )
    func `a query is split, then decoded`(_ written: String, _ expected: [[String]]) {
        #expect(pairs(written) == expected)
    }

    @Test func `the first of equal names counts and names are case-sensitive`() {
        let query = Query(bytes("a=1&A=2&a=3&b&%4b=4"))
        #expect(query["a"] == "1")
        #expect(query["A"] == "2")
        #expect(query["b"] == "")
        #expect(query["c"] == nil)
        #expect(query["K"] == "4")
        // The Kelvin sign, which is canonically a K.
        #expect(query["\u{212a}"] == nil)
    }

    @Test func `a request has its query, and a body can be one`() throws {
        let request = try request(post("Content-Length: 7\r\n", "a=1&b+="))
        #expect(Query(request.rawQuery).pairs.isEmpty)
        #expect(Query(request.body)["b "] == "")
        #expect(Query(request.body.reversed())["1"] == "a")
        let list = try MockPostlyHTTPTests.request(get("/api/posts?page=2&limit=%31%30"))
        #expect(Query(list.rawQuery)["page"] == "2" && Query(list.rawQuery)["limit"] == "10")
    }

    @Test func `drawn pairs survive encoding and splitting`() {
        var draw = Draw(seed: 13)
        let letters = Array("ab&=+%;? \u{e9}\u{1f98a}\u{0}")
        for _ in 0..<1000 {
            let pairs = (0..<draw.below(5)).map { _ in
                (0..<2).map { part in
                    String(
                        (0..<(1 - part + draw.below(6))).map { _ in
                            letters[draw.below(letters.count)]
                        }
                    )
                }
            }
            let pieces = pairs.map { encoded($0[0], &draw) + bytes("=") + encoded($0[1], &draw) }
            let query = Query(Array(pieces.joined(separator: bytes("&"))))
            #expect(query.pairs.map { [$0.name, $0.value] } == pairs)
        }
    }
}

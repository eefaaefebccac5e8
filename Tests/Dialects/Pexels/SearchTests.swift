import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import PexelsContent
import Testing

@testable import PexelsDialect

/// `/v1/search`.
@Suite
struct SearchTests {
    private let api = Pexels.fresh()

    @Test
    func `the request of the iOS client, with a space in three spellings`() throws {
        let spellings = ["calm%20lake", "calm+lake", "calm%20%20lake+"]
        let answers = try spellings.map { try api.get("/v1/search?query=\($0)&per_page=6") }
        for answer in answers {
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "application/json; charset=utf-8")
            #expect(try answer.photos.count == 6)
            for photo in try answer.photos {
                #expect(photo["id"]?.int != nil && photo["alt"]?.string != nil)
                #expect(photo["photographer"]?.string?.isEmpty == false)
                #expect(photo["photographer_url"]?.string?.hasPrefix("https://") == true)
                for size in ["medium", "large"] {
                    let link = photo["src"]?[size]?.string
                    #expect(link?.hasPrefix("http://localhost:8080/photos/") == true)
                }
            }
        }
        #expect(answers[0].body == answers[1].body)
    }

    @Test(
        arguments: [
            "caf\u{E9}", "caf%C3%A9", "caf%E9", "100%", "50%+off", "%zz", "%", "a%00b", "a%2", "日本",
            "%F0%9F%8C%8A", "a=b=c", "a&&&", "'\"<>\\", "a;b", "%ED%A0%80",
        ]
    )
    func `no escape is too odd`(query: String) throws {
        let answer = try api.get("/v1/search?query=\(query)&per_page=3")
        #expect(answer.status == 200)
        #expect(try answer.photos.count == 3)
    }

    @Test
    func `raw bytes are taken as they are`() throws {
        let fields = [("Authorization", "k")]
        let raw = Array("/v1/search?query=caf".utf8)
        let good = try api.answer(.asking("GET", raw + [0xC3, 0xA9], fields))
        #expect(good.body == (try api.get("/v1/search?query=caf%C3%A9").body))
        // Latin 1, which is no UTF-8.
        #expect(try api.answer(.asking("GET", raw + [0xE9], fields)).status == 200)
    }

    @Test(arguments: ["", "?", "?query", "?query=", "?query=+%20%09", "?Query=sea", "?q=sea"])
    func `without a query it is 400`(rest: String) throws {
        let answer = try api.get("/v1/search\(rest)")
        #expect(answer.status == 400)
        #expect(answer.text == #"{"status":400,"code":"Bad Request"}"#)
    }

    @Test
    func `words are found whatever their case and their spaces`() throws {
        let found = try api.ids("/v1/search?query=sailing+boats&per_page=80")
        #expect(!found.isEmpty)
        #expect(try api.ids("/v1/search?query=++Sailing+++BOATS+&per_page=80") == found)
        for id in found.prefix(4) {
            let photo = try #require(PhotoCatalogue.standard.photo(Int(id)))
            #expect(photo.title.hasPrefix("Sailing Boats"))
        }
    }

    @Test
    func `a query that matches nothing still finds, the same each time`() throws {
        let found = try api.ids("/v1/search?query=quokka")
        #expect(found.count == 15)
        #expect(try Pexels.fresh().ids("/v1/search?query=+QUOKKA") == found)
        #expect(try api.ids("/v1/search?query=axolotl") != found)
        #expect(try api.get("/v1/search?query=quokka").number("total_results") == 300)
    }

    @Test
    func `a strict search finds nothing then`() throws {
        let strict = Pexels.fresh { $0.isStrict = true }
        let answer = try strict.get("/v1/search?query=quokka&per_page=6")
        #expect(answer.status == 200)
        #expect(answer.text == #"{"page":1,"per_page":6,"photos":[],"total_results":0}"#)
        let found = try strict.ids("/v1/search?query=sea")
        #expect(try !found.isEmpty && found == api.ids("/v1/search?query=sea"))
    }

    @Test
    func `one query is for nothing at all`() throws {
        let answer = try api.get("/v1/search/?query=+No-Results")
        #expect(answer.text == #"{"page":1,"per_page":15,"photos":[],"total_results":0}"#)
        #expect(try !api.ids("/v1/search?query=no+results").isEmpty)
    }

    @Test
    func `the first of two queries counts`() throws {
        let sea = try api.ids("/v1/search?query=sea")
        #expect(try api.ids("/v1/search?query=sea&query=food") == sea)
    }

    @Test(
        arguments: ["orientation=round", "size=huge", "color=mauve", "color=%23ff", "locale=xx"]
    )
    func `what it does not know it ignores`(parameter: String) throws {
        let sea = try api.ids("/v1/search?query=sea")
        #expect(try api.ids("/v1/search?query=sea&\(parameter)") == sea)
    }

    @Test(arguments: ["quokka", "nature"])
    func `filters apply to both kinds of results`(query: String) throws {
        let all = { (filter: String) -> [JSONValue] in
            try api.get("/v1/search?query=\(query)&per_page=80&\(filter)").photos
        }
        for photo in try all("orientation=landscape") {
            #expect(try #require(photo["width"]?.int) > #require(photo["height"]?.int))
        }
        for photo in try all("orientation=portrait") {
            #expect(try #require(photo["width"]?.int) < #require(photo["height"]?.int))
        }
        for photo in try all("orientation=square") {
            #expect(photo["width"]?.int == photo["height"]?.int)
        }
        for (size, pixels) in [("large", 24), ("medium", 12), ("small", 4)] as [(String, Int64)] {
            for photo in try all("size=\(size)") {
                let area = try #require(photo["width"]?.int) * #require(photo["height"]?.int)
                #expect(area >= pixels * 1_000_000)
            }
        }
        for color in NamedColor.allCases {
            let photos = try all("color=\(color)")
            for photo in photos {
                let average = RGB(hexadecimal: photo["avg_color"]?.string ?? "")
                #expect(NamedColor(nearest: try #require(average)) == color)
            }
        }
    }

    @Test(arguments: ["orientation=landscape", "orientation=square", "size=large"])
    func `filters leave something`(filter: String) throws {
        let some = try #require(
            try api.get("/v1/search?query=nature&\(filter)").number("total_results")
        )
        let all = try #require(try api.get("/v1/search?query=nature").number("total_results"))
        #expect(some > 0 && some < all)
    }

    @Test
    func `a colour finds as much with any word, what matches first`() throws {
        let count = { (query: String) in
            try api.get("/v1/search?query=\(query)&color=blue").number("total_results")
        }
        let usual = try #require(try count("zzzq"))
        #expect(usual > 0)
        for word in ["light", "sea", "quokka"] { #expect(try count(word) == usual) }
        let sea = Set(try api.ids("/v1/search?query=sea&per_page=80"))
        let blue = try api.ids("/v1/search?query=sea&color=blue&per_page=80")
        #expect(Set(blue).count == blue.count)
        let matching = blue.prefix { sea.contains($0) }.count
        #expect(matching > 0 && !blue.dropFirst(matching).contains { sea.contains($0) })
    }

    @Test
    func `a colour may be told by its digits`() throws {
        let blue = try api.ids("/v1/search?query=sky&color=blue&per_page=80")
        #expect(!blue.isEmpty)
        for color in ["%231E90FF", "1e90ff", "BLUE"] {
            #expect(try api.ids("/v1/search?query=sky&color=\(color)&per_page=80") == blue)
        }
    }
}

import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import PexelsContent
import Testing

@testable import PexelsDialect

/// One photo as it is told, unknown routes, and what web pages need.
@Suite
struct ShapeTests {
    private let api = Pexels.fresh()

    @Test func `links lead to the original's hosts if asked for, those of pages never`() throws {
        let api = Pexels.fresh { $0.links = .upstream }
        let photo = try api.get("/v1/photos/100001").json
        #expect(photo["url"]?.string?.hasPrefix("https://www.pexels.com/photo/") == true)
        let picture = "https://images.pexels.com/photos/100001/pexels-photo-100001.jpeg"
        #expect(photo["src"]?["original"]?.string == picture)
        #expect(photo["src"]?["tiny"]?.string?.hasPrefix(picture + "?auto=compress") == true)
        let page = try api.get("/v1/curated?per_page=1").json
        #expect(page["next_page"]?.string?.hasPrefix("http://localhost:8080/v1/curated") == true)
    }

    @Test
    func `a photo`() throws {
        let photo = try #require(PhotoCatalogue.standard.photo(100_001))
        let answer = try api.get("/v1/photos/100001")
        let picture = "http://localhost:8080/photos/100001/pexels-photo-100001.jpeg"
        let small = picture + "?auto=compress&cs=tinysrgb"
        let slug = photo.title.lowercased().split(separator: " ").joined(separator: "-")
        let name = photo.photographer.name
        let handle = name.lowercased().split(separator: " ").joined(separator: "-")
        #expect(
            answer.text
                == #"{"id":100001,"width":\#(photo.width),"height":\#(photo.height),"#
                + #""url":"http://localhost:8080/photo/\#(slug)-100001/","photographer":"\#(name)","#
                + #""photographer_url":"https://www.pexels.com/@\#(handle)-\#(photo.photographer.id)","#
                + #""photographer_id":\#(photo.photographer.id),"#
                + #""avg_color":"\#(photo.color.hexadecimal)","src":{"original":"\#(picture)","#
                + #""large2x":"\#(small)&dpr=2&h=650&w=940","large":"\#(small)&h=650&w=940","#
                + #""medium":"\#(small)&h=350","small":"\#(small)&h=130","#
                + #""portrait":"\#(small)&fit=crop&h=1200&w=800","#
                + #""landscape":"\#(small)&fit=crop&h=627&w=1200","#
                + #""tiny":"\#(small)&dpr=1&fit=crop&h=200&w=280"},"#
                + #""liked":false,"alt":"\#(photo.alt)"}"#
        )
    }

    @Test
    func `every photo of a list is there by its id`() throws {
        let listed = try api.get("/v1/search?query=quokka&per_page=80").photos
        for photo in listed {
            let id = try #require(photo["id"]?.int)
            #expect(try api.get("/v1/photos/\(id)/").body == Array(photo.rawText))
        }
    }

    @Test(
        arguments: [
            "/v1", "/v1/", "/v1/photos", "/v1/photos/1", "/v1/photos/x", "/v1/photos/-1",
            "/v1/photos/99999999999999999999", "/v1/photos/%31", "/v1/photos/%zz",
            "/v1/photos/%00", "/v1/photos/%ff", "/v1/videos/search", "/v1/search//", "/V1/search",
            "/v1/Search?query=sea", "/photos", "/photos/100001", "/photo", "/photo/",
            "/photo/nothing", "/photo/nothing-1", "/", "/photos/1/pexels-photo-1.jpeg",
            "/photos/100001/pexels-photo-100001.png", "/photos/100001/pexels-photo-100002.jpeg",
        ]
    )
    func `what is not there is 404`(target: String) throws {
        let answer = try api.get(target)
        #expect(answer.status == 404)
        #expect(answer.text == #"{"status":404,"code":"Not Found"}"#)
    }

    @Test
    func `only reads are known`() throws {
        for method in ["POST", "PUT", "DELETE", "PROPFIND"] {
            let answer = try api.answer(method, "/v1/curated", [("Authorization", "k")])
            #expect(answer.status == 404)
        }
        let head = try api.answer("HEAD", "/v1/curated", [("Authorization", "k")])
        #expect(head.status == 200 && head["X-Ratelimit-Remaining"] == "19995")
    }

    @Test
    func `pages of any origin may read all answers`() throws {
        for target in ["/v1/curated", "/v1/nope", "/photos/1/x", "/photo/a-100001"] {
            let answer = try api.get(target)
            #expect(answer["Access-Control-Allow-Origin"] == "*")
            let exposed = "X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset"
            #expect(answer["Access-Control-Expose-Headers"] == exposed)
        }
        #expect(try api.answer("GET", "/v1/curated")["Access-Control-Allow-Origin"] == "*")
        let request = try Request.asking("GET", Array("/v1/curated".utf8))
        #expect(api.failure(for: request)["Access-Control-Allow-Origin"] == "*")
        #expect(api.overload(for: request).status == 503)
    }

    @Test
    func `a preflight needs no key and allows one`() throws {
        let plain = try api.answer("OPTIONS", "/v1/search?query=sea")
        #expect(plain.status == 204 && plain["Access-Control-Allow-Headers"] == "Authorization")
        #expect(plain["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
        let names = [("Access-Control-Request-Headers", "authorization,x-trace")]
        let answer = try api.answer("OPTIONS", "/photos/1", names)
        #expect(answer["Access-Control-Allow-Headers"] == "authorization,x-trace")
    }

    @Test
    func `a photo has a page`() throws {
        let photo = try #require(PhotoCatalogue.standard.photo(100_001))
        for target in ["/photo/\(photo.slug)/", "/photo/\(photo.slug)", "/photo/100001"] {
            let page = try api.answer("GET", target)
            #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.text.contains("<h1>\(photo.title)</h1>"))
            #expect(page.text.contains("/photos/100001/pexels-photo-100001.jpeg?h=650&amp;w=940"))
        }
    }

    @Test
    func `which paths are its own`() {
        for word in ["v1", "photos", "photo"] {
            #expect(PathOwners([Pexels.claims]).owner(of: Array("/\(word)".utf8)[...]) == 0)
        }
        for word in ["", "v2", "V1", "api", "photograph"] {
            #expect(PathOwners([Pexels.claims]).owner(of: Array("/\(word)".utf8)[...]) == nil)
        }
    }
}

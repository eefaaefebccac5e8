import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import WreelyDialect

@Suite
struct PicturesTests {
    @Test(arguments: ["wall-sea", "logo-harbour-house", "member-mira", "room-2", "place", "a"])
    func `a name always has the same picture`(name: String) throws {
        let phone = try Phone()
        let first = try phone.answer("GET", "/wreely/pictures/\(name).jpg")
        #expect(first.status == 200 && first["Content-Type"] == "image/jpeg")
        #expect(first.body.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(try phone.answer("GET", "/wreely/pictures/\(name).jpg").body == first.body)
        let other = try Phone(usesCaches: false)
        #expect(try other.answer("GET", "/services/pictures/\(name).jpg").body == first.body)
        let another = try phone.answer("GET", "/wreely/pictures/\(name)-x.jpg")
        #expect(another.body != first.body)
    }
}

import MockPostlyJSON
import Testing

@testable import WreelyDialect

@Suite
struct WallTests {
    @Test
    func `what the app asks for has the newest comment, however many there are`() throws {
        let phone = try Phone()
        for number in 1...12 {
            try phone.post("v2/7/memberwalls/comments", #"{"post_id":"6","comment":"\#(number)"}"#)
        }
        let path = "v2/7/memberwalls/comments/post_id=6&per_page=10&page_number=1"
        let comments = try phone.get(path)["member_wall_comments"]?.elements ?? []
        #expect(comments.compactMap { $0["comment"]?.string } == (1...12).map { "\($0)" })
        let second = path.replacing("page_number=1", with: "page_number=2")
        #expect(try phone.get(second)["member_wall_comments"]?.elements.count == 2)
    }

    @Test
    func `what the app asks for has every post`() throws {
        let phone = try Phone()
        for number in 1...12 {
            try phone.post("v2/7/memberwalls", #"{"post_description":"\#(number)"}"#)
        }
        let path = "v2/7/memberwalls/per_page=10&page_number=1&is_member_feeds=(null)"
        #expect(try phone.get(path)["member_walls"]?.elements.count == 14)
    }

    @Test
    func `a blank key is a missing one`() throws {
        let phone = try Phone()
        for path in ["firebase_key=%20", "firebase_key=%0A%09"] {
            let answer = try phone.get("v2/member/update/firebase/" + path)
            #expect(answer["error"]?.bool == true, "\(path)")
        }
    }
}

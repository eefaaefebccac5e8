import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import WreelyDialect

@Suite
struct RoutesTests {
    private func pattern(_ method: String, _ path: String) throws -> String? {
        let request = try Request.asking(method, path)
        return Wreely.route(of: request).map { Wreely.routes[$0].pattern }
    }

    @Test(
        arguments: [
            ("memberwalls/delete/post_id=1", "memberwalls/delete/{values}"),
            ("memberwalls/delete", "memberwalls/delete/{values}"),
            ("memberwalls/comments", "memberwalls/comments/{values}"),
            ("memberwalls/comments/delete", "memberwalls/comments/delete/{values}"),
            ("memberwalls/comments/delete/comment_id=1", "memberwalls/comments/delete/{values}"),
            ("memberwalls/comments/post_id=1", "memberwalls/comments/{values}"),
            ("memberwalls/likes/delete/like_id=1", "memberwalls/likes/delete/{values}"),
            ("memberwalls", "memberwalls/{values}"), ("memberwalls/", "memberwalls/{values}"),
            ("memberwalls/per_page=1", "memberwalls/{values}"),
            ("memberwalls/per_page%3D1", "memberwalls/{values}"),
            ("meetingroom/bookings/history", "meetingroom/bookings/history/{values}"),
            ("meetingroom/bookings/history/start_date=x", "meetingroom/bookings/history/{values}"),
            ("meetingroom/bookings/cancel/booking_id=1", "meetingroom/bookings/cancel/{values}"),
            ("meetingroom/bookings/room_id=1", "meetingroom/bookings/{values}"),
            ("events/attend=1", "events/{values}"),
        ] as [(String, String)]
    )
    func `words stand before values`(path: String, expected: String) throws {
        for mount in ["/services", "/wreely", "/SERVICES", "/wreely/services"] {
            let found = try pattern("GET", "\(mount)/v2/7/\(path)")
            #expect(found == "/services/v2/{vendor}/\(expected)")
        }
    }

    @Test(arguments: [
        ("GET", "/services/v2/7/memberwalls/history"),
        ("POST", "/services/v2/7/memberwalls/per_page=1"), ("GET", "/services"),
        ("GET", "/services/v2/7/members/x=1"), ("PUT", "/services/v2/7/memberwalls"),
        ("GET", "/services/v2/7/memberwalls/a/b"), ("GET", "/services/v2//members"),
    ])
    func `other paths have no route`(method: String, path: String) throws {
        #expect(try pattern(method, path) == nil)
    }

    @Test(arguments: [
        ("GET", "/services/v2/member/update", "/services/v2/member/{id}"),
        ("POST", "/services/v2/member/update", "/services/v2/member/update"),
        ("GET", "/services/v2/member/follow/1", "/services/v2/member/follow/{id}"),
        ("GET", "/services/v2/member/follow", "/services/v2/member/{id}"),
    ])
    func `a word is an id where no route has it`(
        method: String,
        path: String,
        expected: String
    ) throws {
        #expect(try pattern(method, path) == expected)
    }

    @Test
    func `the answers that are cached are those of lists`() {
        let kept = Wreely.repeatable.map { Wreely.routes[$0].pattern }
        #expect(kept.contains("/services/v2/{vendor}/memberwalls/{values}"))
        #expect(!kept.contains { $0.contains("meetingroom/") || $0.contains("delete") })
        #expect(!kept.contains { $0.contains("attend") || $0.contains("nearby") })
        #expect(kept.count == 10)
    }

    @Test(arguments: [
        "/services/v2/member/login", "/services/v2/7/memberwalls", "/services/v1/user/login",
        "/services/v2/7/meetingroom/bookings",
    ])
    func `hostile bodies are refused in JSON`(path: String) throws {
        let phone = try Phone()
        let deep = String(repeating: "[", count: 100)
        for body in ["", "null", "1", "\"x\"", "[{}]", "{\"a\":", deep, "\u{FEFF}[]", "{}x"] {
            let answer = try phone.answer("POST", "\(path)?access_token=\(Phone.mira)", body)
            #expect(answer.status == 400, "\(body)")
            #expect(try answer.json["error"]?.bool == true)
            #expect(try answer.json["message"]?.string?.isEmpty == false)
        }
    }

    @Test
    func `what the host says in the dialect's name is 400 too`() throws {
        let phone = try Phone()
        let request = try Request.asking("GET", "/services/v2/member")
        for response in [
            phone.api.failure(for: request), phone.api.overload(for: request),
            try #require(phone.api.excess(for: request)),
        ] {
            #expect(response.status == 400)
            #expect(try response.json["error"]?.bool == true)
            #expect(try response.json["message"]?.string?.isEmpty == false)
        }
    }
}

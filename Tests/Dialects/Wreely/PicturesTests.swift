import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
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

    /// What the app gets for a picture that it has posted, and where that leads.
    private func told(_ phone: Phone, _ field: String, _ address: String) throws -> String? {
        if field == "image_url" {
            let post = try phone.post("v2/7/memberwalls", #"{"image_url":"\#(address)"}"#)
            return post["member_walls"]?.elements.first?["status_image"]?.string
        }
        let member = try phone.post("v2/member/update", #"{"\#(field)":"\#(address)"}"#)
        return member["user"]?[field]?.string
    }

    @Test(
        arguments: [
            ("profile_pic_url", "https://randomuser.me/api/portraits/women/12.jpg", .portrait),
            ("profile_pic_url", "https://lh3.googleusercontent.com/a/x", .portrait),
            ("image_url", "https://images.pexels.com/photos/7/p.jpeg?h=650", .cover),
        ] as [(String, String, PictureDrawing.Kind)]
    )
    func `a picture on the hosts of the seed's is drawn by this server`(
        field: String,
        address: String,
        kind: PictureDrawing.Kind
    ) throws {
        let phone = try Phone()
        let drawing = PictureDrawing(kind, inPlaceOf: address.utf8)
        let path = "/wreely/pictures/\(drawing.name)"
        #expect(try told(phone, field, address) == "http://localhost:8080\(path)")
        #expect(try phone.answer("GET", path).body == drawing.file())
        // The app sends it back with the rest of the profile.
        let again = "http://localhost:8080\(path)"
        #expect(try told(phone, field, again) == again)
    }

    @Test(arguments: ["profile_pic_url", "image_url"])
    func `other addresses stay`(field: String) throws {
        for address in [
            "https://images.example.com/x.jpg", "http://randomuser.me/x.jpg",
            "https://randomuser.me.example/x.jpg",
        ] {
            #expect(try told(Phone(), field, address) == address)
        }
    }

    @Test
    func `an account's picture is drawn wherever its member is shown`() throws {
        let phone = try Phone()
        _ = try phone.api.context.domain.users.signInWithGoogle(
            id: User.ID("100000000000000000002"),
            email: "theo@example.com",
            name: "Theo Lind",
            picture: "https://lh3.googleusercontent.com/a/x"
        )
        let paths = [
            "v2/member/13", "v2/7/members", "v2/7/memberwalls", "v2/7/events",
            "v2/7/memberwalls/comments/post_id=5", "v2/7/memberwalls/likes/post_id=5",
        ]
        for path in paths {
            let text = try phone.answer("GET", "\(path)?access_token=\(Phone.theo)").text
            #expect(!text.contains("googleusercontent"), "\(path)")
            #expect(text.contains("/wreely/pictures/portrait-"), "\(path)")
        }
    }
}

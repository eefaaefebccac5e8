import MockPostlyHTTP
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import DummyJSONDialect

/// The cookies of a session.
@Suite
struct CookiesTests {
    private static func tokens(_ access: String, _ refresh: String) -> Tokens.Pair {
        Tokens.Pair(access: Array(access.utf8), refresh: Array(refresh.utf8))
    }

    private static func cookies(
        _ tokens: Tokens.Pair,
        seconds: Double,
        from start: Instant,
        secure isSecure: Bool
    ) -> [Response.Field] {
        var fields: [Response.Field] = []
        Cookies.set(tokens, seconds: seconds, from: start, secure: isSecure, in: &fields)
        return fields
    }

    @Test
    func `both tokens have the life of the access token`() {
        let fields = Self.cookies(
            Self.tokens("a.b.c", "d.e.f"),
            seconds: 3600,
            from: .frozen,
            secure: true
        )
        let attributes =
            "Max-Age=3600; Path=/; Expires=Sat, 14 Feb 2026 13:34:56 GMT; HttpOnly; Secure"
        #expect(
            fields == [
                Response.Field("Set-Cookie", "accessToken=a.b.c; " + attributes),
                Response.Field("Set-Cookie", "refreshToken=d.e.f; " + attributes),
            ]
        )
    }

    @Test(
        arguments: [
            (0, "Max-Age=0; Path=/; Expires=Sat, 14 Feb 2026 12:34:56 GMT; HttpOnly"),
            (90, "Max-Age=90; Path=/; Expires=Sat, 14 Feb 2026 12:36:26 GMT; HttpOnly"),
            // The clock shows .123 of a second.
            (60.9, "Max-Age=60; Path=/; Expires=Sat, 14 Feb 2026 12:35:57 GMT; HttpOnly"),
            (2_592_000, "Max-Age=2592000; Path=/; Expires=Mon, 16 Mar 2026 12:34:56 GMT; HttpOnly"),
        ] as [(Double, String)]
    )
    func `how long they live`(seconds: Double, attributes: String) {
        let fields = Self.cookies(
            Self.tokens("a", "b"),
            seconds: seconds,
            from: .frozen,
            secure: false
        )
        #expect(
            fields.map(\.value) == ["accessToken=a; ", "refreshToken=b; "].map { $0 + attributes }
        )
    }

    @Test
    func `their end is a date that can be read, whatever the clock shows`() {
        let last = Instant.printable.upperBound
        for start in [last, last - .seconds(3_599)] {
            let fields = Self.cookies(
                Self.tokens("a", "b"),
                seconds: 3600,
                from: start,
                secure: false
            )
            let end = "Max-Age=3600; Path=/; Expires=Fri, 31 Dec 9999 23:59:59 GMT; HttpOnly"
            #expect(fields.map(\.value) == ["accessToken=a; " + end, "refreshToken=b; " + end])
        }
    }

    @Test
    func `they are taken away in two ways`() {
        let end = "Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
        #expect(
            Cookies.cleared().map(\.value) == ["accessToken=; \(end)", "refreshToken=; \(end)"]
        )
        #expect(
            Cookies.cleared(secure: true).map(\.value) == [
                "accessToken=; \(end); HttpOnly; Secure",
                "refreshToken=; \(end); HttpOnly; Secure",
            ]
        )
        #expect(Cookies.cleared(secure: false).first?.value == "accessToken=; \(end); HttpOnly")
    }

    @Test(
        arguments: [
            ("accessToken=a.b.c", "a.b.c"), ("a=1; accessToken=x; accessToken=y", "x"),
            ("a=1;accessToken=x", "x"), (" accessToken = x ;b=2", "x"),
            ("accessToken=\"x y\"", "x y"), ("accessToken=%41%20b", "A b"),
            ("accessToken=%zz", "%zz"), ("accessToken=a=b==", "a=b=="), ("accessToken=", ""),
            ("accessToken", nil), ("AccessToken=x", nil), ("xaccessToken=x", nil), ("; ;=;", nil),
            ("accessToken=\"", "\""), ("accessToken=\"\"", ""),
        ] as [(String, String?)]
    )
    func `a cookie's value`(field: String, value: String?) throws {
        let request = try Request.asking("GET", "/", [("Cookie", field)])
        #expect(Cookies.value("accessToken", in: request) == value)
    }

    @Test
    func `without cookies there is none, and two fields are one`() throws {
        #expect(Cookies.value("a", in: try .asking("GET", "/")) == nil)
        let fields = [("Cookie", "a=1"), ("Cookie", "b=2")]
        #expect(Cookies.value("b", in: try .asking("GET", "/", fields)) == "2")
    }
}

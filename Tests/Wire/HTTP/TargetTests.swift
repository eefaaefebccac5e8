import Testing

@testable import MockPostlyHTTP

@Suite struct TargetTests {
    /// A target, and the path and query that it stands for.
    static let plain: [(String, String, String)] = [
        ("/", "/", ""), ("/?", "/", ""), ("/?a", "/", "a"), ("/a/b?c=d&e", "/a/b", "c=d&e"),
        ("/a?b?c/d", "/a", "b?c/d"), ("//a/b", "//a/b", ""), ("/a//b/", "/a//b/", ""),
        ("/../a/./b", "/../a/./b", ""), ("/a;x=1", "/a;x=1", ""), ("/a+b?c+d", "/a+b", "c+d"),
        ("/%41%5a?%41", "/AZ", "%41"), ("/a%2fb%2Fc", "/a/b/c", ""), ("/%25zz", "/%zz", ""),
        ("/caf%c3%A9", "/caf\u{e9}", ""), ("/caf\u{e9}", "/caf\u{e9}", ""), ("/%3f?x", "/?", "x"),
        ("/a:b@c!$&'()*,=~", "/a:b@c!$&'()*,=~", ""), ("/\"<>[]\\^`{|}", "/\"<>[]\\^`{|}", ""),
        ("/%01%7f%0d%0A", "/\u{1}\u{7f}\r\n", ""), ("/a?\u{e9}", "/a", "\u{e9}"),
        ("/%f0%9f%a6%8a", "/\u{1f98a}", ""), ("/%ef%bb%bf", "/\u{feff}", ""),
    ]

    @Test(arguments: plain)
    func `a target has a decoded path and a raw query`(
        _ target: String,
        _ path: String,
        _ query: String
    ) throws {
        let request = try request(get(target))
        #expect(text(request.path) == path)
        #expect(text(request.rawQuery) == query)
        #expect(text(request.target) == target)
        #expect(request.head.targetFault == nil)
        #expect(request.host == "localhost")
    }

    static let absolute: [(String, String, String, String)] = [
        ("http://a.example/b?c", "a.example", "/b", "c"), ("http://a:8080", "a:8080", "/", ""),
        ("http://a/", "a", "/", ""), ("http://a?b", "a", "/", "b"), ("http://a?", "a", "/", ""),
        ("HTTPS://[::1]:9/b%20c", "[::1]:9", "/b c", ""), ("hTTp://A//b", "A", "//b", ""),
        ("https://127.0.0.1/b", "127.0.0.1", "/b", ""), ("http://a%20b/c", "a%20b", "/c", ""),
        ("http://a/http://b/c", "a", "/http://b/c", ""),
    ]

    @Test(arguments: absolute)
    func `the authority of an absolute target counts instead of Host`(
        _ target: String,
        _ host: String,
        _ path: String,
        _ query: String
    ) throws {
        let request = try request(get(target))
        #expect(request.host == host)
        #expect(text(request.path) == path)
        #expect(text(request.rawQuery) == query)
        #expect(text(request.target) == target)
        #expect(request.head.targetFault == nil)
    }

    @Test func `OPTIONS may be for the whole server`() throws {
        let request = try request("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(text(request.path) == "*" && request.rawQuery.isEmpty)
        #expect(request.head.targetFault == nil)
    }

    static let faults: [(String, TargetFault)] =
        [
            "/%", "/%4", "/a%zz", "/%4g", "/%g4", "/%+1", "/%-1", "/%%41", "/a?%", "/a?b=%zz",
            "/%e",
            "/%41?%c", "http://a/%", "http://a?%",
        ].map { ($0, TargetFault.malformedEscape) }
        + ["/%00", "/a%00b", "/a?%00", "/%c3%a9?a=%00&b=%zz", "http://a%20b/?%00"].map {
            ($0, TargetFault.encodedNUL)
        }
        + [
            "/%ff", "/%c3", "/%c3%28", "/%ed%a0%80", "/%c0%af", "/%f5%80%80%80", "/%e9?%00",
            "/a%80?b",
        ].map { ($0, TargetFault.invalidUTF8) }

    @Test(arguments: faults)
    func `a fault in the escapes is the dialect's to answer`(
        _ target: String,
        _ fault: TargetFault
    ) throws {
        let request = try request(get(target))
        #expect(request.head.targetFault == fault)
        #expect(!fault.words.isEmpty)
        // Whatever is wrong with it, it can be looked at.
        #expect(request.path.first == UInt8(ascii: "/"))
        _ = Query(request.rawQuery)
        #expect(text(request.target) == target)
    }

    @Test func `raw bytes that are no UTF-8 are a fault of the path only`() throws {
        for (start, end, fault) in [
            ("/a", "", TargetFault.invalidUTF8), ("/a", "?b", .invalidUTF8), ("/a?b", "", nil),
        ] {
            let input =
                bytes("GET \(start)") + [0xff] + bytes("\(end) HTTP/1.1\r\nHost: a\r\n\r\n")
            let outcome = Outcome.inAnyPieces(input)
            #expect(outcome.requests.first?.head.targetFault == fault)
            #expect(outcome.requests.count == 1)
        }
    }
}

import Foundation
import MockPostlyAssets
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct DashboardTests {
    private let server: TestServer

    init() throws { server = try TestServer(adminToken: "open sesame") }

    /// The answer to a request for `path`, which is not below `/v1`.
    private func answer(
        _ method: String = "GET",
        _ path: String = "/__mockpostly/",
        _ fields: [(String, String)] = [],
        host: String = "localhost:8080"
    ) throws -> Response {
        let request = try Request.asking(method, path, fields, host: host)
        return try server.answer(to: request)
    }

    @Test
    func `the page needs no admin token, and allows nothing foreign`() throws {
        let page = try answer()
        #expect(page.status == 200 && page.text.contains("<title>mockpostly</title>"))
        #expect(page["Content-Type"] == "text/html; charset=utf-8")
        let policy = try #require(page["Content-Security-Policy"])
        for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("unsafe"))
        #expect(page["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(page["X-Content-Type-Options"] == "nosniff")
        #expect(page["Access-Control-Allow-Origin"] == nil)
    }

    @Test
    func `a picture of a system is shown, and nothing else that it has`() throws {
        let own = "/__mockpostly/pictures/own"
        let shop = server.shop(in: "default")
        shop.page = Response(contentType: "image/png", body: [1, 2])
        #expect(try answer("GET", "\(own)?path=/shop/a?b=1").body == [1, 2])
        #expect(shop.asked == ["/shop/a?b=1"])
        for path in ["", "?path=", "?path=icon", "?path=/a%20b", "?path=/a%0d%0aX:y"] {
            #expect(try answer("GET", own + path).status == 404, "\(path)")
        }
        #expect(try answer("GET", "\(own)?pth=/a").status == 400)
        shop.page = Response(contentType: "application/json", text: "{}")
        #expect(try answer("GET", "\(own)?path=/shop/1").status == 404)
    }

    @Test
    func `a link from another site opens the page, and drives nothing`() throws {
        let fields = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]
        #expect(try answer("GET", "/__mockpostly/", fields).status == 200)
        #expect(try answer("GET", "/__mockpostly/v1/worlds", fields).status == 403)
        #expect(try answer("POST", "/__mockpostly/v1/reset", fields).status == 403)
    }

    @Test
    func `a name that is not this server's gets nothing`() throws {
        #expect(try answer(host: "evil.example").status == 403)
        #expect(try answer("GET", "/__mockpostly/dashboard/main.js", host: "evil").status == 403)
    }

    @Test(arguments: [
        ("main.js", "text/javascript"), ("page.css", "text/css"), ("icon.svg", "image"),
    ])
    func `a file has its type`(name: String, type: String) throws {
        let file = try answer("GET", "/__mockpostly/dashboard/" + name)
        #expect(file.status == 200 && !file.body.isEmpty)
        #expect(file["Content-Type"]?.hasPrefix(type) == true)
    }

    @Test(arguments: [
        ("GET", "/favicon.ico", true), ("HEAD", "/favicon.ico", true),
        ("POST", "/favicon.ico", false), ("GET", "/favicon.png", false),
        ("GET", "/a/favicon.ico", false), ("GET", "/favicon.ico/", false),
    ])
    func `what browsers ask every server for is the icon of the dashboard`(
        method: String,
        path: String,
        isIcon: Bool
    ) throws {
        let icon = Control.icon(for: try .asking(method, path))
        #expect((icon?["Content-Type"] == "image/svg+xml") == isIcon)
        #expect(!Control.owns(Array(path.utf8)[...]))
    }

    @Test
    func `a module has the systems of the registry`() throws {
        let file = try answer("GET", "/__mockpostly/dashboard/dialects.js")
        #expect(file["Content-Type"]?.hasPrefix("text/javascript") == true)
        #expect(file.text.hasPrefix("export const dialects = [{\"name\":\"shop\""))
        #expect(file.text.contains(#""title":"Guestbook","isAlwaysServed":false,"tokens":{"#))
    }

    @Test(arguments: ["", "none.js", "../Control.swift", "main.js/", "panels", "Main.js"])
    func `other files are not there`(name: String) throws {
        // Without the admin token, nothing else is said.
        #expect(try answer("GET", "/__mockpostly/dashboard/" + name).status == 401)
    }

    @Test
    func `a file that the browser has is not sent again`() throws {
        let first = try answer()
        let tag = try #require(first["ETag"])
        let second = try answer("GET", "/__mockpostly/", [("If-None-Match", tag)])
        #expect(second.status == 304 && second.body.isEmpty && second["ETag"] == tag)
        #expect(try answer("GET", "/__mockpostly/", [("If-None-Match", "\"x\"")]).status == 200)
        let several = [("If-None-Match", "\"x\", W/\(tag)")]
        #expect(try answer("GET", "/__mockpostly/", several).status == 304)
    }

    @Test
    func `the address without its slash leads to the page`() throws {
        let redirect = try answer("GET", "/__mockpostly")
        #expect(redirect.status == 308 && redirect["Location"] == "/__mockpostly/")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
    func `the page is only read`(method: String) throws {
        let refusal = try answer(method)
        #expect(refusal.status == 405 && refusal["Allow"] == "GET, HEAD")
        #expect(try answer("HEAD").status == 200)
    }

    @Test
    func `every file of the dashboard is in the program`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/Dashboard/").resolvingSymlinksInPath()
        let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var names: [String] = []
        while let file = all?.nextObject() as? URL {
            if file.hasDirectoryPath { continue }
            names.append(String(file.resolvingSymlinksInPath().path.dropFirst(root.path.count + 1)))
        }
        let page = try answer().text
        for name in names where name.hasSuffix(".js") || name.hasSuffix(".css") {
            #expect(
                page.contains("\"/__mockpostly/dashboard/\(name)\""),
                "index.html lacks \(name)"
            )
        }
        let embedded = Assets.dashboard.map(\.path)
        #expect(embedded.sorted() == names.sorted())
    }
}

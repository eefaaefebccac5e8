import CommunityDialect
import DummyJSONDialect
import Foundation
import GoogleDialect
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyTesting
import MockPostlyWorld
import PexelsDialect
import PostlyDialect
import RealWorldDialect
import Testing
import WreelyDialect

/// Whatever stands in the path, the query or the body of any route: it is answered, and no failure
/// of the server is.
@Suite(.timeLimit(.minutes(15)))
struct HostileValuesTests {
    /// A system, its routes, and how its requests say who asks.
    struct System: Sendable, CustomTestStringConvertible {
        var name: String
        var operations: [[String]]
        var kind: MockServer.TokenKind?

        init<Context>(_ name: String, _ routes: [Route<Context>], _ kind: MockServer.TokenKind?) {
            self.name = name
            // What DummyJSON has behind a token is the same once more.
            operations = routes.map { [$0.method.name, $0.pattern] }
                .filter { !$0[1].hasPrefix("/auth/") || !$0[1].contains("{") }
            self.kind = kind
        }

        var testDescription: String { name }
    }

    static let systems = [
        System("Postly", Postly.routes, .postly),
        System("DummyJSON", DummyJSON.routes, .dummyJSON),
        System("community", Community.routes, .community),
        System("Pexels", Pexels.routes, nil),
        System("Wreely", Wreely.routes, .wreely),
        System("RealWorld", RealWorld.routes, .realWorld),
        System("Google", GoogleAccounts.routes, nil),
        System("control", Control.routes, nil),
    ]

    /// Routes that wait for something, open a stream, or take the right to ask away.
    private static let apart = ["/wait", "/events", "/longpoll", "/tokens/current", "/join"]

    /// Percent-encoded texts, no two of one kind.
    private static let values = [
        "", "0", "-1", "1", "1)", "x", "(null)", "9223372036854775807", "9223372036854775808",
        "-9223372036854775809", String(repeating: "9", count: 90), "1e400", "nan", "0x7f",
        "2026-02-30%2000:00:00", "9999-12-31%2023:59:59", "%00", "1%00", "%FF%FE", "%", "%zz",
        "%F0%9F%8D%9E", "%D9%A3", "..", "%2F", String(repeating: "a", count: 100),
        "'%20OR%201=1--", "%ED%A0%80",
    ]

    /// JSON, each an odd value of a member.
    private static let members = [
        "null", "true", "0", "-1", "1.5", "1e308", "1e999", "9223372036854775807",
        "-9223372036854775809", String(repeating: "9", count: 400), #""""#, #""\u0000""#,
        #""a\u0000b""#, #""\ud800""#, #""🍞""#, "\"\(String(repeating: "x", count: 1_500))\"",
        "\"\(String(repeating: "x", count: 20_000))\"", "[]",
        "[1]", "{}", #"{"a":1}"#, #""99999999999999999999""#, #""2026-02-30 00:00:00""#, #""1""#,
        "1",
    ]

    private static let names = [
        "mobile_number", "country_code", "login_code", "member_id", "image_url", "post_id",
        "post_description", "comment", "room_id", "start_time", "end_time", "name", "about_me",
        "email", "password", "random_code", "new_password", "device_token", "title", "content",
        "status", "userId", "id", "quantity", "price", "products", "merge", "tags", "username",
        "expiresInMins", "refreshToken", "json", "method", "user", "system", "world", "by", "now",
        "mode", "rate", "ttl", "port", "randomSeed", "expiresIn", "claims", "match", "fault",
        "response", "times", "token", "code",
    ]

    /// Names of parameters, in a path as pairs and in a query.
    private static let parameters = [
        "page", "limit", "skip", "per_page", "page_number", "before_id", "post_id", "room_id",
        "start_date", "end_date", "lat", "lon", "rad", "query", "q", "select", "sortBy", "order",
        "w", "h", "fontSize", "a[b]",
    ]

    /// Each value, and all parameters with it.
    private static let valuesWithPairs = values.map { value in
        (value, parameters.map { "\($0)=\(value)" }.joined(separator: "&"))
    }

    @Test(arguments: systems)
    func `odd values in a path and a query are answered`(_ system: System) throws {
        let caller = try Caller(system)
        for operation in system.operations where !Self.isApart(operation[1]) {
            for (value, pairs) in Self.valuesWithPairs {
                let path = Self.fill(operation[1], with: value)
                try caller.send(operation[0], path + "?" + pairs, "{}")
                guard operation[1].contains("{values}") else { continue }
                try caller.send(operation[0], Self.fill(operation[1], with: pairs), "{}")
            }
        }
        try caller.checkHealth()
    }

    @Test(arguments: systems)
    func `odd bodies are answered`(_ system: System) throws {
        let caller = try Caller(system)
        var random = RandomSource(seed: 20_261_126)
        for operation in system.operations
        where operation[0] != "GET" && !Self.isApart(operation[1]) {
            let path = Self.fill(operation[1], with: "1")
            // Under all names, a longer one would only be refused as too large a body.
            for value in Self.members where value.utf8.count < 2_000 {
                let body = Self.names.map { "\"\($0)\":\(value)" }.joined(separator: ",")
                try caller.send(operation[0], path, "{\(body)}")
            }
            for _ in 0..<20 {
                try caller.send(operation[0], path, Self.body(&random))
            }
        }
        try caller.checkHealth()
    }

    private static func isApart(_ pattern: String) -> Bool {
        apart.contains { pattern.hasSuffix($0) }
    }

    /// The path with a value in place of each placeholder.
    private static func fill(_ pattern: String, with value: String) -> String {
        pattern.replacing(/\{[^}]*\}/, with: value)
    }

    /// Some members with odd values, and sometimes damaged.
    private static func body(_ random: inout RandomSource) -> [UInt8] {
        let count = Int.random(in: 0..<8, using: &random)
        let chosen = names.shuffled(using: &random).prefix(count)
        let body = chosen.map { name in
            "\"\(name)\":\(members.randomElement(using: &random) ?? "1")"
        }
        var bytes = Array("{\(body.joined(separator: ","))}".utf8)
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
            let place = Int.random(in: bytes.indices, using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }
}

extension HostileValuesTests {
    /// Somebody who may do everything in one system.
    private final class Caller {
        private let system: System
        private let server: MockServer
        private let token: String?

        init(_ system: System) throws {
            var options = MockServer.Options(
                clock: .frozen(at: "2026-02-14T12:34:56Z"),
                randomSeed: 7
            )
            options.dummyJSON.keepsWrites = true
            self.system = system
            let server = try MockServer.inProcess(options)
            let user = system.kind == .dummyJSON ? "emilys" : "mira.sol@example.com"
            token = try system.kind.map { try server.defaultWorld.token(for: user, $0) }
            self.server = server
        }

        func send(_ method: String, _ path: String, _ body: String) throws {
            try send(method, path, Array(body.utf8))
        }

        func send(_ method: String, _ path: String, _ body: [UInt8]) throws {
            var target = path
            var headers: MockServer.Headers = ["Content-Type": "application/json"]
            if let token {
                headers["Authorization"] = "Bearer \(token)"
                target += (path.contains("?") ? "&" : "?") + "access_token=\(token)"
            } else {
                headers["Authorization"] = "key"
            }
            let answer = try server.send(method, target, headers: headers, body: body)
            let what =
                "\(method) \(target.prefix(200)) \(String(decoding: body.prefix(200), as: UTF8.self))"
            // The original DummyJSON answers some faults of clients with 500.
            let most = system.name == "DummyJSON" ? 500 : 499
            #expect((200...most).contains(answer.status) || answer.status == 501, "\(what)")
            if system.name == "Wreely", !path.contains("/pictures/") {
                #expect([200, 400, 401].contains(answer.status), "\(what): \(answer.status)")
                let value = try? JSONSerialization.jsonObject(with: Data(answer.body))
                #expect(value != nil || method == "HEAD", "\(what)")
            }
        }

        /// That the server still does what it did.
        func checkHealth() throws {
            let answer = try server.send("GET", "/__mockpostly/v1/export?world=default")
            #expect(answer.status == 200)
        }
    }
}

import MockPostlyJSON
import Testing

@testable import MockPostlyCLI

@Suite struct WorldTextTests {
    private static let world = """
        {"id":"w1","from":"default","createdAt":"2026-01-01T00:00:00Z",
         "lastUsedAt":"2026-01-01T00:00:00Z","ttl":"1h","expiresAt":"2026-01-01T01:00:00Z",
         "clock":{"mode":"scale","now":"2026-05-01T00:00:00Z","rate":60},"port":49152,
         "randomSeed":18446744073709551615,"posts":1,"users":2,"comments":0,"scenario":null,
         "counts":{"wreely":{"members":1,"rooms":0},"postly":{"users":2,"posts":1}},
         "baseUrls":{"postly":"http://localhost:8080/w/w1/api",
         "dummyjson":"http://localhost:8080/w/w1",
         "socket":"ws://localhost:8080/w/w1/community"},
         "people":[{"email":"a@b","password":"p"},{"email":"c@d","token":"t"}]}
        """

    private func json(_ text: String) throws -> JSONValue {
        try JSON(parsing: Array(text.utf8)).root
    }

    @Test func `a world has a card`() throws {
        #expect(
            WorldText(try json(Self.world)).card() == """
                world        w1
                from         default
                clock        2026-05-01T00:00:00Z, 60 times as fast
                in wreely    1 member, 0 rooms
                in postly    2 users, 1 post
                random seed  18446744073709551615
                port         49152
                ends         1h after its last use, now at 2026-01-01T01:00:00Z
                postly       http://localhost:8080/w/w1/api
                dummyjson    http://localhost:8080/w/w1
                socket       ws://localhost:8080/w/w1/community
                person       a@b  p
                person       c@d  t

                """
        )
    }

    @Test func `worlds are a table`() throws {
        let other = """
            {"id":"default","from":"seed","scenario":"empty-feed","ttl":null,"expiresAt":null,
            "clock":{"mode":"freeze","now":"2026-05-01T00:00:00Z","rate":0},
            "counts":{"wreely":{"members":18,"rooms":4},"postly":{"users":40,"posts":156}}}
            """
        let rows = WorldText.list([try json(other), try json(Self.world)])
            .split(separator: "\n").map(String.init)
        #expect(rows.count == 3)
        // What the first served system has.
        #expect(rows[0].hasPrefix("WORLD    FROM                 CLOCK  "))
        #expect(rows[0].hasSuffix("  MEMBERS  ROOMS  ENDS"))
        #expect(rows[1].hasPrefix("default  scenario empty-feed  2026-05-01T00:00:00Z, frozen  "))
        #expect(rows[1].hasSuffix("  18       4      never"))
        #expect(rows[2].hasSuffix("  2026-01-01T01:00:00Z"))
    }

    @Test func `a world has variables`() throws {
        let pairs = WorldText(try json(Self.world)).environment(url: "http://127.0.0.1:8080")
        #expect(
            fileOfVariables(pairs) == """
                MOCKPOSTLY_WORLD=w1
                MOCKPOSTLY_URL=http://127.0.0.1:8080
                BASE_URL=http://localhost:8080/w/w1/api
                MOCKPOSTLY_POSTLY_URL=http://localhost:8080/w/w1/api
                MOCKPOSTLY_DUMMYJSON_URL=http://localhost:8080/w/w1
                MOCKPOSTLY_WS_URL=ws://localhost:8080/w/w1/community

                """
        )
    }

    @Test func `a difference is lines for rows`() throws {
        let answer = try json(
            """
            {"from":"snapshot:a","to":"world:default","truncated":true,"tables":[{"table":"post",
            "added":1,"changed":2,"removed":0,
            "keys":{"added":["6988"],"changed":["1"],"removed":[]}}]}
            """
        )
        #expect(
            differenceText(answer) == """
                snapshot:a -> world:default
                post: 1 added, 2 changed, 0 removed
                  + 6988
                  ~ 1
                  ~ and 1 more

                """
        )
        let equal = try json(#"{"from":"snapshot:a","to":"snapshot:b","tables":[]}"#)
        #expect(differenceText(equal) == "snapshot:a and snapshot:b are equal\n")
    }
}

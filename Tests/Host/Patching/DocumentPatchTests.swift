import MockPostlyJSON
import Testing

@testable import MockPostlyPatching

@Suite
struct DocumentPatchTests {
    private func result(
        _ document: String,
        _ patch: String?,
        remove: [String] = []
    ) throws -> DocumentPatch.Result {
        let patch = try patch.map { try JSON(parsing: Array($0.utf8)).root }
        return try DocumentPatch(patch, removing: remove)
            .applied(to: try JSON(parsing: Array(document.utf8)).root)
    }

    private func text(_ result: DocumentPatch.Result) -> String {
        String(decoding: result.bytes, as: UTF8.self)
    }

    /// The examples of RFC 7396, appendix A, whose patches are objects.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func `an object without paths is a merge patch`(
        document: String,
        patch: String,
        wanted: String
    ) throws {
        #expect(text(try result(document, patch)) == wanted)
    }

    private static let feed =
        #"{"posts":[{"id":1,"author":{"name":"Ann"}},{"id":2,"author":null}],"total": 2.0}"#

    @Test(arguments: [
        (#"{"$.posts[0].author":null}"#, #"{"posts":[{"id":1,"author":null},"#, "1 value"),
        (#"{"$.posts[-1].id":"x"}"#, #""author":{"name":"Ann"}},{"id":"x","#, "1 value"),
        (#"{"$.posts[*].id":null}"#, #"[{"id":null,"#, "2 values"),
        (#"{"$.posts":[]}"#, #"{"posts":[],"total":2.0}"#, "1 value"),
        (#"{"$.extra":{"a":null}}"#, #""total":2.0,"extra":{"a":null}}"#, "1 value"),
        (#"{"$":[1, 2]}"#, #"[1, 2]"#, "1 value"),
        (#"{"$['total']":0}"#, #""total":0}"#, "1 value"),
    ])
    func `a value is put at its path as it is, and the rest stays as it was written`(
        patch: String,
        part: String,
        words: String
    ) throws {
        let result = try result(Self.feed, patch)
        #expect(Array(result.bytes).hasPart(Array(part.utf8)), "\(text(result))")
        #expect(result.words == words)
    }

    @Test
    func `paths are removed after values are set, in their order`() throws {
        let removed = try result(
            Self.feed,
            #"{"$.posts[0].id":7}"#,
            remove: ["$.posts[*].author", "$.posts[1]", "$.total"]
        )
        #expect(text(removed) == #"{"posts":[{"id":7}]}"#)
        #expect(removed.count == 5)
        #expect(text(try result(Self.feed, nil, remove: ["$.posts[*]"])).hasPrefix(#"{"posts":[]"#))
        #expect(text(try result(Self.feed, nil, remove: ["$.*"])) == "{}")
    }

    @Test
    func `paths that lead to nothing are named`() throws {
        let result = try result(
            Self.feed,
            #"{"$.posts[9].id":1,"$.total.x":1,"$.none.x":1,"$.posts.id":1,"$.total":3}"#,
            remove: ["$.a", "$.posts[2]", "$['x\u{1}y']"]
        )
        #expect(result.count == 1)
        #expect(
            result.words
                == "1 value; nothing at $.posts[9].id, $.total.x, $.none.x, $.posts.id, $.a and 2 more"
        )
    }

    @Test
    func `a merge patch names what it could not remove`() throws {
        let result = try result(Self.feed, #"{"total":null,"page":null,"a":{"b":null}}"#)
        #expect(result.words == "2 values; nothing at $.page")
    }

    @Test
    func `a value that would make the document too long is not put`() throws {
        let list = "[" + Array(repeating: "{}", count: 2000).joined(separator: ",") + "]"
        let long = String(repeating: "x", count: 20_000)
        let result = try result(list, #"{"$[*].text":"\#(long)"}"#)
        #expect(result.count == DocumentPatch.longestDocument / (long.utf8.count + 2))
    }

    @Test(
        arguments: [
            (#"{"$.a":1,"b":2}"#, [], "patch", "has the path '$.a' beside the name 'b'"),
            (#"{}"#, [], "patch", "is empty, so that nothing would change"),
            (#"["x"]"#, [], "patch", "is no object"),
            (#"{"$.a[":1}"#, [], "patch.$.a[", "is the path '$.a[', which has no ']' for its '['"),
            (nil, ["$.a", "$"], "remove[1]", "is the whole document, which cannot be removed"),
            (nil, ["a"], "remove[0]", "is the path 'a', which does not begin with '$'"),
        ] as [(String?, [String], String, String)]
    )
    func `what cannot be right is refused`(
        patch: String?,
        remove: [String],
        member: String,
        words: String
    ) {
        let fault = #expect(throws: DocumentPatch.Fault.self) {
            try result("{}", patch, remove: remove)
        }
        #expect(fault?.member == member)
        #expect(fault?.words == words)
    }

    @Test
    func `a name that only begins with a dollar is no path`() throws {
        #expect(text(try result("{}", ##"{"$schema":"s"}"##)) == ##"{"$schema":"s"}"##)
    }
}

extension [UInt8] {
    fileprivate func hasPart(_ part: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}

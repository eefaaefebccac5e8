import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

@Suite struct OwnParametersTests {
    private func taken(_ target: String) throws -> (Request, [String]) {
        var request = try Request.asking("GET", target, [("Cookie", "a=b")])
        let pairs = request.takeParameters(["__fault", "__delay"])
        return (request, pairs.map { "\($0.name)=\($0.value)" })
    }

    @Test(arguments: [
        ("/a?__fault=reset", ["__fault=reset"], "/a"),
        ("/a?b=1&__fault=status%20503&c=%2F", ["__fault=status 503"], "/a?b=1&c=%2F"),
        ("/a%20b?__delay=1s&x&__fault=", ["__delay=1s", "__fault="], "/a%20b?x"),
        ("/a?__faults=1&_fault=2", [], "/a?__faults=1&_fault=2"),
        ("/a", [], "/a"),
        ("http://h.test/a?__delay=1s&b", ["__delay=1s"], "/a?b"),
    ])
    func `parameters for the server are taken out of the target`(
        target: String,
        pairs: [String],
        rest: String
    ) throws {
        let (request, taken) = try taken(target)
        #expect(taken == pairs)
        #expect(request.rawTargetWithoutPrefix.elementsEqual(rest.utf8))
        if !pairs.isEmpty { #expect(request.target.elementsEqual(rest.utf8)) }
        #expect(request.cookie == "a=b")
    }

    @Test func `the decoded path and its prefix stay`() throws {
        var request = try Request.asking("GET", "/w/%61/p%20q?__delay=1s&b=2")
        request.dropPathPrefix(4)
        _ = request.takeParameters(["__delay"])
        #expect(request.path.elementsEqual("/p q".utf8))
        #expect(request.pathPrefix == "/w/a")
        #expect(request.rawPathWithoutPrefix.elementsEqual("/p%20q".utf8))
    }

    @Test(arguments: [
        ("/a?__x", true), ("/a?b__", true), ("/a?_x_y", false), ("/a?_", false), ("/a__b", false),
    ])
    func `whether there can be any is seen at once`(target: String, isPossible: Bool) throws {
        #expect(try Request.asking("GET", target).mayHaveOwnParameters == isPossible)
    }
}

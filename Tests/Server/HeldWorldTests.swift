import MockPostlyContent
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Slow calls of the control plane, in whose world something happens before they have ended.
@Suite
struct HeldWorldTests {
    private static let calls = [
        ("/data/people", #"{"email":"ada@example.com","password":"p"}"#),
        ("/tokens", #"{"system":"google","user":"mira.sol@example.com"}"#),
    ]

    private func begin(_ call: (path: String, body: String), _ host: TestHost) throws -> Caller {
        let caller = Caller()
        let path = "/w/a/__mockpostly/v1\(call.path)"
        host.course.receive(try .asking("POST", path, body: call.body), from: caller)
        #expect(caller.response == nil)
        return caller
    }

    @Test(arguments: Self.calls.indices)
    func `nothing is written while the content is being changed`(_ place: Int) throws {
        let host = try TestHost.serving(.standard)
        try host.makeWorld(#""id":"a""#)
        let world = try host.running("a")
        let caller = try begin(Self.calls[place], host)
        world.hold()
        host.workOff()
        #expect(caller.response == nil)
        #expect(try !world.domain.users.hasAccount(email: "ada@example.com"))
        world.letGo()
        #expect(caller.response?.status == (place == 0 ? 201 : 200))
    }

    @Test(arguments: Self.calls.indices)
    func `nothing is written after the world was deleted`(_ place: Int) throws {
        let host = try TestHost.serving(.standard)
        try host.makeWorld(#""id":"a""#)
        let caller = try begin(Self.calls[place], host)
        #expect(try host.control("DELETE", "/worlds/a").status == 204)
        #expect(caller.response?.status == 404)
    }
}

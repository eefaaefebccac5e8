import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyServer

/// Worlds with an era of DummyJSON of their own.
@Suite
struct WorldErasTests {
    /// Whether a world has the records of January 2023, when reactions were a number.
    private func hasOldRecords(_ application: TestHost, _ world: String) throws -> Bool {
        let post = try application.answer("GET", "/w/\(world)/posts/1").json
        return try #require(post["reactions"]).int != nil
    }

    @Test
    func `a world has the records of its own era, also after a reset or in a fork`() throws {
        let application = try TestHost.serving(.standard)
        let settings = #""settings":{"dummyjson-era":"legacy"}"#
        try application.makeWorld(#""id":"old",\#(settings)"#)
        #expect(try hasOldRecords(application, "old"))
        #expect(try !hasOldRecords(application, "default"))
        let reset = try application.control("POST", "/reset", #"{"world":"old"}"#)
        #expect(reset.status == 200)
        #expect(try hasOldRecords(application, "old"))
        try application.makeWorld(#""id":"fork","from":"world:old""#)
        #expect(try hasOldRecords(application, "fork"))
        let today = #""settings":{"dummyjson-era":"current"}"#
        try application.makeWorld(#""id":"new","from":"world:old",\#(today)"#)
        #expect(try !hasOldRecords(application, "new"))
    }
}

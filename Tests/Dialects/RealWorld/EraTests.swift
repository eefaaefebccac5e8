import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@testable import RealWorldDialect

@Suite
struct EraTests {
    @Test(arguments: [
        ("api.realworld.io", true), ("Conduit.ProductionReady.io", true),
        ("api.realworld.show", false), ("localhost:8080", false),
    ])
    func `only the names that are gone are of the old era`(host: String, isOld: Bool) throws {
        let request = try Request.asking("GET", "/api/tags", host: host)
        #expect(RealWorld.isOld(request) == isOld)
    }
}

import MockPostlyControl
import MockPostlyDialect
import MockPostlyHTTP
import PostlyDialect
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct RouteLineTests {
    private func lines(_ dialects: [String]) -> [RouteLine] {
        var configuration = Configuration()
        configuration.dialects = dialects
        return configuration.routeLines
    }

    @Test
    func `the lines are those of the tables that serve`() {
        let lines = lines(["postly"])
        let postly = lines.filter { $0.dialect == "postly" }
        let control = lines.filter { $0.dialect == "control" }
        #expect(postly.map(\.path) == Postly.routes.map(\.pattern))
        #expect(postly.map(\.method) == Postly.routes.map(\.method.name))
        #expect(control.map(\.path) == (Control.pages + Control.routes).map(\.pattern))
        // Google's accounts are always served.
        let google = lines.filter { $0.dialect == "google" }
        #expect(!google.isEmpty && lines.count == postly.count + google.count + control.count)
        #expect(lines.allSatisfy { !$0.summary.isEmpty })
    }

    @Test
    func `the dialects stand in the order in which they are given`() {
        let both = lines(["dummyjson", "postly"])
        #expect(both.map(\.dialect).first == "dummyjson")
        for dialect in DialectRegistry.standard.all {
            let routes = dialect.routeLines
            #expect(!routes.isEmpty && routes.allSatisfy { $0.dialect == dialect.name })
        }
    }

    @Test
    func `the control plane is always there`() {
        #expect(Set(lines([]).map(\.dialect)) == ["google", "control"])
    }

    @Test
    func `the program says what it is made of, itself first`() {
        let all = BuildInfo.all
        #expect(all.map(\.name) == ["name", "version", "swift", "libevent", "sqlite", "openssl"])
        #expect(all[0].value == "mockpostly")
        #expect(all[1].value.split(separator: ".").count == 3)
        for (_, value) in all {
            #expect(!value.isEmpty && !value.contains { $0 == "\"" || $0 == "\\" || $0 == "\n" })
        }
    }
}

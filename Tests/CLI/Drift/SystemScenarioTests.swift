import MockPostlyDialect
import MockPostlyServer
import Testing

@testable import MockPostlyDrift

@Suite struct SystemScenarioTests {
    private static let names = DialectRegistry.standard.scenarios.map(\.name)

    @Test func `the systems with an API of their own have a scenario`() {
        let others = Set(DialectRegistry.standard.choices).subtracting(Self.names)
        #expect(others == ["api"])
    }

    @Test(arguments: names)
    func `steps have names of their own, lines of a contract, and use only what comes before`(
        name: String
    ) throws {
        let scenario = try #require(DialectRegistry.standard[name]?.drift)
        var known: Set<String> = []
        for step in scenario.steps {
            for variable in step.variables {
                guard let point = variable.firstIndex(of: ".") else { continue }
                #expect(known.contains(String(variable[..<point])), "\(step.name): \(variable)")
            }
            #expect(known.insert(step.name).inserted, "\(step.name)")
            #expect(!step.contract.isEmpty && !step.rule.isEmpty)
            #expect(ContractPlace(of: step, 200) != nil, "\(step.name)")
        }
    }

    @Test(arguments: [
        ("postly", "GET", "/api/posts/5", 200, "postly/"),
        ("postly", "GET", "/api/posts/5", 404, "postly/"),
        ("realworld", "GET", "/api/tags", 200, "realworld/"),
        ("realworld", "GET", "/realworld/api/tags", 200, "realworld/"),
        ("wreely", "GET", "/services/v2/9/members?access_token=x", 200, "wreely/"),
    ])
    func `a recorded step has the line of a transcript of its route and status`(
        name: String,
        method: String,
        path: String,
        status: Int,
        folder: String
    ) throws {
        var scenario = DriftScenario(
            name,
            [DriftStep("1", method, path).with { $0.isRecorded = true }]
        )
        let routes = [
            "/api/posts/{id}", "/realworld/api/tags", "/services/v2/{vendor}/members",
        ]
        scenario.match(routes, isWhole: true, of: DialectRegistry.standard[name]?.drift)
        let step = try #require(scenario.steps.first)
        let place = try #require(ContractPlace(of: step, status))
        #expect(place.file.hasPrefix(folder))
        #expect(place.request > 0 && place.status > place.request)
    }
}

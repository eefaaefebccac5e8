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
}

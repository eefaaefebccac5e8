import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing

@testable import DummyJSONDialect

/// What a log-in keeps for the next one of the same user.
@Suite
struct TokenStartTests {
    private static let records: [DocumentKind: String] = [
        .users: #"{"id":1,"username":"ann","password":"p","email":"a@x.example","#
            + #""image":"https://dummyjson.com/icon/ann/128"},"#
            + #"{"id":2,"username":"bob","password":"q","image":"https://elsewhere.example/"}"#
    ]

    private static let logIns: [(host: String, name: String, password: String)] = [
        ("localhost:1", "ann", "p"), ("localhost:1", "ann", "p"), ("localhost:2", "ann", "p"),
        ("mock.example", "ANN", "p"), ("localhost:1", "bob", "q"), ("localhost:1", "ann", "p"),
        ("localhost:1", "ann", "other"),
    ]

    @Test(arguments: [DummyJSON.Era.current, .legacy])
    func `log-ins are answered the same with caches as without`(era: DummyJSON.Era) throws {
        let apis = try [true, false].map { usesCaches in
            try DummyJSON.fresh(Self.records, usesCaches: usesCaches) {
                $0.era = era
                $0.writes = .keep
            }
        }
        for change in ["", #"{"email":"new@x.example"}"#, #"{"password":"other"}"#] {
            if !change.isEmpty {
                for api in apis { _ = try api.send("PUT", "/users/1", change) }
            }
            for (host, name, password) in Self.logIns {
                let request = try Request.asking(
                    "POST",
                    "/auth/login",
                    [("Content-Type", "application/json")],
                    body: #"{"username":"\#(name)","password":"\#(password)"}"#,
                    host: host
                )
                let answers = try apis.map { try $0.answer(request) }
                #expect(answers[0].status == answers[1].status)
                #expect(answers[0].body == answers[1].body)
                #expect(answers[0].allFields == answers[1].allFields)
            }
        }
    }

    @Test
    func `the start is counted in the budget, and kept until the users change`() throws {
        let budget = CacheBudget()
        let api = try DummyJSON.fresh(Self.records, budget: budget) { $0.writes = .keep }
        let logIn = {
            _ = try api.send("POST", "/auth/login", #"{"username":"ann","password":"p"}"#)
        }
        #expect(api.index.user(named: "ann")?.tokenStart == nil)
        let held = budget.bytes
        try logIn()
        let start = try #require(api.index.user(named: "ann")?.tokenStart)
        #expect(budget.bytes == held + start.bufferedBytes)
        try logIn()
        #expect(budget.bytes == held + start.bufferedBytes)
        _ = try api.send("PUT", "/users/2", #"{"email":"b@x.example"}"#)
        #expect(api.index.user(named: "ann")?.tokenStart == nil)
    }

    @Test
    func `nothing is kept without caches`() throws {
        let api = try DummyJSON.fresh(Self.records, usesCaches: false)
        _ = try api.send("POST", "/auth/login", #"{"username":"ann","password":"p"}"#)
        #expect(api.index.user(named: "ann")?.tokenStart == nil)
    }
}

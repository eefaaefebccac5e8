import MockPostlyArchives
import Testing

@testable import MockPostlyDrift

@Suite struct ScenarioTests {
    @Test func `a template is filled from answers, and quoted where it stands`() {
        var run = DriftRun(variables: ["unique": "a\"b"])
        let answer = DriftAnswer(
            status: 200,
            body: Array(#"{"list":[{"id":"x/y"}]}"#.utf8),
            time: 0
        )
        run.keep(answer, of: DriftStep("first", "GET", "/"))
        let step = DriftStep("next", "POST", "/things/{{first.list[0].id}}").with {
            $0.body = #"{"title":"{{unique}}","braces":{"a":{"b":1}}}"#
        }
        let request = run.request(of: step)
        #expect(request?.path == "/things/x%2Fy")
        let body = request?.body.map { String(decoding: $0, as: UTF8.self) }
        #expect(body == #"{"title":"a\"b","braces":{"a":{"b":1}}}"#)
        #expect(run.request(of: DriftStep("other", "GET", "/{{first.list[1].id}}")) == nil)
    }

    private static let archive = #"""
        {"log":{"entries":[
        {"request":{"method":"POST","url":"https://api.example/v2/login","headers":[
        {"name":":authority","value":"api.example"},{"name":"Cookie","value":"a=b"},
        {"name":"Content-Type","value":"application/json"}],"postData":{"text":"{}"}},
        "response":{"status":200,"headers":[],"content":{"text":"{\"token\":\"Abcdefghij0123456789\"}"}}},
        {"request":{"method":"GET","url":"https://fonts.example/a.woff","headers":[]}},
        {"request":{"method":"POST","url":"https://api.example/v2/posts","headers":[
        {"name":"Authorization","value":"Bearer Abcdefghij0123456789"}]},
        "response":{"status":201,"content":{"text":"eyJpZCI6NTd9","encoding":"base64"}}},
        {"request":{"method":"DELETE","url":"https://api.example/v2/posts/57?why=none#x","headers":[]}},
        {"request":{"method":"GET"}}]}}
        """#

    @Test func `a recording becomes steps whose ids and tokens are variables`() throws {
        let archive = try #require(Archive(Array(Self.archive.utf8)))
        #expect(archive.unreadable == 1)
        let exchanges = archive.exchanges.filter { $0.address.host == "api.example" }
        let scenario = DriftScenario("mine", from: exchanges, below: "/v2") { _ in false }
        #expect(
            scenario.steps.map { "\($0.method) \($0.path)" } == [
                "POST /login", "POST /posts", "DELETE /posts/{{2.id}}?why=none",
            ]
        )
        #expect(scenario.steps.map(\.writes) == [false, true, true])
        #expect(scenario.steps[0].headers == [.init("Content-Type", "application/json")])
        #expect(scenario.steps[1].headers == [.init("Authorization", "Bearer {{1.token}}")])
    }

    @Test func `of a recording only what the system has a route for is kept`() {
        let paths = ["/posts/7?a=b", "/posts/add", "/posts/add/more", "/api/posts", "/api/tags"]
        let routes = ["/posts/{id}", "/posts/add", "/http/{a}/{b}", "/realworld/api/tags"]
        var scenario = DriftScenario("realworld", paths.map { DriftStep($0, "GET", $0) })
        scenario.match(routes, isWhole: false, of: nil)
        #expect(
            scenario.steps.map(\.route) == ["/posts/{id}", "/posts/add", nil, nil, "/api/tags"]
        )
        scenario.match(routes, isWhole: true, of: nil)
        #expect(scenario.steps.map(\.path) == ["/posts/7?a=b", "/posts/add", "/api/tags"])
    }

    @Test func `your own routes are read from lists to their first elements`() {
        let routes = [
            ("GET", "/tasks"), ("POST", "/tasks"), ("GET", "/tasks/{id}"), ("GET", "/a/{b}/{c}"),
        ]
        let steps = DriftScenario(ofRoutes: routes).steps
        #expect(steps.map(\.path) == ["/tasks", "/tasks/{{/tasks.[0].id}}"])
    }
}

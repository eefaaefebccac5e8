import MockPostlyArchives
import Testing

@testable import MockPostlyDrift

/// What becomes of recorded requests at another server than the one that was recorded.
@Suite struct RecordedTests {
    private func exchange(
        _ line: String,
        _ body: String = "",
        answer: String = "{}",
        fields: [ArchivedExchange.Field] = []
    ) throws -> ArchivedExchange {
        let words = line.split(separator: " ").map(String.init)
        let address = try #require(ArchivedExchange.Address("https://api.example\(words[1])"))
        var exchange = ArchivedExchange(method: words[0], address: address, status: 200)
        exchange.requestFields = fields
        exchange.requestBody = Array(body.utf8)
        exchange.requestType =
            body.hasPrefix("{") ? "application/json" : words.dropFirst(2).first ?? ""
        exchange.body = Array(answer.utf8)
        return exchange
    }

    private func steps(_ exchanges: [ArchivedExchange], isSame: Bool = false) -> [DriftStep] {
        let scenario = DriftScenario("mine", from: exchanges, below: "", isSame: isSame) { name in
            [
                "authorization", "x-api-key", "api_key", "password", "token", "refreshToken",
                "tokens",
            ]
            .contains(name.lowercased()) || name == "refreshToken"
        }
        return scenario.steps
    }

    @Test func `secrets go to no other server`() throws {
        let secret = "s3cr3t"
        let all = try [
            exchange(
                "GET /posts?api%5Fkey=\(secret)&page=2",
                fields: [
                    .init(name: "X-Api-Key", value: secret), .init(name: "Accept", value: "*/*"),
                    .init(name: "Authorization", value: "Bearer \(secret)"),
                    .init(name: "X-Original-Url", value: "/posts?api_key=\(secret)"),
                ]
            ),
            exchange("PUT /me", #"{"name":"Ada","password":"\#(secret)","tokens":["\#(secret)"]}"#),
            exchange("PUT /me", #"{"set":[{"name":"api_key","value":"\#(secret)"}]}"#),
            exchange("PUT /me application/x-www-form-urlencoded", "a=b&pass%77ord=\(secret)"),
        ]
        let steps = steps(all)
        #expect(!"\(steps)".contains(secret))
        #expect(steps[0].path == "/posts?page=2")
        #expect(steps[0].headers.map(\.name) == ["Accept"])
        #expect(
            steps.map(\.body) == [
                nil, #"{"name":"Ada","tokens":[]}"#, #"{"set":[{"name":"api_key"}]}"#, "a=b",
            ]
        )
        #expect("\(self.steps(all, isSame: true))".contains(secret))
    }

    @Test(arguments: [
        ("application/xml", "<a><password>x</password></a>"),
        ("application/json", #"{"query":"mutation { login(password: \"x\") }"}"#),
    ])
    func `a body whose secrets cannot be taken out is not sent`(type: String, body: String) throws {
        let step = try #require(try steps([exchange("PUT /things \(type)", body)]).first)
        #expect(step.gap == .login)
        #expect(DriftRun(variables: [:]).request(of: step) == nil)
    }

    @Test func `a log-in takes the account that was given`() throws {
        let login = try exchange(
            "POST /users/login",
            #"{"user":{"email":"ada@byron.example","password":"s3cr3t"},"remember":true}"#,
            answer: #"{"token":"Abcdefghij0123456789"}"#
        )
        let use = try exchange(
            "GET /me",
            fields: [.init(name: "Authorization", value: "Bearer Abcdefghij0123456789")]
        )
        let steps = steps([login, use])
        #expect(steps.map(\.writes) == [false, false])
        #expect(steps[1].headers.map(\.value) == ["Bearer {{1.token}}"])
        #expect(DriftRun(variables: [:]).request(of: steps[0]) == nil)
        let run = DriftRun(variables: ["email": "me", "password": "mine"])
        let sent = run.request(of: steps[0])?.body.map { String(decoding: $0, as: UTF8.self) }
        #expect(sent == #"{"user":{"email":"me","password":"mine"},"remember":true}"#)
        let link = try self.steps([
            exchange("POST /login", #"{"email":"a"}"#, answer: #"{"token":"x"}"#)
        ])
        #expect(link.map(\.gap) == [.login])
    }

    @Test(arguments: [
        ("POST /devices/token", #"{"token":"abc"}"#, #"{"token":"abc"}"#, true),
        ("POST /devices/token", #"{"token":"abc"}"#, "{}", true),
        ("POST /posts/1/refresh", "", #"{"id":1}"#, true),
        ("POST /login/attempts", #"{"password":"a"}"#, #"{"token":"a"}"#, true),
        ("POST /login", #"{"theme":"dark"}"#, #"{"id":1}"#, true),
        ("DELETE /login", #"{"password":"a"}"#, #"{"token":"a"}"#, true),
        ("POST /login", #"{"password":"a"}"#, "{}", false),
        ("POST /api/auth/login/email", #"{"password":"a"}"#, #"{"accessToken":"a"}"#, false),
        ("POST /auth/refresh", #"{"refreshToken":"a"}"#, #"{"accessToken":"b"}"#, false),
        ("POST /oauth/token", "grant_type=password&password=a", #"{"access_token":"b"}"#, false),
    ])
    func `only what logs in is sent like a read`(
        line: String,
        body: String,
        answer: String,
        writes: Bool
    ) throws {
        let steps = try steps([exchange(line, body, answer: answer)], isSame: true)
        #expect(steps.map(\.writes) == [writes])
    }

    @Test func `the questions of a browser are no requests of the app`() throws {
        var question = try exchange("OPTIONS /posts")
        question.lack = .request
        #expect(try steps([question, exchange("GET /posts")]).map(\.method) == ["GET"])
    }

    @Test(arguments: ["{{password}}", "{{{password}}}", "{", "{{", "}}{{{", "{{{}}", "{{1.token}}"])
    func `braces of a recording are text`(text: String) throws {
        let token = "Abcdefghij0123456789"
        let body = #"{"a":"\#(text)","b":"{\#(token)}"}"#
        let steps = try steps([
            exchange("GET /first", answer: #"{"token":"\#(token)"}"#),
            exchange("PUT /things/{{password}}", body, fields: [.init(name: "X", value: text)]),
        ])
        #expect(steps[1].sent.contains("a=\(text)"))
        var run = DriftRun(variables: ["password": "s3cr3t"])
        run.keep(
            DriftAnswer(status: 200, body: Array(#"{"token":"new"}"#.utf8), time: 0),
            of: steps[0]
        )
        let sent = try #require(run.request(of: steps[1]))
        #expect(sent.path == "/things/{{password}}")
        #expect(sent.headers.first?.value == text)
        #expect(
            sent.body.map { String(decoding: $0, as: UTF8.self) }
                == #"{"a":"\#(text)","b":"{new}"}"#
        )
    }
}

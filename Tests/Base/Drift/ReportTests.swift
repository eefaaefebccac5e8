import MockPostlyArchives
import MockPostlyJSON
import Testing

@testable import MockPostlyDrift

@Suite struct ReportTests {
    /// What a real server has of somebody, in every place where an answer can have it.
    private static let secrets = [
        "ada", "Lovelace", "ada%40byron.example", "byron", "4411223344", "s3cr3t", "tide-of-ada",
    ]

    private static let archive = #"""
        {"log":{"entries":[
        {"request":{"method":"GET","url":"https://api.example/v2/people/ada%40byron.example/notes?by=ada","headers":[
        {"name":"X-Key","value":"s3cr3t"}]},
        "response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"}],
        "content":{"text":"{}"}}},
        {"request":{"method":"POST","url":"https://api.example/v2/people/ada/tide-of-ada","headers":[],
        "postData":{"mimeType":"application/json","text":"{\"name\":\"Lovelace\",\"byron\":{\"4411223344\":1}}"}},
        "response":{"status":201,"content":{"text":"{\"id\":1}"}}}]}}
        """#

    private func report(showsValues: Bool = false) throws -> DriftReport {
        let archive = try #require(Archive(Array(Self.archive.utf8)))
        var scenario = DriftScenario("mine", from: archive.exchanges, below: "/v2") { _ in false }
        scenario.match(["/people/{id}/notes"], isWhole: false, of: nil)
        func run(_ body: String, isReal: Bool = true) -> DriftRun {
            var run = DriftRun(variables: [:])
            for step in scenario.steps {
                let own: [DriftAnswer.Field] = [
                    .init("X-ada-1815-12", "s3cr3t"),
                    .init("Set-Cookie", "ada.byron=s3cr3t; Path=/ada"),
                ]
                let type = isReal ? "application/json; by=ada" : "application/json"
                let answer = DriftAnswer(
                    status: 200,
                    fields: [.init("Content-Type", type)] + (isReal ? own : []),
                    body: Array(body.utf8),
                    time: 0
                )
                run.keep(answer, of: step)
            }
            return run
        }
        let real =
            #"{"id":7,"ada@byron.example":1,"scores":{"ada":"s3cr3t","byron":"Lovelace"},"4411223344":[],"note":"ada"}"#
        // What was sent comes back from the world.
        let world = #"{"id":1,"scores":{"4411223344":1},"note":"tide-of-ada","more":"Lovelace"}"#
        let outcome = DriftOutcome(
            scenario,
            .init(first: run(real), second: run(real), world: run(world, isReal: false)),
            DriftComparison(),
            allowsWrites: true
        )
        return DriftReport(outcome, of: "https://api.example", showsValues: showsValues)
    }

    private func forms(_ report: DriftReport) -> [String] {
        var report = report
        report.hasSides = true
        var json = JSONWriter(escaping: .utf8)
        report.write(&json)
        return [
            report.text, report.junit, report.html, String(decoding: json.finish(), as: UTF8.self),
        ]
    }

    @Test func `no report has anything of the real server's, unless it may`() throws {
        let report = try report()
        #expect(report.outcome.findings.count > 4)
        for form in forms(report) {
            for secret in Self.secrets { #expect(!form.contains(secret), "\(secret) in \(form)") }
            #expect(form.contains("/people/{id}/notes?…") && form.contains("/{…}/{…}/{…}"))
        }
        let open = forms(try self.report(showsValues: true)).joined()
        for secret in Self.secrets { #expect(open.contains(secret)) }
    }

    @Test func `a difference has the line of the contract`() {
        let contract = "postly/auth/email-login-answers-the-user"
        let line = "POST /api/auth/login/email"
        let words = "a login answers a token and the person"
        let scenario = DriftScenario(
            "postly",
            [DriftScenario.send("login", line, "{}", writes: false).shows(words, contract)],
            "\(contract) \(line): \(contract) 13 18 200 content-type",
            routes: ""
        )
        let step = scenario.steps[0]
        let fields = [DriftAnswer.Field("Content-Type", "application/json")]
        let text =
            #"{"accessToken":"a","user":{"userId":"1","name":"B","email":"c","profilePicture":null}}"#
        let here = DriftAnswer(status: 200, fields: fields, body: Array(text.utf8), time: 0)
        var real = here
        real.body = Array(#"{"accessToken":"a","user":{"userId":"1","name":"B","email":"c"}}"#.utf8)
        real.fields = [.init("Content-Type", "text/json")]
        var runs: [DriftRun] = []
        for answer in [real, real, here] {
            var run = DriftRun(variables: ["email": "a", "password": "b"])
            run.keep(answer, of: step)
            runs.append(run)
        }
        let outcome = DriftOutcome(
            DriftScenario("postly", [step]),
            .init(first: runs[0], second: runs[1], world: runs[2]),
            DriftComparison(),
            allowsWrites: false
        )
        let report = DriftReport(outcome, of: "x", showsValues: false)
        let file = "Tests/Contracts/postly/auth/email-login-answers-the-user.http"
        #expect(
            report.text == """
                login: POST /api/auth/login/email
                  contract: a login answers a token and the person (\(file):13)
                  header content-type: text/json, here application/json (line 19)
                  missing body.user.profilePicture: missing, here null (line 21)
                postly at x: 2 differences in 1 step; 1 step compared

                """
        )
    }

    @Test func `what has no row of its own marks the row that it is in`() throws {
        let step = DriftStep("login", "POST", "/login")
        let answer = DriftAnswer(
            status: 200,
            body: Array(#"{"user":{"token":"a.b.c"},"list":[1]}"#.utf8),
            time: 0
        )
        var part = DriftOutcome.Part(step: step, real: answer, here: answer)
        part.findings = ["body.user.token.claims.exp − iat", "header x-none", "body.list[0]"].map {
            DriftFinding(step: "login", kind: .value, field: $0, words: "")
        }
        let report = DriftReport(try report().outcome, of: "x", showsValues: false)
        let marked = report.rows(part).filter(\.differs).map(\.path)
        #expect(marked == ["body.user.token", "body.list[0]"])
    }

    @Test func `texts of several lengths are found where they begin, the longest first`() {
        var known = KnownTexts()
        for (text, name) in [("ab", "2"), ("abcdefgh", "8"), ("abcdefghij", "10"), ("é", "e")] {
            known.note(text, as: name)
        }
        known.note("ab", as: "other")
        let found = known.replaced(in: "xabcdefghijk abcdefghi aéb ab") { "<\($0)>" }
        #expect(found == "x<10>k <8>i a<e>b <2>")
    }
}

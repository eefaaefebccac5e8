import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

/// What a system was called in the version before.
@Suite struct FormerNamesTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    @Test(arguments: [
        ("POST", "/faults", #"{"fault":"reset","match":{"dialect":"shop"}}"#, 201),
        ("POST", "/stubs", #"{"match":{"dialect":"shop"},"response":{"status":204}}"#, 201),
        ("POST", "/requests/find", #"{"match":{"dialect":"shop"}}"#, 200),
        ("POST", "/requests/verify", #"{"match":{"dialect":"shop"},"never":true}"#, 200),
        ("POST", "/tokens", #"{"dialect":"shop","user":"7"}"#, 200),
        ("GET", "/requests?dialect=shop", "", 200),
        ("GET", "/routes?dialect=shop", "", 200),
    ])
    func `it is taken`(method: String, path: String, body: String, status: Int) throws {
        let answer = try server.answer(method, path, body: body)
        #expect(answer.status == status, "\(answer.text)")
    }

    @Test(arguments: [
        ("POST", "/faults", #"{"fault":"reset","match":{"dialect":"x"}}"#, "'match.dialect'"),
        (
            "POST", "/stubs", #"{"match":{"dialect":"x"},"response":{"status":204}}"#,
            "'match.dialect'"
        ),
        ("POST", "/requests/find", #"{"match":{"dialect":"x"}}"#, "'match.dialect'"),
        ("POST", "/requests/wait", #"{"match":{"dialect":"x"}}"#, "'match.dialect'"),
        ("POST", "/requests/verify", #"{"order":[{"dialect":"x"},{}]}"#, "'order[0].dialect'"),
        ("POST", "/tokens", #"{"dialect":"x","user":"7"}"#, "'dialect'"),
        ("GET", "/requests?dialect=x", "", "'dialect'"),
        ("GET", "/requests/har?dialect=x", "", "'dialect'"),
        ("GET", "/requests/events?dialect=x", "", "'dialect'"),
        ("GET", "/routes?dialect=x", "", "'dialect'"),
    ])
    func `it is what refusals say`(method: String, path: String, body: String, word: String) throws
    {
        let answer = try server.answer(method, path, body: body)
        #expect(answer.status == 400 && answer.text.contains(word), "\(answer.text)")
    }

    @Test(arguments: [
        (
            "POST", "/faults", #"{"fault":"reset","match":{"dialect":"shop","system":"shop"}}"#,
            "'match.dialect' and 'match.system'"
        ),
        (
            "POST", "/tokens", #"{"dialect":"shop","system":"shop","user":"7"}"#,
            "'dialect' and 'system'"
        ),
        ("GET", "/requests?dialect=shop&system=shop", "", "'dialect' and 'system'"),
        ("GET", "/routes?system=shop&dialect=shop", "", "'dialect' and 'system'"),
    ])
    func `both names are refused`(method: String, path: String, body: String, words: String) throws
    {
        let answer = try server.answer(method, path, body: body)
        let root = try JSON(parsing: answer.body).root
        #expect(answer.status == 400 && root["detail"]?.string?.contains(words) == true)
        #expect(root["hint"]?.string == "'dialect' is the former name of 'system'.")
    }
}

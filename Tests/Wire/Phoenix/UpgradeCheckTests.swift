import MockPostlyPhoenix
import Testing

@Suite struct UpgradeCheckTests {
    @Test func `a good request is accepted with the serializer it asked for`() {
        #expect(check() == .accepted(7, .v2, subprotocol: nil))
        #expect(check { $0.vsn = nil } == .accepted(7, .v1, subprotocol: nil))
        #expect(check { $0.vsn = "1.0.0" } == .accepted(7, .v1, subprotocol: nil))
    }

    @Test func `each fault has its answer`() {
        #expect(check { $0.method = "POST" } == .refused(status: 400, body: ""))
        #expect(check { $0.method = "HEAD" } == .refused(status: 400, body: ""))
        #expect(check { $0.origin = "http://evil.test" } == .refused(status: 403, body: ""))
        for vsn in ["", "2.0", "3.0.0"] {
            #expect(check { $0.vsn = vsn } == .refused(status: 403, body: ""))
        }
        for token in [nil, "", "wrong"] as [String?] {
            #expect(check { $0.token = token } == .refused(status: 403, body: ""))
        }
        let fault = "'connection' header must contain 'upgrade'"
        #expect(check { $0.handshakeFault = fault } == .refused(status: 400, body: fault))
    }

    @Test func `the first fault in the order of checks is answered`() {
        var request = UpgradeRequest(
            method: "PUT",
            origin: "http://evil.test",
            vsn: "2.0",
            token: "wrong",
            handshakeFault: "no upgrade"
        )
        var looked = 0
        func outcome() -> UpgradeOutcome<Int> {
            UpgradeCheck(allowedOrigins: ["http://app.test"]).outcome(of: request) { token in
                looked += 1
                return token == "good" ? 7 : nil
            }
        }
        #expect(outcome() == .refused(status: 400, body: ""))
        request.method = "GET"
        #expect(outcome() == .refused(status: 403, body: ""))
        request.origin = nil
        #expect(outcome() == .refused(status: 403, body: ""))
        #expect(looked == 0)
        request.vsn = "2.0.0"
        #expect(outcome() == .refused(status: 403, body: ""))
        #expect(looked == 1)
        request.token = "good"
        #expect(outcome() == .refused(status: 400, body: "no upgrade"))
        request.handshakeFault = nil
        #expect(outcome() == .accepted(7, .v2, subprotocol: nil))
    }

    @Test func `without a list every origin may connect`() {
        let any = UpgradeCheck()
        #expect(any.allows(origin: nil) && any.allows(origin: "null"))
        let one = UpgradeCheck(allowedOrigins: ["http://App.test:3000"])
        #expect(one.allows(origin: nil) && one.allows(origin: "HTTP://app.TEST:3000"))
        #expect(!one.allows(origin: "http://app.test") && !one.allows(origin: "null"))
        #expect(!UpgradeCheck(allowedOrigins: []).allows(origin: "http://app.test"))
    }

    @Test(arguments: [
        "phoenix, base64url.bearer.phx.Z29vZA",
        "phoenix,base64url.bearer.phx.Z29vZA==",
        " base64url.bearer.phx.Z29vZA\t,\tphoenix ",
        "other, phoenix, base64url.bearer.phx.Z29vZA",
    ])
    func `the token may come as a subprotocol`(_ protocols: String) {
        let outcome = check {
            $0.token = nil
            $0.protocols = protocols
        }
        #expect(outcome == .accepted(7, .v2, subprotocol: "phoenix"))
    }

    @Test(arguments: [
        "phoenix", "phoenix, base64url.bearer.phx.", "phoenix, base64url.bearer.phx.Z",
        "phoenix, base64url.bearer.phx.Z29v ZA", "phoenix, Base64url.bearer.phx.Z29vZA",
        "phoenix, base64url.bearer.phx.Z29v=ZA", "phoenix, base64url.bearer.phx._w",
    ])
    func `a subprotocol without a token`(_ protocols: String) {
        let outcome = check {
            $0.token = nil
            $0.protocols = protocols
        }
        #expect(outcome == .refused(status: 403, body: ""))
    }

    @Test func `a token is sent in either alphabet of base64`() {
        for text in ["Pz8-fn5-", "Pz8+fn5+"] {
            let request = UpgradeRequest(
                method: "GET",
                vsn: "2.0.0",
                protocols: "phoenix, base64url.bearer.phx.\(text)"
            )
            var asked: [String] = []
            _ = UpgradeCheck().outcome(of: request) { token -> Int? in
                asked.append(token)
                return nil
            }
            #expect(asked == ["??>~~~"])
        }
    }

    @Test func `no subprotocol is selected unless both are offered`() {
        for protocols in ["phoenix", "graphql-ws", "base64url.bearer.phx.Z29vZA", ""] {
            #expect(check { $0.protocols = protocols } == .accepted(7, .v2, subprotocol: nil))
        }
    }

    @Test func `the query's token is asked first`() {
        let protocols = "phoenix, base64url.bearer.phx.Z29vZA"
        var request = UpgradeRequest(method: "GET", token: "first", protocols: protocols)
        var asked: [String] = []
        let outcome = UpgradeCheck().outcome(of: request) { token -> Int? in
            asked.append(token)
            return token == "good" ? 7 : nil
        }
        #expect(asked == ["first", "good"])
        #expect(outcome == .accepted(7, .v1, subprotocol: "phoenix"))
        request.protocols = nil
        #expect(
            UpgradeCheck().outcome(of: request) { _ in 1 } == .accepted(1, .v1, subprotocol: nil)
        )
    }

    /// The outcome of a good request after `change`.
    private func check(
        _ change: (inout UpgradeRequest) -> Void = { _ in }
    ) -> UpgradeOutcome<Int> {
        var request = UpgradeRequest(
            method: "GET",
            origin: "http://app.test",
            vsn: "2.0.0",
            token: "good"
        )
        change(&request)
        return UpgradeCheck(allowedOrigins: ["http://app.test"]).outcome(of: request) { token in
            token == "good" ? 7 : nil
        }
    }
}

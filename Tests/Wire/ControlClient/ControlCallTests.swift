import MockPostlyControlClient
import MockPostlyHTTPClient
import Testing

@Suite struct ControlCallTests {
    @Test func `parts of the path and of the query are encoded`() {
        let call = ControlCall("GET", ["faults", "a/b"], query: [("a\n&", "w 1"), ("of", nil)])
        let request = call.request(nil)
        #expect(request.method == "GET")
        #expect(request.path == "/__mockpostly/v1/faults/a%2Fb?a%0A%26=w%201")
        #expect(request.fields.isEmpty && request.body == nil)
    }

    @Test(arguments: [
        (ControlCall.Body.json([0x7B, 0x7D]), "application/json"),
        (.bytes([0]), "application/octet-stream"),
    ])
    func `a body has its type`(body: ControlCall.Body, type: String) {
        let request = ControlCall("POST", ["import"], body: body).request(nil)
        #expect(request.fields.map(\.name) == ["Content-Type"])
        #expect(request.fields.map(\.value) == [type])
        #expect(request.body?.isEmpty == false)
    }

    @Test func `a message of an agent has its own path, and the token`() {
        let request = ControlCall(message: []).request("secret")
        #expect(request.path == "/__mockpostly/mcp")
        #expect(request.fields.first?.name == "Authorization")
        #expect(request.fields.first?.value == "Bearer secret")
    }
}

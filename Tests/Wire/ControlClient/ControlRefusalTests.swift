import MockPostlyControlClient
import MockPostlyHTTPClient
import Testing

@Suite struct ControlRefusalTests {
    private func refusal(_ body: String) -> ControlRefusal {
        ControlRefusal(HTTPAnswer(status: 422, body: Array(body.utf8)))
    }

    @Test func `a problem document is read`() {
        let refusal = refusal(
            #"{"title":"T","detail":"D","hint":"H","nearest":[{"number":3},{"number":1}]}"#
        )
        #expect(refusal.status == 422 && refusal.title == "T")
        #expect(refusal.detail == "D" && refusal.hint == "H" && refusal.nearest == [3, 1])
    }

    @Test(arguments: ["", "<p>no</p>", "[]", "{}"])
    func `another answer has its text alone`(body: String) {
        let refusal = refusal(body)
        #expect(refusal.detail == nil && refusal.hint == nil && refusal.nearest == nil)
        #expect(refusal.text == body)
    }
}

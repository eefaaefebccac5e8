import MockPostlyHTTP
import Testing

@testable import MockPostlyTesting

/// What a client in process makes of answers that do not leave as a whole.
@Suite struct DeliveryTests {
    private func answer(_ delivery: Delivery, _ method: String = "GET") throws -> String {
        let head = "\(method) / HTTP/1.1\r\nHost: a\r\n\r\n"
        guard
            case .request(let request) = RequestParser.step(of: Array(head.utf8), RequestLimits())
                .step
        else {
            return "no request"
        }
        var response = Response(contentType: "text/plain", text: "0123456789")
        response.delivery = delivery
        return try InProcessDoor.answer(response, [], to: request).text
    }

    @Test(
        arguments: [
            .whole, .paced(.init(delay: .seconds(3600), piece: 1, pause: .seconds(60))),
            .reset(at: .end), .cut(at: .body(10)), .stalled(at: .end, for: .seconds(3600)),
            Delivery(.length(10)),
        ] as [Delivery]
    )
    func `an answer that is whole is an answer, without any wait`(_ delivery: Delivery) throws {
        #expect(try answer(delivery) == "0123456789")
    }

    @Test func `a length that is too short cuts the body`() throws {
        #expect(try answer(Delivery(.lengthOff(by: -4))) == "012345")
        #expect(try answer(.cut(at: .body(0)), "HEAD") == "")
    }

    @Test(
        arguments: [
            (.noAnswer, "without an answer"), (.cut(at: .body(9)), "before the end"),
            (Delivery(.lengthOff(by: 1)), "before the end"), (.reset(), "is reset"),
            (.stalled(at: .body(3), for: .seconds(1)), "does not go on"),
            (Delivery(.badChunk(after: 4)), "not HTTP"),
            (Delivery(.bytes(Array("nonsense\r\n\r\n".utf8))), "not HTTP"),
        ] as [(Delivery, String)]
    )
    func `an answer that is not whole is a failure`(_ delivery: Delivery, _ words: String) throws {
        let failure = #expect(throws: MockServer.Failure.self) { try answer(delivery) }
        #expect("\(failure.map { "\($0)" } ?? "")".contains(words))
    }
}

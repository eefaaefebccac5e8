import Testing

@testable import MockPostlyHTTP

@Suite
struct PreparedAnswerTests {
    private static let date = Array("Sat, 14 Feb 2026 12:34:56 GMT".utf8)

    private static func request(_ text: String) throws -> Request {
        let parsed = RequestParser.step(of: Array(text.utf8), RequestLimits())
        guard case .request(let request) = parsed.step else { throw NotARequest() }
        return request
    }

    private struct NotARequest: Error {}

    /// What a connection sends without preparing.
    private static func sent(_ response: Response, isHead: Bool) -> [UInt8] {
        var writer = ResponseWriter()
        writer.write(response, date: date, minorVersion: 1, keepsAlive: true, isHead: isHead)
        guard response.hasBody, !isHead else { return writer.bytes }
        let end = UnsafeBufferPointer(
            start: writer.bodyEnd.utf8Start,
            count: writer.bodyEnd.utf8CodeUnitCount
        )
        return writer.bytes + response.body + end
    }

    private static let responses: [Response] = {
        var chunked = Response(contentType: "text/plain", text: "four and more")
        chunked.isChunked = true
        var kept = Response(contentType: "application/json", text: "{}")
        kept.keepAliveTimeout = 5
        return [
            Response(contentType: "text/plain", text: "hello"), chunked, kept,
            Response(status: 304), Response(status: 404, contentType: "text/html", text: ""),
        ]
    }()

    @Test(arguments: ["GET", "HEAD"])
    func `the bytes are those that are sent unprepared`(method: String) throws {
        let text = "\(method) /a HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let request = try Self.request(text)
        for response in Self.responses {
            let answer = try #require(PreparedAnswer(response, to: request))
            let expected = Self.sent(response, isHead: method == "HEAD")
            #expect(answer.withBytes(date: Self.date) { Array($0) } == expected)
            #expect(Array(text.utf8).withUnsafeBufferPointer(answer.answers))
        }
    }

    /// Counts from a number on.
    private final class Counter: AnswerRenewal, @unchecked Sendable {
        private var number: Int64
        let rest = 2

        init(from number: Int64) { self.number = number }

        func next(below limit: Int64) -> Int64? {
            guard number + 1 < limit else { return nil }
            number += 1
            return number
        }
    }

    @Test
    func `a number near the end is counted as long as it has so many digits`() throws {
        let json = #"{"a":1,"views":97}"# + "\n"
        var response = Response(contentType: "application/json", text: json)
        response.renewal = Counter(from: 97)
        let request = try Self.request("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try #require(PreparedAnswer(response, to: request))
        #expect(answer.isRenewed)
        for number in 98...99 {
            #expect(answer.renew()?.number == Int64(number))
            response.body = Array(#"{"a":1,"views":\#(number)}"#.utf8) + [0x0A]
            let expected = Self.sent(response, isHead: false)
            #expect(answer.withBytes(date: Self.date) { Array($0) } == expected)
        }
        #expect(answer.renew() == nil)
    }

    @Test
    func `an answer without the number that it counts is not prepared`() throws {
        let head = try Self.request("HEAD /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let get = try Self.request("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var response = Response(contentType: "application/json", text: #"{"views":97}"# + "\n")
        response.renewal = Counter(from: 97)
        #expect(PreparedAnswer(response, to: head) == nil)
        response.body = Array("{}\n".utf8)
        #expect(PreparedAnswer(response, to: get) == nil)
    }

    @Test(arguments: [
        "", "GET /a HTTP/1.1\r\nHost: localhost\r\n", "GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nG",
    ])
    func `other bytes are not answered`(text: String) throws {
        let request = try Self.request("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try #require(PreparedAnswer(Self.responses[0], to: request))
        #expect(!Array(text.utf8).withUnsafeBufferPointer(answer.answers))
    }

    @Test(arguments: [
        "GET /a HTTP/1.0\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab",
    ])
    func `a request that ends the connection or has a body is not prepared`(text: String) throws {
        #expect(PreparedAnswer(Self.responses[0], to: try Self.request(text)) == nil)
    }

    @Test
    func `a response that is not sent as a whole is not prepared`() throws {
        let request = try Self.request("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
        var cut = Self.responses[0]
        cut.delivery = .cut(at: .body(1))
        var last = Self.responses[0]
        last.closesConnection = true
        #expect(PreparedAnswer(cut, to: request) == nil)
        #expect(PreparedAnswer(last, to: request) == nil)
    }
}

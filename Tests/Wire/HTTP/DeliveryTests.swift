import Testing

@testable import MockPostlyHTTP

@Suite struct DeliveryTests {
    private func arrival(
        _ response: Response,
        minorVersion: Int = 1,
        isHead: Bool = false
    ) -> Arrival {
        response.arrival(
            date: bytes("D"),
            minorVersion: minorVersion,
            keepsAlive: true,
            isHead: isHead
        )
    }

    private func response(_ delivery: Delivery = .whole) -> Response {
        var response = Response(body: bytes("0123456789"))
        response.delivery = delivery
        return response
    }

    @Test func `a delivery does not make an answer larger`() {
        // Four storages, the special delivery, a number with its flag, three flags.
        #expect(MemoryLayout<Response>.size == 52)
        #expect(MemoryLayout<Response>.stride == 56)
        #expect(response().leavesAsUsual && Response().delivery.isUsual)
        var response = response(.noAnswer)
        #expect(!response.leavesAsUsual)
        response.delivery = .whole
        #expect(response.leavesAsUsual)
    }

    @Test(arguments: [0, 1], [200, 204])
    func `the usual delivery has the usual bytes`(_ minorVersion: Int, _ status: Int) {
        for bits in 0..<8 {
            let (keepsAlive, isChunked, isHead) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
            var response = response()
            (response.isChunked, response.status) = (isChunked, status)
            response.keepAliveTimeout = 5
            var writer = ResponseWriter()
            writer.write(
                response,
                date: bytes("D"),
                minorVersion: minorVersion,
                keepsAlive: keepsAlive,
                isHead: isHead
            )
            var expected = writer.bytes
            if !isHead && response.hasBody {
                expected += response.body + bytes("\(writer.bodyEnd)")
            }
            response.delivery = .paced(.init())
            let arrival = response.arrival(
                date: bytes("D"),
                minorVersion: minorVersion,
                keepsAlive: keepsAlive,
                isHead: isHead
            )
            #expect(text(arrival.bytes) == text(expected))
            #expect(arrival.ending == (keepsAlive ? .open : .closed))
        }
    }

    @Test func `a cut at each byte gives the bytes before it`() {
        for isChunked in [false, true] {
            var whole = response()
            whole.isChunked = isChunked
            let all = arrival(whole).bytes
            for count in -1...(all.count + 1) {
                var cut = whole
                cut.delivery = .cut(at: .message(count))
                let arrival = arrival(cut)
                #expect(arrival.bytes == Array(all.prefix(max(0, count))))
                #expect(arrival.ending == .closed)
            }
        }
    }

    @Test(arguments: [0, 1, 5, 10, 11])
    func `bytes of the body are counted without their framing`(_ count: Int) {
        var response = response(.reset(at: .body(count)))
        response.isChunked = true
        let head = "HTTP/1.1 200 OK\r\nDate: D\r\nTransfer-Encoding: chunked\r\n\r\n"
        let rest =
            switch count {
            case 0: ""
            case 11: "a\r\n0123456789\r\n0\r\n\r\n"
            default: "a\r\n" + "0123456789".prefix(count)
            }
        #expect(text(arrival(response).bytes) == head + rest)
        #expect(arrival(response).ending == .reset)
    }

    @Test func `a body in parts is framed part by part`() {
        var response = response(Delivery(.badChunk(after: 7)))
        response.isChunked = true
        var writer = ResponseWriter()
        var framer = AnswerFramer(response, minorVersion: 1, keepsAlive: true, isHead: false)
        _ = framer.head(response, date: [], by: &writer)
        #expect(text(framer.body(bytes("01234"))) == "5\r\n01234\r\n")
        #expect(framer.body([]) == [] && !framer.hasEnded)
        #expect(text(framer.body(bytes("56789"))) == "2\r\n56\r\nzz\r\n")
        #expect(framer.hasEnded)
        #expect(framer.body(bytes("more")) == [] && framer.end() == [])
    }

    // MARK: Sources

    private final class Words: BodySource {
        let words: [String]
        let finishes: Bool
        private(set) var isComplete: Bool?

        init(_ words: [String], finishes: Bool) {
            (self.words, self.finishes) = (words, finishes)
        }

        func begin(_ stream: any BodyStream) {
            for word in words { stream.write(bytes(word)) }
            if finishes { stream.finish() }
        }

        func drain() {}
        func stop() {}
        func end(isComplete: Bool) { self.isComplete = isComplete }
    }

    @Test func `a source that ends at once is collected`() {
        let words = Words(["one", "", "two"], finishes: true)
        var response = Response()
        response.source = words
        #expect(!response.leavesAsUsual)
        response.collectSource()
        #expect(response.leavesAsUsual && response.source == nil)
        #expect(text(response.body) == "onetwo" && response.isChunked)
        #expect(words.isComplete == true)
    }

    @Test func `a source without an end is cut behind what is there`() {
        let words = Words(["one", "two"], finishes: false)
        var response = Response()
        response.source = words
        response.collectSource()
        #expect(text(response.body) == "onetwo")
        #expect(words.isComplete == false)
        let arrival = arrival(response)
        #expect(text(arrival.bytes).hasSuffix("\r\n\r\n6\r\nonetwo"))
        #expect(arrival.ending == .closed)
    }

    @Test func `a source larger than the bound is refused what is too much`() {
        var response = Response()
        response.source = Words(["one", "two", "x"], finishes: true)
        response.collectSource(limit: 4)
        #expect(text(response.body) == "onex")
    }
}

import Testing

@testable import MockPostlyHTTP

@Suite struct LimitTests {
    static func limits(_ set: (inout RequestLimits) -> Void) -> RequestLimits {
        var limits = RequestLimits()
        set(&limits)
        return limits
    }

    /// Holds that `input` passes `limits` when `refusal` is nil.
    func check(
        _ input: String,
        _ limits: RequestLimits,
        _ refusal: Rejection?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let outcome = Outcome.inAnyPieces(bytes(input), limits, sourceLocation: sourceLocation)
        #expect(outcome.rejection == refusal, "\(outcome)", sourceLocation: sourceLocation)
        #expect(
            outcome.requests.count == (refusal == nil ? 1 : 0),
            sourceLocation: sourceLocation
        )
    }

    @Test func `the caps have the sizes that are documented`() {
        let limits = RequestLimits()
        #expect(limits.head == 32_768 && limits.fields == 100 && limits.target == 8192)
        #expect(limits.body == 8_388_608 && limits.chunkLine == 4096)
    }

    @Test(arguments: [60, 61, 200, 32_768])
    func `a head has at most its cap of bytes`(_ size: Int) {
        let limits = Self.limits { $0.head = size }
        let fixed = get(fields: "X: \r\n").utf8.count
        let input = { (size: Int) in get(fields: "X: \(repeated("a", size - fixed))\r\n") }
        check(input(size - 1), limits, nil)
        check(input(size), limits, nil)
        check("\r\n" + input(size), limits, nil)
        check(input(size + 1), limits, .headTooLarge)
        check(text(bytes(input(size + 3)).dropLast(2)), limits, .headTooLarge)
    }

    @Test func `the cap of a head counts a request line as well`() {
        let size = get("/" + repeated("a", 90)).utf8.count
        check(get("/" + repeated("a", 90)), Self.limits { $0.head = size }, nil)
        check(get("/" + repeated("a", 90)), Self.limits { $0.head = size - 1 }, .headTooLarge)
        // Long before the line is whole.
        check("GET /" + repeated("a", 90), Self.limits { $0.head = 50 }, .headTooLarge)
    }

    @Test(arguments: [1, 2, 8, 8192])
    func `a target has at most its cap of bytes`(_ size: Int) {
        let limits = Self.limits { $0.target = size }
        for name in ["GET", repeated("M", 64)] {
            let input = { (size: Int) in
                "\(name) /\(repeated("a", size - 1)) HTTP/1.1\r\nHost: a\r\n\r\n"
            }
            check(input(size), limits, nil)
            check(input(size + 1), limits, .targetTooLong)
            check(input(size + 100), limits, .targetTooLong)
        }
        check("GET /" + repeated("a", size), limits, .targetTooLong)
    }

    @Test func `the smaller cap is the one that counts`() {
        let long = get("/" + repeated("a", 300))
        let head = Self.limits { ($0.head, $0.target) = (100, 200) }
        check(long, head, .headTooLarge)
        let target = Self.limits { ($0.head, $0.target) = (200, 100) }
        check(long, target, .targetTooLong)
    }

    @Test(arguments: [1, 2, 100, 40_000])
    func `a head has at most its cap of fields`(_ count: Int) {
        let limits = Self.limits {
            $0.fields = count
            $0.head = 1 << 20
        }
        let input = { (count: Int) in get(fields: repeated("X: y\r\n", count - 1)) }
        if count < 1000 {
            check(input(count), limits, nil)
            check(input(count + 1), limits, .tooManyFields)
        } else {
            #expect(Outcome.of(bytes(input(count)), limits).requests.count == 1)
            #expect(Outcome.of(bytes(input(count + 1)), limits).rejection == .tooManyFields)
        }
    }

    @Test(arguments: [0, 1, 2, 300])
    func `a body has at most its cap of bytes`(_ size: Int) {
        let limits = Self.limits { $0.body = size }
        let input = { (size: Int) in post("Content-Length: \(size)\r\n", repeated("a", size)) }
        check(input(size), limits, nil)
        check(input(size + 1), limits, .bodyTooLarge)
        check(post("Content-Length: \(size + 1)\r\n"), limits, .bodyTooLarge)
        let chunk = { (size: Int) in "\(String(size, radix: 16))\r\n\(repeated("a", size))\r\n" }
        let whole = size == 0 ? "" : chunk(size)
        check(chunked(whole + "0\r\n\r\n"), limits, nil)
        check(chunked(repeated(chunk(1), size) + "0\r\n\r\n"), limits, nil)
        check(chunked(String(size + 1, radix: 16) + "\r\n"), limits, .bodyTooLarge)
        check(chunked(whole + "1\r\n"), limits, .bodyTooLarge)
    }

    @Test(arguments: [3, 4, 50])
    func `a chunk line has at most its cap of bytes`(_ size: Int) {
        let limits = Self.limits { $0.chunkLine = size }
        let line = { (size: Int) in
            size == 3 ? "0\r\n" : "0;" + repeated("a", size - 4) + "\r\n"
        }
        check(chunked(line(size) + "\r\n"), limits, nil)
        check(chunked(line(size + 1) + "\r\n"), limits, .badChunk)
        check(chunked("0;" + repeated("a", size - 1)), limits, .badChunk)
    }

    @Test(arguments: [1, 2, 100])
    func `a trailer has at most the cap of fields`(_ count: Int) {
        let limits = Self.limits { $0.fields = count }
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        let input = { (count: Int) in head + repeated("X: y\r\n", count) + "\r\n" }
        if count > 1 { check(input(count), limits, nil) }
        check(input(count + 1), limits, .tooManyFields)
    }

    @Test func `a trailer has at most the cap of a head`() {
        let limits = Self.limits { $0.head = 120 }
        let input = { (size: Int) in chunked("0\r\nX: \(repeated("a", size - 7))\r\n\r\n") }
        check(input(120), limits, nil)
        check(input(121), limits, .headTooLarge)
        check(input(122), limits, .headTooLarge)
        check(
            chunked("0\r\n" + repeated("X: \(repeated("a", 55))\r\n", 2) + "\r\n"),
            limits,
            .headTooLarge
        )
        check(chunked("0\r\nX: " + repeated("a", 118)), limits, .headTooLarge)
    }

    // MARK: Larger bodies

    private func upload(_ target: String, _ size: Int) -> String {
        "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n\(repeated("a", size))"
    }

    private func uploadInChunks(_ target: String, _ size: Int) -> String {
        "POST \(target) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "\(String(size, radix: 16))\r\n\(repeated("a", size))\r\n0\r\n\r\n"
    }

    @Test(arguments: ["/v1/import", "/w/one/v1/import", "/v1/import?world=one"])
    func `the path that is named takes larger bodies`(_ target: String) {
        let limits = Self.limits {
            $0.body = 10
            $0.largeBody = .init(path: "/v1/import", bytes: 100)
        }
        for form in [upload, uploadInChunks] {
            for size in [10, 11, 100] { check(form(target, size), limits, nil) }
            check(form(target, 101), limits, .bodyTooLarge)
        }
    }

    @Test(arguments: [
        "/v1/imports", "/v1/import/", "/import", "/", "/x?/v1/import", "/v1/Import", "/x/v1/import",
        "/w/v1/import", "/w/a/b/v1/import", "/v1/%69mport",
    ])
    func `other paths do not`(_ target: String) {
        let limits = Self.limits {
            $0.body = 10
            $0.largeBody = .init(path: "/v1/import", bytes: 100)
        }
        for form in [upload, uploadInChunks] {
            check(form(target, 10), limits, nil)
            check(form(target, 11), limits, .bodyTooLarge)
        }
    }

    @Test func `a smaller cap for one path is none`() {
        let limits = Self.limits {
            $0.body = 10
            $0.largeBody = .init(path: "/v1/import", bytes: 5)
        }
        check(upload("/v1/import", 10), limits, nil)
        check(upload("/v1/import", 11), limits, .bodyTooLarge)
    }

    @Test func `the larger cap is for one request of a connection alone`() {
        let limits = Self.limits {
            $0.body = 10
            $0.largeBody = .init(path: "/import", bytes: 100)
        }
        let input = upload("/import", 50) + upload("/other", 50)
        let outcome = Outcome.inAnyPieces(bytes(input), limits)
        #expect(outcome.requests.map(\.body.count) == [50])
        #expect(outcome.rejection == .bodyTooLarge)
    }
}

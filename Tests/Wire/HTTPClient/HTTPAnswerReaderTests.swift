import Testing

@testable import MockPostlyHTTPClient

@Suite struct HTTPAnswerReaderTests {
    /// Feeds a reader with `text`, `size` bytes at a time, and closes the connection.
    private func read(_ text: String, by size: Int) throws -> HTTPAnswer {
        var reader = HTTPAnswerReader()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try reader.add(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        try reader.end()
        return try #require(reader.answer)
    }

    private func problem(_ text: String) -> HTTPFailure? {
        do {
            _ = try read(text, by: 7)
            return nil
        } catch {
            return error as? HTTPFailure
        }
    }

    @Test func `what belongs to the connection is told beside the answer`() throws {
        var reader = HTTPAnswerReader(longestBody: .max)
        try reader.add(Array("HTTP/1.0 200 Quite Fine\r\n\r\nbody".utf8)[...])
        #expect(reader.reason == "Quite Fine" && reader.isOld && reader.endsWithConnection)
        #expect(reader.takeBody() == Array("body".utf8) && reader.takeBody().isEmpty)
        reader = HTTPAnswerReader(longestBody: .max)
        try reader.add(Array("HTTP/1.1 101 Go\r\n\r\nframes".utf8)[...])
        #expect(reader.following == Array("frames".utf8) && !reader.isOld)
        reader = HTTPAnswerReader(longestBody: .max)
        try reader.add(Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".utf8)[...])
        #expect(reader.status == 200 && reader.answer == nil && !reader.endsWithConnection)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", 200, "{}"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}trash", 200, "{}"),
            ("HTTP/1.0 503 No\r\nA: b\r\n\r\nuntil the end", 503, "until the end"),
            ("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", 204, ""),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length:1\r\n\r\nx", 200, "x"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3;a=b\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n",
                200, "abc0123456789"
            ),
            ("HTTP/1.1 200\nContent-Length: 1\n\nx", 200, "x"),
        ],
        [1, 2, 5, 1_000]
    )
    func `an answer is read in whatever pieces it comes`(
        answer: (text: String, status: Int, body: String),
        size: Int
    ) throws {
        let read = try read(answer.text, by: size)
        #expect(read.status == answer.status)
        #expect(String(decoding: read.body, as: UTF8.self) == answer.body)
    }

    @Test func `fields are found in lower case`() throws {
        let answer = try read("HTTP/1.1 401 No\r\nWWW-Authenticate:  Bearer\r\n\r\n", by: 9)
        #expect(answer.field("www-authenticate") == "Bearer")
        #expect(answer.field("location") == nil)
    }

    @Test(arguments: [
        ("", "the connection was closed without an answer"),
        ("SSH-2.0-x\r\n", "the answer is not HTTP"),
        ("SSH", "the answer is not HTTP"),
        ("HTTP/1.1 OK\r\n", "the answer is not HTTP"),
        ("HTTP/1.1 200 OK\r\nno colon\r\n", "the answer is not HTTP"),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "the answer is not HTTP"),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
            "the connection was closed before the end of the answer"
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "the connection was closed before the end of the answer"
        ),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n", "the answer is too long"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "the answer is not HTTP"
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
            "the answer is not HTTP"
        ),
    ])
    func `what is no whole answer is told`(text: String, words: String) {
        #expect(problem(text)?.words == words)
    }

    @Test func `a head without an end is given up`() {
        var reader = HTTPAnswerReader()
        let line = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)
        #expect(throws: HTTPFailure.notHTTP) {
            for _ in 0..<300 { try reader.add(line[...]) }
        }
    }

    @Test(
        "heads, those of interim answers and trailers have one limit together",
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "X: \(String(repeating: "a", count: 2_000))\r\n"),
            ("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Trailer: one\r\n"),
        ]
    )
    func endless(start: String, again: String) throws {
        var reader = HTTPAnswerReader()
        try reader.add(Array(start.utf8)[...])
        let line = Array(again.utf8)
        #expect(throws: HTTPFailure.notHTTP) {
            for _ in 0...(HTTPAnswerReader.longestHead / line.count) { try reader.add(line[...]) }
        }
    }
}

extension HTTPAnswerReaderTests {
    @Test func `names stay as they are spelled, and values lose the blanks around them`() throws {
        var reader = HTTPAnswerReader()
        try reader.add(Array("HTTP/1.1 204 N\r\nX-One: \t a b \t\r\nx-TWO:\r\n\r\n".utf8)[...])
        let fields = try #require(reader.answer).fields
        #expect(fields == [.init(name: "X-One", value: "a b"), .init(name: "x-TWO", value: "")])
    }

    @Test func `a value that is no UTF-8 keeps its bytes`() throws {
        var reader = HTTPAnswerReader()
        let name = Array("HTTP/1.1 204 N\r\nX-Name: caf".utf8)
        try reader.add((name + [0xE9, 0x20] + Array("\r\nY: é\r\n\r\n".utf8))[...])
        let fields = try #require(reader.answer).fields
        #expect(fields.map(\.bytes) == [Array("caf".utf8) + [0xE9], nil])
        #expect(fields.map(\.value) == ["caf\u{FFFD}", "é"])
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n"])
    func `the answer to a HEAD request has no body`(text: String) throws {
        var reader = HTTPAnswerReader(isHead: true)
        try reader.add(Array(text.utf8)[...])
        #expect(reader.answer?.status == 200 && reader.answer?.isFollowed == false)
    }

    @Test func `after 101 nothing is an answer`() throws {
        var reader = HTTPAnswerReader()
        try reader.add(Array("HTTP/1.1 101 Switching Protocols\r\n\r\n".utf8)[...])
        #expect(reader.answer?.status == 101)
    }

    @Test(arguments: [1, 1_000])
    func `what follows an answer is told`(size: Int) throws {
        var reader = HTTPAnswerReader()
        var rest = Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxy".utf8)[...]
        while !rest.isEmpty {
            try reader.add(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        let answer = try #require(reader.answer)
        #expect(answer.body == Array("x".utf8) && answer.isFollowed)
    }
}

internal import MockPostlyHTTP

/// Reads answers off the bytes of a connection.
///
/// Of HTTP/1.1 it knows what the server sends: interim answers, and bodies by Content-Length or in
/// chunks.
struct AnswerReader {
    private var bytes: [UInt8] = []

    /// Whether there are bytes that belong to no answer yet.
    var hasRest: Bool { !bytes.isEmpty }

    mutating func add(_ new: some Sequence<UInt8>) {
        bytes.append(contentsOf: new)
    }

    /// The next answer, of a `HEAD` request or not; nil when it is not whole yet.
    ///
    /// Throws a ``MockServer/Failure`` for what is not an answer.
    mutating func next(isHead: Bool) throws -> MockServer.Answer? {
        while let end = Self.headEnd(bytes) {
            var answer = try Self.head(bytes[..<end])
            let start = end + 4
            // After 101 another protocol is spoken, so nothing else is an answer.
            if answer.status < 200, answer.status != 101 {
                bytes.removeFirst(start)
                continue
            }
            let hasBody = !isHead && ![101, 204, 304].contains(answer.status)
            guard hasBody else {
                bytes.removeFirst(start)
                return answer
            }
            guard let body = try Self.body(of: answer, bytes[start...]) else { return nil }
            answer.body = body.bytes
            bytes.removeFirst(start + body.length)
            return answer
        }
        return nil
    }

    /// Where the empty line after a head begins.
    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)] == [0x0D, 0x0A, 0x0D, 0x0A] }
    }

    private static func head(_ bytes: ArraySlice<UInt8>) throws -> MockServer.Answer {
        var lines = bytes.split(separator: 0x0D).map { String(decoding: $0, as: UTF8.self) }
        let first = lines.isEmpty ? "" : lines.removeFirst()
        let words = first.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw MockServer.Failure("this is no status line: \(first)")
        }
        let fields = try lines.map { line in
            guard line.utf8.first == 0x0A, let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
            else { throw MockServer.Failure("this is no header: \(line)") }
            let name = line[..<colon].unicodeScalars.dropFirst()
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return MockServer.Headers.Field(String(name), String(value))
        }
        return MockServer.Answer(status: status, headers: .init(fields), body: [])
    }

    /// The body at the start of `rest`, and how many bytes it takes there; nil when it is not
    /// whole.
    private static func body(
        of answer: MockServer.Answer,
        _ rest: ArraySlice<UInt8>
    ) throws -> (bytes: [UInt8], length: Int)? {
        if answer.headers["Transfer-Encoding"] == "chunked" { return try chunked(rest) }
        guard let text = answer.headers["Content-Length"], let length = Int(text), length >= 0
        else {
            throw MockServer.Failure("an answer has no Content-Length")
        }
        return rest.count < length ? nil : (Array(rest.prefix(length)), length)
    }

    private static func chunked(
        _ rest: ArraySlice<UInt8>
    ) throws -> (bytes: [UInt8], length: Int)? {
        var limits = RequestLimits()
        limits.body = .max
        var decoder = ChunkedDecoder()
        var (body, used) = ([UInt8](), 0)
        do {
            let isWhole = try rest.withUnsafeBufferPointer {
                try decoder.decode($0, into: &body, limits, &used)
            }
            return isWhole ? (body, used) : nil
        } catch {
            throw MockServer.Failure("the chunks of an answer are malformed")
        }
    }
}

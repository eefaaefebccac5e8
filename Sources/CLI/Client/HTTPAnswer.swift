/// What a server answered.
struct HTTPAnswer: Equatable {
    var status: Int
    /// Names in lower case, in their order.
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []

    /// The value of the first field called `name`, which is in lower case.
    func field(_ name: String) -> String? {
        fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    static func == (left: HTTPAnswer, right: HTTPAnswer) -> Bool {
        left.status == right.status && left.body == right.body
            && left.fields.elementsEqual(right.fields) { $0 == $1 }
    }
}

/// Reads one answer of HTTP/1.1 as its bytes arrive (RFC 9112).
struct HTTPAnswerReader {
    private enum State: Equatable {
        case head
        /// This many bytes of the body are missing.
        case counted(Int)
        case chunkSize
        case chunk(Int)
        /// The line end after a chunk.
        case chunkEnd
        case trailers
        case untilClose
        case done
    }

    /// Longest head, and longest line between chunks.
    private static let longestHead = 64 * 1024
    /// Longest body.
    private static let longestBody = 1 << 30

    private var state = State.head
    /// What has come of a head or a line that has not ended.
    private var pending: [UInt8] = []
    private var answer = HTTPAnswer(status: 0)

    /// The whole answer, once it is there.
    var whole: HTTPAnswer? { state == .done ? answer : nil }

    /// Takes what has come; what follows the answer is left out.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
        var rest = bytes
        while !rest.isEmpty, state != .done {
            switch state {
            case .head, .chunkSize, .chunkEnd, .trailers: try takeLine(&rest)
            case .counted(let missing):
                let count = takeBody(&rest, missing)
                state = count == missing ? .done : .counted(missing - count)
            case .chunk(let missing):
                let count = takeBody(&rest, missing)
                state = count == missing ? .chunkEnd : .chunk(missing - count)
            case .untilClose:
                try admit(rest.count)
                _ = takeBody(&rest, rest.count)
            case .done: break
            }
        }
    }

    /// Learns that nothing more will come.
    mutating func close() throws(HTTPFailure) {
        switch state {
        case .done: break
        case .untilClose: state = .done
        case .head where pending.isEmpty && answer.status == 0:
            throw HTTPFailure(words: "the connection was closed without an answer")
        default: throw answer.status == 0 && !isStatusLine(pending[...]) ? .notHTTP : .cut
        }
    }

    // MARK: Body

    private mutating func takeBody(_ rest: inout ArraySlice<UInt8>, _ most: Int) -> Int {
        let part = rest.prefix(most)
        answer.body += part
        rest = rest.dropFirst(part.count)
        return part.count
    }

    private func admit(_ count: Int) throws(HTTPFailure) {
        guard count <= Self.longestBody - answer.body.count else {
            throw HTTPFailure(words: "the answer is too long")
        }
    }

    // MARK: Lines

    private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(HTTPFailure) {
        let newLine = UInt8(ascii: "\n")
        guard let end = rest.firstIndex(of: newLine) else {
            pending += rest
            rest = []
            if pending.count > Self.longestHead { throw .notHTTP }
            return
        }
        pending += rest[..<end]
        rest = rest[(end + 1)...]
        var line = pending[...]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let text = String(decoding: line, as: UTF8.self)
        pending = []
        switch state {
        case .head: try takeHead(text)
        case .chunkSize: try takeChunkSize(text)
        case .chunkEnd:
            guard text.isEmpty else { throw .notHTTP }
            state = .chunkSize
        case .trailers: if text.isEmpty { state = .done }
        case .counted, .chunk, .untilClose, .done: break
        }
    }

    private mutating func takeHead(_ line: String) throws(HTTPFailure) {
        if answer.status == 0 {
            let words = line.split(separator: " ", maxSplits: 2)
            guard isStatusLine(Array(line.utf8)[...]), words.count >= 2,
                let status = Int(words[1]), 100...999 ~= status
            else { throw .notHTTP }
            answer.status = status
        } else if line.isEmpty {
            try beginBody()
        } else {
            guard let colon = line.firstIndex(of: ":"), answer.fields.count < 1_000 else {
                throw .notHTTP
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            answer.fields.append((line[..<colon].lowercased(), String(value)))
        }
    }

    private func isStatusLine(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: "HTTP/1.".utf8)
    }

    private mutating func beginBody() throws(HTTPFailure) {
        switch answer.status {
        case 100..<200: answer = HTTPAnswer(status: 0)
        case 204, 304: state = .done
        default:
            if answer.field("transfer-encoding")?.lowercased() == "chunked" {
                state = .chunkSize
            } else if let text = answer.field("content-length") {
                guard let length = Int(text), length >= 0 else { throw .notHTTP }
                try admit(length)
                state = length == 0 ? .done : .counted(length)
            } else {
                state = .untilClose
            }
        }
    }

    private mutating func takeChunkSize(_ line: String) throws(HTTPFailure) {
        let digits = line.prefix { $0 != ";" && $0 != " " }
        guard let size = Int(digits, radix: 16), size >= 0 else { throw .notHTTP }
        try admit(size)
        state = size == 0 ? .trailers : .chunk(size)
    }
}

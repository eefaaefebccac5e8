/// Reads one HTTP/1.1 answer as its bytes arrive (RFC 9112).
///
/// Interim answers are skipped, except 101, which is the last answer because another protocol
/// follows.
///
/// ```swift
/// var reader = HTTPAnswerReader()
/// while reader.answer == nil {
///     let bytes = try receive()
///     if bytes.isEmpty { try reader.end(); break }
///     try reader.add(bytes)
/// }
/// ```
package struct HTTPAnswerReader {
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

    /// The most bytes of all heads and trailers of an answer together, and of a line between chunks.
    package static let longestHead = 256 * 1024
    /// The most bytes of a body, unless another limit is given.
    package static let longestBody = 1 << 30

    private var state = State.head
    /// The received part of an incomplete head or line.
    private var pending: [UInt8] = []
    /// Bytes of heads, of interim answers too, and of trailers.
    private var headLength = 0
    private var unfinished = HTTPAnswer(status: 0)
    private let isHead: Bool
    private let longestBody: Int
    /// The reason phrase of the status line, as the server writes it; empty without one.
    package private(set) var reason = ""
    /// Whether the server speaks HTTP/1.0.
    package private(set) var isOld = false
    /// The bytes after a 101, which are of the protocol that follows.
    package private(set) var following: [UInt8] = []
    /// Whether the end of the connection ends the body.
    package private(set) var endsWithConnection = false

    /// A reader of an answer, which has no body if `isHead` says that the request was HEAD.
    ///
    /// - Parameters:
    ///   - isHead: whether the request was HEAD.
    ///   - longestBody: the most bytes of a body that are in the reader at a time, 1 GiB unless said.
    package init(isHead: Bool = false, longestBody: Int = HTTPAnswerReader.longestBody) {
        (self.isHead, self.longestBody) = (isHead, longestBody)
    }

    /// The answer, when it is complete; nil before.
    package var answer: HTTPAnswer? { state == .done ? unfinished : nil }

    /// The status, as soon as the whole head has come; nil before.
    package var status: Int? {
        state == .head || unfinished.status == 0 ? nil : unfinished.status
    }

    /// The answer as far as it has come, without what ``takeBody()`` has taken.
    package var partialAnswer: HTTPAnswer { unfinished }

    /// Removes and returns the part of the body that has come since the last call.
    package mutating func takeBody() -> [UInt8] {
        defer { unfinished.body = [] }
        return unfinished.body
    }

    /// Adds received bytes; of bytes after the answer only ``HTTPAnswer/isFollowed`` is kept.
    ///
    /// Throws when the bytes are not HTTP or the body is larger than its limit.
    ///
    /// - Parameter bytes: any part of what the server has sent, in order.
    /// - Throws: ``HTTPFailure/notHTTP`` for a malformed head or chunk and for more than
    ///   ``longestHead`` bytes of head, ``HTTPFailure/tooLong`` for the body.
    package mutating func add(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
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
        guard !rest.isEmpty else { return }
        unfinished.isFollowed = true
        if unfinished.status == 101 { following += rest }
    }

    /// Notes that the connection was closed; throws unless the answer is complete with that.
    ///
    /// - Throws: ``HTTPFailure/noAnswer`` before the first byte, ``HTTPFailure/cut`` within an
    /// answer, ``HTTPFailure/notHTTP`` when what has come does not begin as one.
    package mutating func end() throws(HTTPFailure) {
        switch state {
        case .done: break
        case .untilClose: state = .done
        case .head where pending.isEmpty && unfinished.status == 0: throw .noAnswer
        default: throw unfinished.status == 0 && !isStatusLine(pending[...]) ? .notHTTP : .cut
        }
    }

    // MARK: Body

    private mutating func takeBody(_ rest: inout ArraySlice<UInt8>, _ most: Int) -> Int {
        let part = rest.prefix(most)
        unfinished.body += part
        rest = rest.dropFirst(part.count)
        return part.count
    }

    private func admit(_ count: Int) throws(HTTPFailure) {
        guard count <= longestBody - unfinished.body.count else {
            throw .tooLong
        }
    }

    // MARK: Lines

    private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(HTTPFailure) {
        let newLine = UInt8(ascii: "\n")
        guard let end = rest.firstIndex(of: newLine) else {
            pending += rest
            rest = []
            if headLength + pending.count > Self.longestHead { throw .notHTTP }
            return
        }
        pending += rest[..<end]
        if state == .head || state == .trailers { headLength += pending.count + 1 }
        if headLength > Self.longestHead { throw .notHTTP }
        rest = rest[(end + 1)...]
        var line = pending[...]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let text = String(decoding: line, as: UTF8.self)
        pending = []
        switch state {
        case .head: try takeHead(text, line)
        case .chunkSize: try takeChunkSize(text)
        case .chunkEnd:
            guard text.isEmpty else { throw .notHTTP }
            state = .chunkSize
        case .trailers: if text.isEmpty { state = .done }
        case .counted, .chunk, .untilClose, .done: break
        }
    }

    private mutating func takeHead(
        _ line: String,
        _ bytes: ArraySlice<UInt8>
    ) throws(HTTPFailure) {
        if unfinished.status == 0 {
            let words = line.split(separator: " ", maxSplits: 2)
            guard isStatusLine(Array(line.utf8)[...]), words.count >= 2,
                let status = Int(words[1]), 100...999 ~= status
            else { throw .notHTTP }
            unfinished.status = status
            reason = words.count > 2 ? String(words[2]) : ""
            isOld = line.hasPrefix("HTTP/1.0")
        } else if line.isEmpty {
            try beginBody()
        } else {
            guard let colon = line.firstIndex(of: ":"), unfinished.fields.count < 1_000 else {
                throw .notHTTP
            }
            let value = trimmed(line[line.index(after: colon)...])
            var field = HTTPAnswer.Field(name: String(line[..<colon]), value: value)
            if String(validating: bytes, as: UTF8.self) == nil {
                field.bytes = Self.value(in: bytes)
            }
            unfinished.fields.append(field)
        }
    }

    /// What stands behind the colon of a line, without surrounding spaces and tabs.
    private static func value(in line: ArraySlice<UInt8>) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let rest = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop(while: isBlank)
        let end = rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex
        return Array(rest[..<end])
    }

    private func isStatusLine(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.starts(with: "HTTP/1.".utf8)
    }

    private mutating func beginBody() throws(HTTPFailure) {
        switch unfinished.status {
        case 101, 204, 304: state = .done
        case 100..<200: unfinished = HTTPAnswer(status: 0)
        case _ where isHead: state = .done
        default:
            if unfinished.field("transfer-encoding")?.lowercased() == "chunked" {
                state = .chunkSize
            } else if let text = unfinished.field("content-length") {
                guard let length = Int(text), length >= 0 else { throw .notHTTP }
                try admit(length)
                state = length == 0 ? .done : .counted(length)
            } else {
                state = .untilClose
                endsWithConnection = true
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

/// `text` without surrounding spaces and tabs.
private func trimmed(_ text: Substring) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let rest = text.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[..<end])
}

/// The caps of one request.
///
/// A request beyond them is refused.
package struct RequestLimits: Sendable, Equatable {
    /// Bytes of a head, from the request line to the empty line, and of a chunked body's trailer.
    package var head = 32 * 1024
    /// Field lines in a head, and in a trailer.
    package var fields = 100
    /// Bytes of the request target.
    package var target = 8 * 1024
    /// Bytes of the body after transfer decoding.
    package var body = 8 * 1024 * 1024
    /// Bytes of a chunk-size line with its extensions.
    package var chunkLine = 4 * 1024
    /// Where a larger body may be sent; nil for nowhere.
    package var largeBody: LargeBody?

    /// A path that takes this many bytes, alone or behind `/w/` and a name.
    package struct LargeBody: Sendable, Equatable {
        package var path: String
        package var bytes: Int

        package init(path: String, bytes: Int) {
            self.path = path
            self.bytes = bytes
        }

        func isMeant(by path: ArraySlice<UInt8>) -> Bool {
            if path.elementsEqual(self.path.utf8) { return true }
            guard path.starts(with: "/w/".utf8) else { return false }
            return path.dropFirst(3).drop { $0 != UInt8(ascii: "/") }.elementsEqual(self.path.utf8)
        }
    }

    package init() {}

    /// The bytes of a body that a request with this head may have.
    func body(after head: RequestHead) -> Int {
        guard let largeBody, largeBody.bytes > body, largeBody.isMeant(by: head.bytes[head.path])
        else { return body }
        return largeBody.bytes
    }
}

/// An HTTP/1.1 request parser (RFC 9112) as a pure machine over bytes.
///
/// It is fed what arrives and says how much of it is used up. It accepts less than the RFC allows
/// where leniency has been a way to smuggle requests: bare LF, folded fields, more than one
/// Content-Length, Content-Length beside Transfer-Encoding, any coding but `chunked`.
package struct RequestParser: Sendable {
    package enum Step: Sendable {
        /// Nothing more can be done with these bytes; call again when there are more of them.
        case needsMore
        /// The client waits for `100 Continue` before it sends the body.
        case wantsContinue
        case request(Request)
        case rejected(Rejection)
    }

    private enum State: Sendable {
        case head
        case fixedBody(left: Int)
        case chunkedBody(ChunkedDecoder)
        case failed(Rejection)
    }

    /// Bytes of blank lines that may stand before a request line.
    static let mostBlank = 1024
    /// Bytes of a head whose storage is kept for the next one.
    private static let keptStorage = 4096

    package let limits: RequestLimits
    private var state = State.head
    private var headParser = HeadParser()
    /// Bytes of blank lines before the request line.
    private var blank = 0
    private var head = RequestHead()
    private var body: [UInt8] = []

    package init(limits: RequestLimits) {
        self.limits = limits
    }

    /// Whether a request has begun and is not whole yet.
    package var isWithinRequest: Bool {
        if case .head = state { return headParser.hasBegun }
        return true
    }

    /// The request whose body is too large, without that body; nil when no body was.
    package var oversizedRequest: Request? {
        guard case .failed(let rejection) = state, rejection == .bodyTooLarge else { return nil }
        return Request(head: head)
    }

    // Stored, as each request asks for them: to compute them from a parser in an object takes a copy
    // of all of it.
    /// Whether the head of the current request is whole and its body is awaited.
    package private(set) var awaitsBody = false
    /// Bytes that it holds of a request whose body is awaited.
    package private(set) var heldBytes = 0

    /// Lets go of the body that has come so far, because nobody will get it.
    package mutating func dropBody() {
        body = []
        heldBytes = 0
    }

    /// Goes one step through `input`, the bytes not used up so far.
    ///
    /// - Parameters:
    ///   - input: the unused bytes of earlier calls followed by new ones.
    ///   - used: how many bytes of `input` must not be given again.
    /// - Returns: what has become of the bytes; when it is not ``Step/needsMore``, call again.
    package mutating func step(
        _ input: UnsafeBufferPointer<UInt8>,
        used: inout Int
    ) -> Step {
        used = 0
        defer { if awaitsBody { heldBytes = head.bytes.count + body.count } }
        do throws(Rejection) {
            switch state {
            case .head: return try readHead(input, &used)
            case .fixedBody(let left): return readFixedBody(input, left, &used)
            case .chunkedBody(var decoder):
                var limits = limits
                limits.body = limits.body(after: head)
                let isWhole = try decoder.decode(input, into: &body, limits, &used)
                state = .chunkedBody(decoder)
                return isWhole ? finish() : .needsMore
            case .failed(let rejection): return .rejected(rejection)
            }
        } catch {
            state = .failed(error)
            awaitsBody = false
            return .rejected(error)
        }
    }

    private mutating func readHead(
        _ input: UnsafeBufferPointer<UInt8>,
        _ used: inout Int
    ) throws(Rejection) -> Step {
        if !headParser.hasBegun {
            used = try skipBlankLines(input)
            // A CR alone is perhaps half of one more.
            if used == input.count || (used + 1 == input.count && input[used] == 0x0d) {
                return .needsMore
            }
        }
        guard let whole = try headParser.parse(input.part(used...), limits, into: &head) else {
            return .needsMore
        }
        used += whole.length
        headParser = HeadParser()
        blank = 0
        let framing = whole.framing
        switch framing.body {
        case .none:
            return finish()
        case .length(let length):
            state = .fixedBody(left: length)
            body.reserveCapacity(min(length, 64 * 1024))
        case .chunked:
            state = .chunkedBody(ChunkedDecoder())
        }
        awaitsBody = true
        let isFollowed = used < input.count
        return framing.expectsContinue && !isFollowed
            ? .wantsContinue : try continueWithBody(input, &used)
    }

    /// Says how long the blank lines at the start of `input` are (RFC 9112 §2.2).
    private mutating func skipBlankLines(
        _ input: UnsafeBufferPointer<UInt8>
    ) throws(Rejection) -> Int {
        var skipped = 0
        while skipped + 1 < input.count, input[skipped] == 0x0d, input[skipped + 1] == 0x0a {
            skipped += 2
            blank += 2
            guard blank <= Self.mostBlank else { throw .badRequestLine }
        }
        return skipped
    }

    private mutating func continueWithBody(
        _ input: UnsafeBufferPointer<UInt8>,
        _ used: inout Int
    ) throws(Rejection) -> Step {
        let headLength = used
        var bodyUsed = 0
        let step = self.step(input.part(headLength...), used: &bodyUsed)
        used = headLength + bodyUsed
        return step
    }

    private mutating func readFixedBody(
        _ input: UnsafeBufferPointer<UInt8>,
        _ left: Int,
        _ used: inout Int
    ) -> Step {
        used = min(left, input.count)
        body.append(contentsOf: input.part(..<used))
        if used == left { return finish() }
        state = .fixedBody(left: left - used)
        return .needsMore
    }

    private mutating func finish() -> Step {
        state = .head
        awaitsBody = false
        heldBytes = 0
        let request = Request(head: head, body: body)
        body = []
        // An idle connection must not hold on to the largest head it ever had.
        if head.bytes.capacity > Self.keptStorage { head = RequestHead() }
        return .request(request)
    }
}

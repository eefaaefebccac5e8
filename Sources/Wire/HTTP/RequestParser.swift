/// The limits of one request; a request beyond them is rejected.
///
/// Beyond them: 431 for a head or its fields, 414 for a target, 413 for a body, 400 for a chunk
/// line.
package struct RequestLimits: Sendable, Equatable {
    /// Most bytes of a head, from the request line to the empty line, and of a chunked body's
    /// trailer.
    package var head = 32 * 1024
    /// Most field lines of a head, and of a trailer.
    package var fields = 100
    /// Most bytes of the request target.
    package var target = 8 * 1024
    /// Most bytes of the body after transfer decoding.
    package var body = 8 * 1024 * 1024
    /// Most bytes of a chunk-size line with its extensions.
    package var chunkLine = 4 * 1024
    /// The one path that takes larger bodies; nil for none.
    package var largeBody: LargeBody?

    /// A path with a larger body limit, alone or after `/w/` and a world's name.
    package struct LargeBody: Sendable, Equatable {
        /// The path as sent, compared byte by byte.
        ///
        /// Such as `/import`, with its slash and without a query.
        package var path: String
        /// Most bytes of a body sent to the path, if that is more than ``RequestLimits/body``.
        ///
        /// For one request; the buffers of the server have a limit of their own.
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

    /// The limits that are given above.
    package init() {}

    /// No limits, for what was within some before.
    static let none: RequestLimits = {
        var limits = RequestLimits()
        (limits.head, limits.fields, limits.target, limits.body) = (.max, .max, .max, .max)
        return limits
    }()

    /// The largest body in bytes that a request with this head may have.
    func body(after head: RequestHead) -> Int {
        guard let largeBody, largeBody.bytes > body, largeBody.isMeant(by: head.bytes[head.path])
        else { return body }
        return largeBody.bytes
    }
}

/// A parser of HTTP/1.1 requests (RFC 9112), as a state machine without input or output.
///
/// It is given received bytes and returns how many of them are used up. It is stricter than the RFC
/// where leniency has allowed request smuggling: it rejects bare LF, folded fields, more than one
/// Content-Length, Content-Length beside Transfer-Encoding, and any coding but `chunked`.
///
/// Not copied, because its caller reads it for each request.
///
/// ```swift
/// var parser = RequestParser(limits: limits)
/// var used = 0
/// switch parser.step(bytes, used: &used) {
/// case .request(let request): handle(request)
/// case .wantsContinue: send("HTTP/1.1 100 Continue\r\n\r\n")
/// case .rejected(let rejection): refuse(rejection)
/// case .needsMore: break
/// }
/// ```
package struct RequestParser: ~Copyable, Sendable {
    /// The result of one step.
    package enum Step: Sendable {
        /// These bytes are not enough; call again with more.
        case needsMore
        /// The client waits for `100 Continue` before it sends the body.
        case wantsContinue
        /// Head and body are whole; bytes after `used` belong to the next request.
        case request(Request)
        /// Every further step gives the same rejection.
        case rejected(Rejection)
    }

    private enum State: Sendable {
        case head
        case fixedBody(left: Int)
        case chunkedBody(ChunkedDecoder)
        case failed(Rejection)
    }

    /// Most bytes of blank lines before a request line.
    static let mostBlank = 1024
    /// The largest storage of a head, in bytes, that is kept for the next request.
    private static let keptStorage = 4096

    /// The limits that every request is checked against.
    package let limits: RequestLimits
    private var state = State.head
    private var headParser = HeadParser()
    /// Bytes of blank lines skipped before the current request line.
    private var blank = 0
    private(set) var head = RequestHead()
    private var body: [UInt8] = []

    /// A parser at the start of a connection.
    package init(limits: RequestLimits) {
        self.limits = limits
    }

    /// Whether a request has begun and is incomplete.
    ///
    /// False between requests, so that an idle connection can be told from a slow one.
    package var isWithinRequest: Bool {
        if case .head = state { return headParser.hasBegun }
        return true
    }

    /// The request that was rejected because its body is too large, without that body; else nil.
    ///
    /// For an answer in the words of the dialect that it was for.
    package var oversizedRequest: Request? {
        guard case .failed(let rejection) = state, rejection == .bodyTooLarge else { return nil }
        return Request(head: head)
    }

    /// The request whose body is awaited, without that body; nil when none is.
    package var begunRequest: Request? { awaitsBody ? Request(head: head) : nil }

    /// Whether the head of the current request is whole and its body is awaited.
    package private(set) var awaitsBody = false
    /// Whether the client waits for `100 Continue` before it sends the body.
    package private(set) var expectsContinue = false
    /// The length of the body that is awaited, or was refused for it; nil for a chunked one.
    package private(set) var bodyLength: Int?
    /// Whether the body is taken in pieces, and so has no limit.
    private var isStreamed = false
    /// Where a chunked body was refused for its length: before a chunk that is too long.
    private var refusedDecoder: ChunkedDecoder?

    /// Lets the body that is awaited, or was refused for its length, be taken in pieces.
    package mutating func streamBody() {
        isStreamed = true
        guard !awaitsBody else { return }
        if let bodyLength {
            state = .fixedBody(left: bodyLength)
        } else if let refusedDecoder {
            state = .chunkedBody(refusedDecoder)
        } else {
            return
        }
        (refusedDecoder, awaitsBody) = (nil, true)
    }

    /// The bytes of the body that have come and are not taken.
    package mutating func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }
    /// Bytes that the parser buffers of a request whose body is awaited.
    ///
    /// In bytes; 0 as long as only a head is read.
    package private(set) var bufferedBytes = 0

    /// Frees the received part of the body, which nobody will need.
    package mutating func dropBody() {
        body = []
        bufferedBytes = 0
    }

    /// Parses one step of `input`, the bytes that are not used up so far.
    ///
    /// - Parameters:
    ///   - input: the unused bytes of earlier calls followed by new ones.
    ///   - used: set to the number of bytes of `input` that must not be given again.
    /// - Returns: the result; call again unless it is ``Step/needsMore``. A rejection is final.
    package mutating func step(
        _ input: UnsafeBufferPointer<UInt8>,
        used: inout Int
    ) -> Step {
        used = 0
        defer { if awaitsBody { bufferedBytes = head.bytes.count + body.count } }
        do throws(Rejection) {
            switch state {
            case .head: return try readHead(input, &used)
            case .fixedBody(let left): return readFixedBody(input, left: left, used: &used)
            case .chunkedBody(var decoder):
                var limits = limits
                limits.body = isStreamed ? .max : limits.body(after: head)
                do throws(Rejection) {
                    let isWhole = try decoder.decode(
                        input,
                        into: &body,
                        limits: limits,
                        used: &used
                    )
                    state = .chunkedBody(decoder)
                    return isWhole ? completeRequest() : .needsMore
                } catch {
                    if error == .bodyTooLarge { refusedDecoder = decoder }
                    throw error
                }
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
            // The last request may still be in use.
            if !isKnownUniquelyReferenced(&head) { head = RequestHead(reserving: 12) }
            used = try skipBlankLines(input)
            // A lone CR may be the first half of another blank line.
            if used == input.count || (used + 1 == input.count && input[used] == 0x0d) {
                return .needsMore
            }
        }
        guard let whole = try headParser.parse(input.part(used...), limits, into: head) else {
            return .needsMore
        }
        used += whole.length
        headParser = HeadParser()
        blank = 0
        let framing = whole.framing
        switch framing.body {
        case .none:
            return completeRequest()
        case .length(let length):
            bodyLength = length
            expectsContinue = framing.expectsContinue && used == input.count
            guard length <= limits.body || length <= limits.body(after: head) else {
                throw .bodyTooLarge
            }
            state = .fixedBody(left: length)
            body.reserveCapacity(min(length, 64 * 1024))
        case .chunked:
            bodyLength = nil
            expectsContinue = framing.expectsContinue && used == input.count
            state = .chunkedBody(ChunkedDecoder())
        }
        awaitsBody = true
        return expectsContinue ? .wantsContinue : try continueWithBody(input, &used)
    }

    /// Returns the length of the blank lines at the start of `input` (RFC 9112 §2.2).
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
        left: Int,
        used: inout Int
    ) -> Step {
        used = min(left, input.count)
        body.append(contentsOf: input.part(..<used))
        if used == left { return completeRequest() }
        state = .fixedBody(left: left - used)
        return .needsMore
    }

    private mutating func completeRequest() -> Step {
        state = .head
        awaitsBody = false
        bufferedBytes = 0
        let request = Request(head: head, body: body)
        body = []
        // An idle connection must not keep the storage of the largest head it ever had.
        if head.bytes.capacity > Self.keptStorage || isStreamed { head = RequestHead() }
        isStreamed = false
        return .request(request)
    }
}

internal import MockPostlyPlatform
package import MockPostlyWorld

/// A connection to a server, for one request at a time.
///
/// Released, it is closed. Belongs to one thread at a time.
///
/// ```swift
/// let connection = try HTTPConnection(to: target, until: deadline)
/// let request = try HTTPRequest("GET", "/posts").bytes(host: target.authority)
/// let answer = try connection.exchange(request, until: deadline)
/// ```
package struct HTTPConnection: ~Copyable {
    private let socket: Int32
    private let stream: any ByteStream

    /// Looks up the numeric addresses of a host name, in the order in which to try them.
    ///
    /// Blocks until `deadline` at most.
    package typealias Lookup = (
        _ name: String, _ deadline: Deadline
    ) throws(HTTPFailure) -> [String]

    /// Connects to `target`; throws when that fails or `deadline` passes.
    ///
    /// Without `lookup`, the host must be `localhost` or a numeric address.
    ///
    /// - Parameters:
    ///   - target: the server; names below `localhost` are 127.0.0.1 and ::1 without a lookup.
    ///   - deadline: the time for the lookup and all addresses together, which share it equally.
    ///   - securing: makes what carries the bytes over the connected socket, which it must not
    ///     close; nil without memory.
    ///   - lookup: called for other host names.
    /// - Throws: the failure of the first address that was tried, ``HTTPFailure/late``, or what
    /// `lookup` throws.
    package init(
        to target: HTTPTarget,
        until deadline: Deadline,
        securing: ((_ socket: Int32) -> (any ByteStream)?)? = nil,
        lookup: Lookup = { name, _ throws(HTTPFailure) in throw .notNumeric }
    ) throws(HTTPFailure) {
        let socket = try connect(to: target, until: deadline, lookup)
        guard let stream = securing.map({ $0(socket) }) ?? PlainStream(socket) else {
            _ = close(socket)
            throw .system(ENOMEM)
        }
        (self.socket, self.stream) = (socket, stream)
    }

    deinit {
        // A failure to close loses nothing, because the answer was read.
        _ = close(socket)
    }

    /// Sends a whole request and reads its answer.
    ///
    /// Reads while it sends, because a server may refuse a request before it has received all of
    /// it. After an error the connection cannot be used again.
    ///
    /// - Parameters:
    ///   - request: the bytes of ``HTTPRequest/bytes(host:)``; a HEAD request is recognised by
    ///     them.
    ///   - deadline: for the whole exchange.
    ///   - longestBody: the most bytes of a body, at most 1 GiB.
    /// - Returns: the answer; a status such as 404 is one too, and nothing is thrown for it.
    /// - Throws: ``HTTPFailure``.
    package func exchange(
        _ request: [UInt8],
        until deadline: Deadline,
        longestBody: Int = HTTPAnswerReader.longestBody
    ) throws(HTTPFailure) -> HTTPAnswer {
        var reader = HTTPAnswerReader(
            isHead: request.starts(with: "HEAD ".utf8),
            longestBody: longestBody
        )
        var answer: HTTPAnswer?
        try exchange(
            request,
            into: &reader,
            until: { _ in deadline },
            while: { reader in
                answer = reader.answer
                return answer == nil
            }
        )
        // The loop ends with an answer or an error.
        guard let answer else { throw .noAnswer }
        return answer
    }

    /// Sends a whole request and hands over the body of its answer as it comes, in any pieces.
    ///
    /// Only the head has to come before `deadline`. Returns the head when the answer ends or
    /// `receive` returns false; the body of an answer that is no success is in it, and not handed
    /// over. The connection cannot be used again.
    ///
    /// - Parameters:
    ///   - request: the bytes of a request, not HEAD.
    ///   - deadline: for the head; the body may take for ever.
    ///   - receive: gets the bytes without their framing, on the calling thread; false ends the
    ///     stream.
    /// - Returns: status and fields.
    /// - Throws: ``HTTPFailure``, also when the connection is cut within the body.
    package func stream(
        _ request: [UInt8],
        headUntil deadline: Deadline,
        receive: ([UInt8]) -> Bool
    ) throws(HTTPFailure) -> HTTPAnswer {
        var reader = HTTPAnswerReader()
        try exchange(
            request,
            into: &reader,
            until: { $0.status == nil ? deadline : .never },
            while: { reader in
                guard let status = reader.status, 200..<300 ~= status else {
                    return reader.answer == nil
                }
                let piece = reader.takeBody()
                return (piece.isEmpty || receive(piece)) && reader.answer == nil
            }
        )
        return reader.partialAnswer
    }

    /// Sends a whole request while it reads its answer, piece by piece.
    ///
    /// The connection cannot be used again.
    ///
    /// - Parameters:
    ///   - request: the bytes of a request.
    ///   - reader: gets what comes.
    ///   - deadline: of the next piece, by what has come.
    ///   - isGoingOn: asked after each piece, on the calling thread; has to end with the answer.
    /// - Throws: ``HTTPFailure``, also when the connection is cut within the answer.
    package func exchange(
        _ request: [UInt8],
        into reader: inout HTTPAnswerReader,
        until deadline: (HTTPAnswerReader) -> Deadline,
        while isGoingOn: (inout HTTPAnswerReader) -> Bool
    ) throws(HTTPFailure) {
        var sent = 0
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            var events = POLLIN
            if sent < request.count {
                switch request[sent...].withUnsafeBytes({ stream.send($0) }) {
                case .moved(let count): sent += count
                case .wantsReading: break
                case .wantsWriting: events |= POLLOUT
                // The server accepts no more, but may answer.
                case .ended: sent = request.count
                case .failed(let failure): throw failure
                }
                if sent < request.count { events |= POLLOUT }
            }
            switch buffer.withUnsafeMutableBytes({ stream.receive(into: $0) }) {
            case .moved(let count):
                try reader.add(buffer[..<count])
                guard isGoingOn(&reader) else { return }
                // Bytes without end must not hold the caller longer than silence.
                if deadline(reader).hasPassed { throw .late }
                continue
            case .ended:
                try reader.end()
                guard isGoingOn(&reader) else { return }
            case .wantsReading: break
            case .wantsWriting: events |= POLLOUT
            case .failed(let failure): throw failure
            }
            _ = try wait(for: events, on: socket, until: deadline(reader))
        }
    }
}

/// Waits for one of `events` or an error on `socket`; returns the events of `poll` that happened.
func wait(
    for events: Int32,
    on socket: Int32,
    until deadline: Deadline
) throws(HTTPFailure) -> Int32 {
    while true {
        guard let milliseconds = deadline.milliseconds else { throw .late }
        var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
        let count = poll(&entry, 1, milliseconds)
        if count > 0 { return Int32(entry.revents) }
        if count < 0, errno != EINTR { throw .system() }
    }
}

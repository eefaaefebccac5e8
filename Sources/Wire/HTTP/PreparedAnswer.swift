internal import MockPostlyPlatform

/// The answer to a request that comes again with the same bytes, as the bytes to be sent.
///
/// Head and body are one piece of memory, so that one system call sends them; the value of Date,
/// which changes every second, is written over the old one. Belongs to the loop's thread.
package final class PreparedAnswer {
    /// The length of a date in the preferred form (RFC 9110 §5.6.7).
    private static let dateLength = 29

    /// The bytes of the request, then those of the answer.
    private let memory: UnsafeMutableRawBufferPointer
    private let requestLength: Int
    /// Where the value of Date begins in ``memory``.
    private let dateStart: Int
    /// What counts each answer, and where its number is; nil for an answer that is always the same.
    private let renewal: (counter: any AnswerRenewal, number: RenewedNumber)?

    /// Prepares `response`, the answer to `request`.
    ///
    /// Nil when it depends on more than the bytes of the request: when either side closes the
    /// connection, when the request has a body, when the response is not sent as a whole, or has no body
    /// for the number that it counts.
    ///
    /// Costs one allocation and a copy of the request's head and of the whole answer.
    package init?(_ response: Response, to request: Request) {
        let head = request.head
        guard response.leavesAsUsual, !response.closesConnection, head.keepsAlive,
            head.minorVersion == 1, request.body.isEmpty
        else { return nil }
        let isHead = request.method == .head
        var writer = ResponseWriter()
        let date = [UInt8](repeating: UInt8(ascii: "-"), count: Self.dateLength)
        writer.write(response, date: date, minorVersion: 1, keepsAlive: true, isHead: isHead)
        let hasBody = response.hasBody && !isHead
        let end = hasBody ? writer.bodyEnd.utf8CodeUnitCount : 0
        if let counter = response.renewal {
            guard hasBody, end == 0,
                let number = RenewedNumber(in: response.body, before: counter.rest)
            else { return nil }
            renewal = (counter, number)
        } else {
            renewal = nil
        }
        requestLength = head.bytes.count
        dateStart = requestLength + writer.dateStart
        let body = hasBody ? response.body.count : 0
        memory = .allocate(
            byteCount: requestLength + writer.length + body + end,
            alignment: MemoryLayout<UInt64>.alignment
        )
        var start = 0
        func append(_ bytes: UnsafeRawBufferPointer) {
            UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: bytes)
            start += bytes.count
        }
        head.bytes.withUnsafeBytes(append)
        writer.withBytes(append)
        if hasBody {
            response.body.withUnsafeBytes(append)
            append(UnsafeRawBufferPointer(start: writer.bodyEnd.utf8Start, count: end))
        }
    }

    deinit { memory.deallocate() }

    /// Bytes that it takes.
    ///
    /// The request's bytes are counted too.
    package var bufferedBytes: Int { memory.count }

    /// Whether it answers a request with exactly these bytes.
    ///
    /// Costs one `memcmp` of the request; a request in another spelling is not recognised.
    package func answers(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == requestLength, let own = memory.baseAddress,
            let other = bytes.baseAddress
        else { return false }
        return memcmp(own, other, requestLength) == 0
    }

    /// Whether each answer has a number of its own, so that ``renew()`` must come before it is sent.
    package var isRenewed: Bool { renewal != nil }

    /// Counts the answer that is sent next, and puts its number in.
    ///
    /// - Returns: where the number is in the body, and what it is; nil, and nothing was counted, when the
    ///   answer has to be made anew.
    package func renew() -> (place: RenewedNumber, number: Int64)? {
        guard let renewal, let number = renewal.counter.next(below: renewal.number.limit) else {
            return nil
        }
        renewal.number.put(number, intoEndOf: memory)
        return (renewal.number, number)
    }

    /// Calls `body` with the bytes to be sent, in which the value of Date is `date`.
    ///
    /// - Parameters:
    ///   - date: the 29 bytes of `Sun, 06 Nov 1994 08:49:37 GMT`; another length stops the program.
    ///   - body: gets the bytes of head and body, valid only during the call.
    /// - Returns: what `body` returns.
    package func withBytes<Result>(
        date: [UInt8],
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        precondition(date.count == Self.dateLength, "a date in another form")
        date.withUnsafeBytes { date in
            UnsafeMutableRawBufferPointer(rebasing: memory[dateStart...]).copyMemory(from: date)
        }
        return body(UnsafeRawBufferPointer(rebasing: memory[requestLength...]))
    }
}

/// Renews an answer that is the same each time but for a number near its end, which grows: a post with
/// its views.
///
/// Belongs to the loop's thread.
package protocol AnswerRenewal: AnyObject, Sendable {
    /// Counts this answer and returns its number.
    ///
    /// Nil, and nothing is counted, when the answer has to be made anew: the number would not be below
    /// `limit`, or cannot be counted without writing to the database.
    func next(below limit: Int64) -> Int64?

    /// How many bytes the body has after the number.
    var rest: Int { get }
}

/// Where a body has the number that an ``AnswerRenewal`` counts.
package struct RenewedNumber: Sendable {
    /// How many bytes of the body come after it.
    private let rest: Int
    private let digits: Int

    /// The digits before the last `rest` bytes of `body`; nil when there are none.
    init?(in body: [UInt8], before rest: Int) {
        let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        digits = body.dropLast(rest).reversed().prefix(while: isDigit).count
        guard 1...18 ~= digits else { return nil }
        self.rest = rest
        limit = (0..<digits).reduce(1) { limit, _ in limit * 10 }
    }

    /// The first number that has no room in its place.
    package let limit: Int64

    /// Writes the digits of `number`, which is below ``limit`` and not below the first, into the body that
    /// `bytes` end with.
    package func put(_ number: Int64, intoEndOf bytes: UnsafeMutableRawBufferPointer) {
        var (left, place) = (UInt64(number), bytes.count - rest)
        for _ in 0..<digits {
            place -= 1
            bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: left % 10)
            left /= 10
        }
    }
}

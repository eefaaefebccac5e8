/// Makes the bytes that are sent of an answer with a ``Delivery``, up to the point where it ends.
///
/// Call ``head(_:date:by:)`` first, then ``body(_:)`` any number of times, then ``end()``.
///
/// ```swift
/// var framer = AnswerFramer(response, minorVersion: 1, keepsAlive: true, isHead: false)
/// var bytes = framer.head(response, date: date, by: &writer)
/// bytes += framer.body(response.body)
/// bytes += framer.end()
/// ```
///
/// It sends nothing, and knows no time: the pace of a delivery is the caller's.
package struct AnswerFramer: Sendable {
    /// What happens to the connection after the last byte.
    package enum Ending: Sendable, Equatable {
        case open, closed, reset
        /// For at most this time; nothing more is sent.
        case stalled(Duration)
    }

    /// A line that no client can read as the size of a chunk.
    private static let badSize = Array("zz\r\n".utf8)

    /// What happens to the connection after the last byte.
    package let ending: Ending
    /// Whether all bytes have been made; further calls return nothing.
    package private(set) var hasEnded = false
    /// How many bytes have been made, head and framing included.
    package private(set) var count = 0

    private let delivery: Delivery
    private let framing: BodyFraming
    private let minorVersion: Int
    private let keepsAlive: Bool
    private let isHead: Bool
    private let hasBody: Bool
    /// The number of body bytes after which the framing is broken; nil for sound framing.
    private let breakPoint: Int?
    /// Body bytes made so far.
    private var bodyCount = 0

    /// Prepares the framing of `response`.
    ///
    /// - Parameters:
    ///   - response: the answer; its delivery and source decide the framing.
    ///   - minorVersion: the client's, as in ``RequestHead/minorVersion``.
    ///   - keepsAlive: whether the connection would stay open after the usual answer.
    ///   - isHead: whether the request was HEAD.
    package init(_ response: Response, minorVersion: Int, keepsAlive: Bool, isHead: Bool) {
        let delivery = response.delivery
        let hasSource = response.source != nil
        let hasBody = response.hasBody && !isHead
        var isBroken = false
        var breakPoint: Int?
        var framing = BodyFraming.sound(response, minorVersion)
        switch delivery.content {
        case .sound: break
        case .lengthOff(let difference) where !hasSource:
            let (sum, overflows) = response.body.count.addingReportingOverflow(difference)
            framing = .length(overflows ? .max : max(0, sum))
        case .lengthOff: break
        case .length(let length): framing = .length(max(0, length))
        case .badChunk(let count) where minorVersion > 0:
            framing = .chunks
            breakPoint = max(0, count)
            isBroken = true
        case .badChunk(let count):
            breakPoint = max(0, count)
            isBroken = true
        case .bytes: isBroken = true
        }
        if case .length(let length) = framing, hasSource || length != response.body.count {
            isBroken = true
        }
        if case .bytes = delivery.content {} else { isBroken = isBroken && hasBody }
        self.delivery = delivery
        self.framing = framing
        self.breakPoint = hasBody ? breakPoint : nil
        self.minorVersion = minorVersion
        self.isHead = isHead
        self.hasBody = hasBody
        // A body of unknown length that is not chunked ends with the connection.
        self.keepsAlive = keepsAlive && (framing != .untilClose || !hasBody)
        ending =
            switch delivery.ending {
            case .usual: isBroken || !self.keepsAlive ? .closed : .open
            case .kept: self.keepsAlive ? .open : .closed
            case .closed: .closed
            case .reset: .reset
            case .stalled(_, let limit): .stalled(limit)
            }
    }

    /// The head of `response`, or the bytes that replace the whole answer.
    ///
    /// - Parameters:
    ///   - response: the one that the framer was made for.
    ///   - date: the value of the Date field.
    ///   - writer: formats the head, and is left with it.
    /// - Returns: bytes to send before those of ``body(_:)``; cut at the point of the delivery.
    package mutating func head(
        _ response: Response,
        date: [UInt8],
        by writer: inout ResponseWriter
    ) -> [UInt8] {
        if case .bytes(let bytes) = delivery.content {
            defer { hasEnded = true }
            return emit(bytes, ofBody: bytes.count, before: 0)
        }
        writer.write(
            response,
            date: date,
            minorVersion: minorVersion,
            keepsAlive: keepsAlive,
            isHead: isHead,
            framing: framing
        )
        let bytes = emit(writer.bytes, ofBody: 0, before: 0)
        if case .body(...0) = delivery.ending.point { hasEnded = true }
        if !hasBody { hasEnded = true }
        return bytes
    }

    /// The next bytes of the body, with their framing.
    ///
    /// Empty after the point at which the delivery ends.
    package mutating func body(_ bytes: [UInt8]) -> [UInt8] {
        // An empty chunk would end the body.
        guard !hasEnded, !bytes.isEmpty else { return [] }
        let left = breakPoint.map { $0 - bodyCount } ?? .max
        guard bytes.count > left else { return part(bytes) }
        let sound = left > 0 ? part(Array(bytes.prefix(left))) : []
        guard !hasEnded else { return sound }
        return sound + breakOff()
    }

    /// The bytes after the body, such as the last chunk.
    ///
    /// To be called once, after the last piece of the body.
    package mutating func end() -> [UInt8] {
        guard !hasEnded else { return [] }
        if breakPoint != nil { return breakOff() }
        defer { hasEnded = true }
        return framing == .chunks ? emit(Array("0\r\n\r\n".utf8), ofBody: 0, before: 0) : []
    }

    /// A part of the body before the framing is broken.
    private mutating func part(_ bytes: [UInt8]) -> [UInt8] {
        guard framing == .chunks else { return emit(bytes, ofBody: bytes.count, before: 0) }
        let size = Array((String(bytes.count, radix: 16) + "\r\n").utf8)
        return emit(size + bytes + [0x0d, 0x0a], ofBody: bytes.count, before: size.count)
    }

    private mutating func breakOff() -> [UInt8] {
        defer { hasEnded = true }
        return framing == .chunks ? emit(Self.badSize, ofBody: 0, before: 0) : []
    }

    /// The part of `bytes` before the end of the delivery.
    ///
    /// `size` of the bytes belong to the body, with `before` bytes of framing before them.
    private mutating func emit(_ bytes: [UInt8], ofBody size: Int, before: Int) -> [UInt8] {
        var length = bytes.count
        switch delivery.ending.point {
        case .end: break
        case .message(let limit) where max(0, limit) - count <= length:
            length = max(0, max(0, limit) - count)
            hasEnded = true
        case .body(let limit) where size > 0 && max(0, limit) - bodyCount <= size:
            let rest = max(0, max(0, limit) - bodyCount)
            length = rest == 0 ? 0 : before + rest
            hasEnded = true
        case .message, .body: break
        }
        bodyCount += size
        count += length
        return length == bytes.count ? bytes : Array(bytes.prefix(length))
    }
}

extension BodyFraming {
    /// The framing of a correct answer.
    fileprivate static func sound(_ response: Response, _ minorVersion: Int) -> BodyFraming {
        if response.isChunked || response.source != nil, minorVersion > 0 { return .chunks }
        return response.source == nil ? .length(response.body.count) : .untilClose
    }
}

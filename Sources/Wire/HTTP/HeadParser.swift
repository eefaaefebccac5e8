/// Parses one head, line by line, as its bytes arrive.
///
/// A complete line is checked in full, an incomplete one only for errors that further bytes cannot
/// repair. So the result, including the message of a rejection, does not depend on how the bytes
/// are split over calls.
struct HeadParser: Sendable {
    /// A complete head, and how its body is delimited.
    struct Whole {
        var length: Int
        var framing: Framing
    }

    /// Where the first incomplete line starts.
    private var lineStart = 0
    /// How many bytes have been searched for line ends.
    private var scanned = 0
    private var framing = FramingFields()
    /// Whether CONNECT is a method like others, as for a proxy.
    private let takesConnect: Bool

    init(takesConnect: Bool = false) {
        self.takesConnect = takesConnect
    }

    var hasBegun: Bool { scanned > 0 }

    /// Continues with `input`, which is everything from the first byte of the head on.
    ///
    /// Returns nil when more bytes are needed.
    mutating func parse(
        _ input: UnsafeBufferPointer<UInt8>,
        _ limits: RequestLimits,
        into head: RequestHead
    ) throws(Rejection) -> Whole? {
        while let lineFeed = input.firstIndex(of: 0x0a, from: scanned) {
            if lineStart == 0 {
                try parseRequestLine(input.part(..<lineFeed), limits, into: head)
            } else {
                guard lineFeed < limits.head else { throw .headTooLarge }
                guard lineFeed > lineStart, input[lineFeed - 1] == 0x0d else {
                    throw .bareLineFeed
                }
                if lineFeed - 1 == lineStart {
                    let length = lineFeed + 1
                    head.bytes.append(contentsOf: input.part(..<length))
                    return Whole(length: length, framing: try framing.conclude(head))
                }
                guard head.fields.count < limits.fields else { throw .tooManyFields }
                try parseField(input, lineStart..<(lineFeed - 1), into: head)
            }
            lineStart = lineFeed + 1
            scanned = lineStart
        }
        scanned = input.count
        if lineStart == 0 { _ = try outline(input, limits) }
        guard input.count <= limits.head else { throw .headTooLarge }
        return nil
    }

    /// Outlines the received part of the request line, within the limit of the head.
    private func outline(
        _ line: UnsafeBufferPointer<UInt8>,
        _ limits: RequestLimits
    ) throws(Rejection) -> RequestLineParser.Outline {
        var line = line.part(..<min(line.count, limits.head))
        // The CR may belong to the line end.
        if line.last == 0x0d { line = line.part(..<(line.count - 1)) }
        return try RequestLineParser.outline(line, limits)
    }

    /// Parses `line`, which is followed by a line feed.
    private func parseRequestLine(
        _ line: UnsafeBufferPointer<UInt8>,
        _ limits: RequestLimits,
        into head: RequestHead
    ) throws(Rejection) {
        let outline = try outline(line, limits)
        guard line.count < limits.head else { throw .headTooLarge }
        guard line.last == 0x0d else { throw .bareLineFeed }
        head.removeAll()
        try RequestLineParser.parse(
            line.part(..<(line.count - 1)),
            outline,
            takesConnect: takesConnect,
            into: head
        )
    }

    /// Parses the field at the range `line` of `bytes`.
    private mutating func parseField(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ line: Range<Int>,
        into head: RequestHead
    ) throws(Rejection) {
        let start = line.lowerBound
        if bytes[start] == 0x20 || bytes[start] == 0x09 { throw .foldedField }
        var colon = start
        while colon < line.upperBound, ByteSet.token.contains(bytes[colon]) { colon += 1 }
        guard colon > start, colon < line.upperBound, bytes[colon] == UInt8(ascii: ":") else {
            throw .badField
        }
        let value = bytes.trimmingBlanks((colon + 1)..<line.upperBound)
        guard isFieldValue(bytes.part(value)) else { throw .badField }
        try framing.note(bytes.part(start..<colon), bytes.part(value), in: head)
        head.fields.append(RequestHead.Field(name: start..<colon, value: value))
    }
}

/// The first line of a head: `METHOD SP target SP HTTP/1.x` (RFC 9112 §3).
enum RequestLineParser {
    /// The ends of the parts of a line that may be incomplete.
    struct Outline {
        var methodEnd: Int
        var targetEnd: Int
    }

    /// The most bytes of a method name; the longest registered one has 17.
    static let longestMethod = 64

    /// Finds the parts of `line`, or of its received part.
    ///
    /// Throws for an error that further bytes cannot repair.
    static func outline(
        _ line: UnsafeBufferPointer<UInt8>,
        _ limits: RequestLimits
    ) throws(Rejection) -> Outline {
        var methodEnd = 0
        while methodEnd < line.count, ByteSet.token.contains(line[methodEnd]) { methodEnd += 1 }
        guard methodEnd <= longestMethod else { throw .badRequestLine }
        guard methodEnd < line.count else {
            return Outline(methodEnd: methodEnd, targetEnd: methodEnd)
        }
        guard methodEnd > 0, line[methodEnd] == 0x20 else { throw .badRequestLine }
        let start = methodEnd + 1
        let targetEnd = line.firstIndex(of: 0x20, from: start) ?? line.count
        guard targetEnd - start <= limits.target else { throw .targetTooLong }
        return Outline(methodEnd: methodEnd, targetEnd: targetEnd)
    }

    /// Parses `line`, which is complete.
    ///
    /// CONNECT is refused unless `takesConnect`.
    static func parse(
        _ line: UnsafeBufferPointer<UInt8>,
        _ outline: Outline,
        takesConnect: Bool,
        into head: RequestHead
    ) throws(Rejection) {
        let start = outline.methodEnd + 1
        let end = outline.targetEnd
        guard end > start, end < line.count else { throw .badRequestLine }
        let target = line.part(start..<end)
        guard isTarget(target) else { throw .badTarget }
        head.minorVersion = try minorVersion(line.part((end + 1)...))
        head.method = Method(line.part(..<outline.methodEnd))
        if head.method == .connect {
            guard takesConnect else { throw .connect }
            return try TargetParser.parseAuthority(target, at: start, into: head)
        }
        try TargetParser.parse(target, at: start, into: head)
    }

    private static func minorVersion(
        _ version: UnsafeBufferPointer<UInt8>
    ) throws(Rejection) -> Int {
        let isDigit: (UInt8) -> Bool = { $0 &- 0x30 < 10 }
        guard version.count == 8, equal(version.part(..<5), "HTTP/"),
            isDigit(version[5]), version[6] == UInt8(ascii: "."), isDigit(version[7])
        else { throw .badRequestLine }
        guard version[5] == UInt8(ascii: "1"), version[7] <= UInt8(ascii: "1") else {
            throw .badVersion
        }
        return Int(version[7] &- 0x30)
    }
}

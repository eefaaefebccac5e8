internal import MockPostlyText

/// Parses a request target (RFC 9112 §3.2).
enum TargetParser {
    /// Parses `target`, which starts at byte `offset` of the head.
    static func parse(
        _ target: UnsafeBufferPointer<UInt8>,
        at offset: Int,
        into head: RequestHead
    ) throws(Rejection) {
        head.target = offset..<(offset + target.count)
        head.authority = nil
        head.decodedPath = nil
        head.targetFault = nil
        var start = 0
        if target.first != UInt8(ascii: "/") {
            if target.count == 1, target[0] == UInt8(ascii: "*"), head.method == .options {
                head.path = head.target
                head.query = head.target.upperBound..<head.target.upperBound
                return
            }
            start = try authorityEnd(target)
            head.authority = (offset + schemeLength(target))..<(offset + start)
        }
        let mark = target.firstIndex(of: UInt8(ascii: "?"), from: start)
        let pathEnd = mark ?? target.count
        head.path = (offset + start)..<(offset + pathEnd)
        head.query = (offset + (mark.map { $0 + 1 } ?? target.count))..<(offset + target.count)
        do throws(TargetFault) {
            head.decodedPath = try decodedPath(target.part(start..<pathEnd))
            guard isText(head.decodedPath) else { throw .invalidUTF8 }
            try checkEscapes(target.part(pathEnd...))
        } catch {
            head.targetFault = error
        }
    }

    /// Parses the target of CONNECT, a host and a port (RFC 9112 §3.2.3).
    static func parseAuthority(
        _ target: UnsafeBufferPointer<UInt8>,
        at offset: Int,
        into head: RequestHead
    ) throws(Rejection) {
        guard ByteSet.host.containsAll(target) else { throw .badTarget }
        let end = offset + target.count
        head.target = offset..<end
        head.authority = head.target
        head.path = end..<end
        head.query = end..<end
        head.decodedPath = nil
        head.targetFault = nil
    }

    private static func schemeLength(_ target: UnsafeBufferPointer<UInt8>) -> Int {
        for scheme in ["http://", "https://"] as [StaticString] {
            let length = scheme.utf8CodeUnitCount
            guard target.count > length else { continue }
            if equalIgnoringCase(target.part(..<length), scheme) { return length }
        }
        return 0
    }

    /// The index at which the path of an absolute-form target starts.
    private static func authorityEnd(
        _ target: UnsafeBufferPointer<UInt8>
    ) throws(Rejection) -> Int {
        let start = schemeLength(target)
        guard start > 0 else { throw .badTarget }
        var end = start
        while end < target.count, target[end] != UInt8(ascii: "/"), target[end] != UInt8(ascii: "?")
        {
            end += 1
        }
        let authority = target.part(start..<end)
        // A URI without a host is invalid (RFC 9110 §4.2.1).
        guard let first = authority.first, first != UInt8(ascii: ":"),
            ByteSet.host.containsAll(authority)
        else { throw .badTarget }
        return end
    }

    /// The decoded `path` if it differs from `path`; `/` for an empty path (RFC 9110 §4.2.3).
    private static func decodedPath(
        _ path: UnsafeBufferPointer<UInt8>
    ) throws(TargetFault) -> [UInt8]? {
        if path.isEmpty { return [UInt8(ascii: "/")] }
        return needsDecoding(path) ? try percentDecoded(strictly: path) : nil
    }

    private static func isText(_ path: [UInt8]?) -> Bool {
        guard let path else { return true }
        return String(validating: path, as: UTF8.self) != nil
    }
}

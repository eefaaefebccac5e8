internal import MockPostlyText

/// A decoder of the chunked transfer coding (RFC 9112 §7.1).
///
/// Chunk extensions and trailer fields are checked for their syntax and dropped.
package struct ChunkedDecoder: Sendable {
    private enum State: Sendable {
        case sizeLine
        case data(left: Int)
        case dataEnd
        case trailer(fields: Int, bytes: Int)
    }

    private var state = State.sizeLine

    /// A decoder at the first chunk of a body.
    package init() {}

    /// Decodes as much of `input` as possible and appends it to `body`.
    ///
    /// Returns whether the body is complete. `used` is increased by the bytes of `input` that are
    /// done with; the others must be given again with more, because a line is used only when it is
    /// complete.
    ///
    /// - Parameters:
    ///   - input: all received bytes that are not used up; those from index `used` on are read.
    ///   - body: gets the content of the chunks, without sizes and line ends.
    ///   - limits: of these, `body`, `chunkLine`, `head` and `fields` apply.
    ///   - used: how many bytes of `input` are done with.
    /// - Returns: whether the last chunk and the trailer have been read.
    /// - Throws: ``Rejection/bodyTooLarge`` before the chunk that exceeds the limit is read, and
    ///   rejections with 400 or 431 for malformed or too long lines. The decoder must not be used
    /// after that.
    package mutating func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into body: inout [UInt8],
        limits: RequestLimits,
        used: inout Int
    ) throws(Rejection) -> Bool {
        while true {
            let rest = input.part(used...)
            switch state {
            case .sizeLine:
                guard let line = try Self.line(rest, limits.chunkLine) else { return false }
                let size = try Self.size(line)
                guard size <= limits.body - body.count else { throw .bodyTooLarge }
                used += line.count + 2
                state = size == 0 ? .trailer(fields: 0, bytes: 0) : .data(left: size)
            case .data(let left):
                let count = min(left, rest.count)
                body.append(contentsOf: rest.part(..<count))
                used += count
                state = left == count ? .dataEnd : .data(left: left - count)
                if count < left { return false }
            case .dataEnd:
                if rest.isEmpty { return false }
                guard rest[0] == 0x0d else { throw .badChunk }
                if rest.count == 1 { return false }
                guard rest[1] == 0x0a else { throw .badChunk }
                used += 2
                state = .sizeLine
            case .trailer(let fields, let bytes):
                guard let line = try Self.line(rest, limits.head - bytes, tooLong: .headTooLarge)
                else { return false }
                used += line.count + 2
                if line.isEmpty { return true }
                guard fields < limits.fields else { throw .tooManyFields }
                try Self.checkTrailer(line)
                state = .trailer(fields: fields + 1, bytes: bytes + line.count + 2)
            }
        }
    }

    /// The next line of `input` without its CR LF; nil when its end has not arrived.
    private static func line(
        _ input: UnsafeBufferPointer<UInt8>,
        _ limit: Int,
        tooLong: Rejection = .badChunk
    ) throws(Rejection) -> UnsafeBufferPointer<UInt8>? {
        guard let lineFeed = input.firstIndex(of: 0x0a, from: 0) else {
            guard input.count <= limit else { throw tooLong }
            return nil
        }
        guard lineFeed < limit else { throw tooLong }
        guard lineFeed > 0, input[lineFeed - 1] == 0x0d else { throw .badChunk }
        return input.part(..<(lineFeed - 1))
    }

    /// `1*16HEXDIG [ ";" extensions ]`.
    private static func size(_ line: UnsafeBufferPointer<UInt8>) throws(Rejection) -> Int {
        var size: UInt64 = 0
        var digits = 0
        while digits < line.count, let digit = line[digits].hexadecimalValue {
            guard digits < 16 else { throw .badChunk }
            size = size << 4 | UInt64(digit)
            digits += 1
        }
        guard digits > 0 else { throw .badChunk }
        let extensions = line.part(digits...)
        guard extensions.isEmpty || extensions[0] == UInt8(ascii: ";"), isFieldValue(extensions)
        else { throw .badChunk }
        return Int(clamping: size)
    }

    private static func checkTrailer(_ line: UnsafeBufferPointer<UInt8>) throws(Rejection) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0), colon > 0 else {
            throw .badField
        }
        guard ByteSet.token.containsAll(line.part(..<colon)),
            isFieldValue(line.part((colon + 1)...))
        else { throw .badField }
    }
}

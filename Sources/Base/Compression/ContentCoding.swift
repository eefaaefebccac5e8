/// A content coding of HTTP (RFC 9110, 8.4.1).
///
/// `zstd` and `compress` are not spoken: requests for them alone get an uncompressed answer.
package enum ContentCoding: Sendable, Hashable, CaseIterable {
    /// RFC 7932.
    case brotli
    /// RFC 1952.
    case gzip
    /// DEFLATE in the zlib format (RFC 1950), never without its header.
    case deflate

    /// The name in `Accept-Encoding` and `Content-Encoding`.
    package var name: String {
        switch self {
        case .brotli: "br"
        case .gzip: "gzip"
        case .deflate: "deflate"
        }
    }
}

/// Compresses a whole body of at most 4 GiB.
///
/// The result is the same for the same bytes and the same version of the library. The levels are
/// those of Express's compression 1.8 on Node: 4 for Brotli, 6 for the others.
///
/// Costs O(n); more than 4 GiB stop the program. May be called on any thread.
package func compress(_ bytes: [UInt8], _ coding: ContentCoding) -> [UInt8] {
    switch coding {
    case .brotli: brotliCompressed(bytes, quality: 4)
    case .gzip: deflated(bytes, .gzip, level: 6)
    case .deflate: deflated(bytes, .zlib, level: 6)
    }
}

/// The reason why a body cannot be decompressed.
package enum DecompressionError: Error, Sendable, Equatable {
    /// The body is damaged or ends too early.
    ///
    /// The text is that of Node's zlib, which body-parser sends to the client.
    case malformed(String)

    /// The result would exceed the limit.
    case tooLarge

    static let unexpectedEnd = DecompressionError.malformed("unexpected end of file")
}

/// Decompresses a body; throws if the result would exceed `limit` bytes.
///
/// Lenient like Node's zlib: several gzip bodies may follow one another, then anything that begins
/// with a zero byte; after the end of the other codings anything may follow. Stops when the limit
/// is reached, so errors after that point are not found.
///
/// - Parameters:
///   - bytes: the whole body.
///   - coding: one coding; for several, call it for each, the last one first.
///   - limit: the most bytes of the result.
/// - Returns: the whole result.
/// - Throws: ``DecompressionError/tooLarge`` or ``DecompressionError/malformed(_:)``.
package func decompress(
    _ bytes: [UInt8],
    _ coding: ContentCoding,
    limit: Int
) throws(DecompressionError) -> [UInt8] {
    var output = BoundedOutput(limit: limit)
    try decompress(bytes, coding, into: &output)
    return output.bytes
}

/// The first `limit` bytes, about, of what `bytes` decompress to, which may be cut off themselves.
///
/// Nil when they are not of this coding.
///
/// - Parameters:
///   - bytes: the body, or its beginning.
///   - coding: what it is said to be.
///   - limit: about how many bytes are wanted.
/// - Returns: what could be read, and whether that is all.
package func decompressedStart(
    of bytes: [UInt8],
    _ coding: ContentCoding,
    limit: Int
) -> (bytes: [UInt8], isWhole: Bool)? {
    var output = BoundedOutput(limit: limit)
    do throws(DecompressionError) {
        try decompress(bytes, coding, into: &output)
        return (output.bytes, true)
    } catch {
        guard error == .tooLarge || error == .unexpectedEnd else { return nil }
        return (output.bytes, false)
    }
}

private func decompress(
    _ bytes: [UInt8],
    _ coding: ContentCoding,
    into output: inout BoundedOutput
) throws(DecompressionError) {
    switch coding {
    case .brotli: try decompressBrotli(bytes, into: &output)
    case .gzip: try inflate(bytes, .gzip, into: &output)
    case .deflate: try inflate(bytes, .zlib, into: &output)
    }
}

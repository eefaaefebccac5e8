/// A way to make a body smaller that HTTP has a name for (RFC 9110, 8.4.1).
package enum ContentCoding: Sendable, Hashable, CaseIterable {
    /// RFC 7932.
    case brotli
    /// RFC 1952.
    case gzip
    /// DEFLATE in the format of zlib (RFC 1950), never bare.
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

/// The body `bytes` in one piece, made smaller.
///
/// The same bytes give the same result, with the same version of the library. The levels are those
/// of Express's compression 1.8 on Node: 4 for Brotli, 6 for the others. At most 4 GiB.
package func compress(_ bytes: [UInt8], _ coding: ContentCoding) -> [UInt8] {
    switch coding {
    case .brotli: brotliCompressed(bytes, quality: 4)
    case .gzip: deflated(bytes, .gzip, level: 6)
    case .deflate: deflated(bytes, .zlib, level: 6)
    }
}

/// Why a body cannot be decompressed.
package enum DecompressionError: Error, Sendable, Equatable {
    /// The body is damaged or ends too early.
    ///
    /// The words are those of Node's zlib, which body-parser answers with.
    case malformed(String)

    /// There is more than the limit.
    case tooLarge

    static let unexpectedEnd = DecompressionError.malformed("unexpected end of file")
}

/// What ``compress(_:_:)`` made `bytes` from, or any other encoder; at most `limit` bytes of it.
///
/// Reads as Node's zlib does: several gzip bodies may follow one another, and after them whatever
/// begins with a zero byte; behind the end of the other codings anything may stand. It stops where
/// the output passes the limit, so what is wrong behind that place is not found.
package func decompress(
    _ bytes: [UInt8],
    _ coding: ContentCoding,
    limit: Int
) throws(DecompressionError) -> [UInt8] {
    switch coding {
    case .brotli: try brotliDecompressed(bytes, limit: limit)
    case .gzip: try inflated(bytes, .gzip, limit: limit)
    case .deflate: try inflated(bytes, .zlib, limit: limit)
    }
}

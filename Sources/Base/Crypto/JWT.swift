internal import MockPostlyText

/// JSON Web Tokens signed with HS256, in the compact form (RFC 7515, 3.1).
///
/// Works on bytes only; reading the header and the claims is left to the caller.
package enum JWT {
    /// The segments of a token, still encoded, as slices of the token.
    package struct Parts: Sendable, Equatable {
        /// The part that the signature covers: everything before the last dot.
        package let signingInput: ArraySlice<UInt8>
        /// The encoded segments.
        package let header: ArraySlice<UInt8>
        package let payload: ArraySlice<UInt8>
        package let signature: ArraySlice<UInt8>

        /// The decoded segments, read as leniently as PyJWT reads them; nil where that fails.
        package func decodedHeader() -> [UInt8]? { Base64URL.decodeLeniently(header) }
        package func decodedPayload() -> [UInt8]? { Base64URL.decodeLeniently(payload) }
        package func decodedSignature() -> [UInt8]? { Base64URL.decodeLeniently(signature) }
    }

    /// The length in bytes of the longest token that is examined.
    ///
    /// Tokens in a header are limited by the usual 8 KiB of headers, tokens in a body are not.
    package static let longest = 16 * 1024

    /// The default header of ``sign(header:payload:key:)``.
    package static let header = Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)

    /// A token over `payload`, whose bytes are signed unchanged.
    ///
    /// The signature is HS256 whatever `header` says.
    package static func sign(
        header: [UInt8] = JWT.header,
        payload: [UInt8],
        key: HMACSHA256
    ) -> String {
        let token = payload.withUnsafeBufferPointer { payload in
            SignedStart(header: header, payload: payload, key: key)
                .token(endingWith: UnsafeBufferPointer(start: nil, count: 0))
        }
        return String(decoding: token, as: UTF8.self)
    }

    /// The segments of a token; nil when it has fewer than two dots.
    ///
    /// As in PyJWT the signature follows the last dot and the payload begins after the first, so
    /// further dots are part of the payload, where decoding skips them.
    package static func split(_ token: [UInt8]) -> Parts? {
        guard
            let last = token.lastIndex(of: dot),
            let first = token[..<last].firstIndex(of: dot)
        else { return nil }
        return Parts(
            signingInput: token[..<last],
            header: token[..<first],
            payload: token[(first + 1)..<last],
            signature: token[(last + 1)...]
        )
    }

    /// Whether `key` made the signature; false when the signature cannot be decoded.
    package static func verify(_ parts: Parts, key: HMACSHA256) -> Bool {
        guard let signature = parts.decodedSignature() else { return false }
        return equalInConstantTime(signature, key.authenticate(parts.signingInput))
    }

    private static let dot = UInt8(ascii: ".")
}

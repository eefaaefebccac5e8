/// JSON Web Tokens signed with HS256, in the compact form (RFC 7515, 3.1).
///
/// Only bytes are handled here; what the header and the claims say is up to the caller.
package enum JWT {
    /// The segments of a token, still encoded, as slices of it.
    package struct Parts: Sendable, Equatable {
        /// What the signature covers: everything before the last dot.
        package let signingInput: ArraySlice<UInt8>
        package let header: ArraySlice<UInt8>
        package let payload: ArraySlice<UInt8>
        package let signature: ArraySlice<UInt8>

        /// The decoded forms, read as leniently as PyJWT does; nil where they cannot be.
        package func decodedHeader() -> [UInt8]? { Base64URL.decodeLeniently(header) }
        package func decodedPayload() -> [UInt8]? { Base64URL.decodeLeniently(payload) }
        package func decodedSignature() -> [UInt8]? { Base64URL.decodeLeniently(signature) }
    }

    /// Bytes of the longest token that is looked into: none that fits in a header of the usual 8 KiB
    /// is longer, and what is sent in a body can be.
    package static let longest = 16 * 1024

    /// The header of every token that ``sign(header:payload:key:)`` makes by default.
    package static let header = Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)

    /// A token over `payload`, which is signed as it stands.
    ///
    /// Whatever `header` says, the signature is HS256.
    package static func sign(
        header: [UInt8] = JWT.header,
        payload: [UInt8],
        key: HMACSHA256
    ) -> String {
        var token: [UInt8] = []
        token.reserveCapacity(
            Base64.length(ofEncoding: header.count) + Base64.length(ofEncoding: payload.count) + 45
        )
        Base64URL.append(header, to: &token)
        token.append(dot)
        Base64URL.append(payload, to: &token)
        let signature = key.authenticate(token)
        token.append(dot)
        Base64URL.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }

    /// The segments of a token, or nil when it has fewer than two dots.
    ///
    /// As PyJWT does it: the signature is behind the last dot and the payload begins behind the
    /// first, so that the dots of a longer token are part of the payload, where decoding skips
    /// them.
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

    /// Whether the signature is the one that `key` makes; false when it cannot be decoded.
    package static func verify(_ parts: Parts, key: HMACSHA256) -> Bool {
        guard let signature = parts.decodedSignature() else { return false }
        return equalInConstantTime(signature, key.authenticate(parts.signingInput))
    }

    private static let dot = UInt8(ascii: ".")
}

internal import MockPostlyCrypto
package import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyText

/// Why a token is not valid.
package enum TokenFailure: Error, Sendable, Equatable {
    /// It does not have exactly two dots, or is too long.
    case malformed
    /// It has characters outside base64url, or its header is not usable.
    case invalidToken
    /// The payload is there, and the third part is empty.
    case signatureRequired
    /// The header names an algorithm that is not accepted, such as `none`.
    case invalidAlgorithm
    /// The token was signed with another key, or was changed.
    case invalidSignature
    /// It is not valid yet.
    ///
    /// Its `nbf` is later than now.
    case notActive
    /// Its `nbf` is there and no number.
    case invalidNotBefore
    /// Its `exp` is there and no number.
    case invalidExpiration
    /// It has expired; the time in seconds since 1970.
    case expired(at: Double)
    /// The payload is not JSON; the message of JavaScript's parser.
    case payloadNotJSON(String)
}

/// The payload of a token that is signed with `secret` and valid at `now`, in seconds since 1970.
///
/// Makes the checks of jsonwebtoken 9 over jws 3.2 in their order, so that the same error is
/// reported. HS256, HS384 and HS512 are accepted. A payload that is not JSON is returned as a JSON
/// string, unless the header has `"typ":"JWT"`.
///
/// - Parameters:
///   - token: as the client sent it, without `Bearer`.
///   - secret: the key of the signature.
///   - now: in seconds since 1970.
/// - Returns: the payload; which claims it must have is the caller's question.
/// - Throws: the first ``TokenFailure``.
package func checkToken(
    _ token: String,
    secret: [UInt8],
    now: Int64
) throws(TokenFailure) -> JSON {
    guard token.utf8.count <= JWT.longest else { throw .malformed }
    let bytes = Array(token.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformed }
    guard
        !parts[0].isEmpty, !parts[1].isEmpty, parts.joined().allSatisfy(isDigit),
        let header = header(parts[0])
    else { throw .invalidToken }
    let payload = try payload(parts[1], isJSON: header["typ"].isText("JWT"))
    guard !parts[2].isEmpty else { throw .signatureRequired }
    guard let algorithm = algorithm(header["alg"]) else { throw .invalidAlgorithm }
    let signed = bytes[..<(parts[2].startIndex - 1)]
    let signature =
        algorithm == .sha256
        ? HMACSHA256(key: secret).authenticate(signed)
        : HMAC(algorithm, key: secret).authenticate(signed)
    // The encoded text is compared, not the decoded bytes, as jws does.
    guard equalInConstantTime(Array(parts[2]), Base64URL.encodedBytes(signature)) else {
        throw .invalidSignature
    }
    try checkTimes(payload.root, now: Double(now))
    return payload
}

/// The header as jws reads it; nil when it is not JSON, or is false in JavaScript.
private func header(_ segment: ArraySlice<UInt8>) -> JSValue? {
    // jws reads each byte as a character (Latin-1).
    let text = String(String.UnicodeScalarView(decoded(segment).map { Unicode.Scalar($0) }))
    guard let header = parseJavaScriptJSON(Array(text.utf8)), header.isTrue else { return nil }
    return header
}

/// The payload, which must be JSON if the header says so.
private func payload(
    _ segment: ArraySlice<UInt8>,
    isJSON: Bool
) throws(TokenFailure) -> JSON {
    let text = String(decoding: decoded(segment), as: UTF8.self)
    let bytes = Array(text.utf8)
    let document = try? JSON(parsing: bytes)
    guard isJSON else {
        if let document, document.root.isContainer { return document }
        return try quoted(text)
    }
    guard let document else {
        // V8 accepts any depth and single surrogates; then there is no message of a parser.
        throw javaScriptParseError(bytes).map { .payloadNotJSON($0) } ?? .invalidToken
    }
    // A JSON string may contain JSON again.
    guard
        let inner = document.root.string.flatMap({ try? JSON(parsing: Array($0.utf8)) }),
        inner.root.isContainer
    else { return document }
    return inner
}

/// A JSON document that is `text` as a string.
private func quoted(_ text: String) throws(TokenFailure) -> JSON {
    var json = JSONWriter(escaping: .utf8)
    json.string(text)
    guard let document = try? JSON(parsing: json.finish()) else { throw .invalidToken }
    return document
}

private func checkTimes(_ payload: JSONValue, now: Double) throws(TokenFailure) {
    guard !payload.isNull else {
        throw .payloadNotJSON("Cannot read properties of null (reading 'nbf')")
    }
    if let start = payload["nbf"] {
        guard case .number(let start) = JSValue(start, rounding: true) else {
            throw .invalidNotBefore
        }
        if start > now { throw .notActive }
    }
    if let end = payload["exp"] {
        guard case .number(let end) = JSValue(end, rounding: true) else { throw .invalidExpiration }
        if now >= end { throw .expired(at: end) }
    }
}

private func algorithm(_ name: JSValue) -> HMAC.Algorithm? {
    if name.isText("HS256") { return .sha256 }
    if name.isText("HS384") { return .sha384 }
    return name.isText("HS512") ? .sha512 : nil
}

/// The bytes of base64url digits; Node ignores a single last digit.
private func decoded(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    Base64URL.decodeLeniently(digits.dropLast(digits.count % 4 == 1 ? 1 : 0)) ?? []
}

/// Whether it is a digit of base64url.
private func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
    default: false
    }
}

extension JSValue {
    fileprivate func isText(_ text: String) -> Bool {
        string?.utf8.elementsEqual(text.utf8) ?? false
    }
}

extension JSONValue {
    fileprivate var isContainer: Bool { kind == .array || kind == .object }
}

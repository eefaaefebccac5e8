import MockPostlyCrypto
internal import MockPostlyText

/// Reads arbitrary bytes as a token, and holds that what is signed is verified.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzJWT(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let key = HMACSHA256(key: Array("your-secret-key".utf8))
    readToken(bytes, key: key)
    signAndVerify(bytes, key: key)
    _ = PasswordHash(stored: String(decoding: bytes, as: UTF8.self))
    return 0
}

private func readToken(_ bytes: [UInt8], key: HMACSHA256) {
    guard let parts = JWT.split(bytes) else {
        precondition(bytes.count { $0 == UInt8(ascii: ".") } < 2)
        return
    }
    let dots = Array(".".utf8)
    precondition(bytes == parts.header + dots + parts.payload + dots + parts.signature)
    precondition(bytes == parts.signingInput + dots + parts.signature)
    for segment in [parts.header, parts.payload, parts.signature] {
        guard let decoded = Base64URL.decodeStrictly(segment) else {
            _ = Base64URL.decodeLeniently(segment)
            continue
        }
        // What is exact is also read leniently, and is what encoding makes.
        precondition(Base64URL.decodeLeniently(segment) == decoded)
        precondition(Base64URL.encodedBytes(decoded) == Array(segment))
    }
    _ = JWT.verify(parts, key: key)
}

private func signAndVerify(_ payload: [UInt8], key: HMACSHA256) {
    var token = Array(JWT.sign(payload: payload, key: key).utf8)
    guard let parts = JWT.split(token) else { preconditionFailure("a signed token has no dots") }
    precondition(JWT.verify(parts, key: key))
    precondition(parts.decodedPayload() == payload)
    precondition(parts.decodedHeader() == JWT.header)
    precondition(!JWT.verify(parts, key: HMACSHA256(key: Array("another".utf8))))
    // One digit changed in what is signed.
    let place = payload.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff } % parts.signingInput.count
    token[place] = token[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    if let changed = JWT.split(token) {
        precondition(!JWT.verify(changed, key: key))
    }
}

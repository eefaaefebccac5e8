import MockPostlyCrypto
import Testing

@Suite
struct SignedStartTests {
    @Test
    func `a token is the same in two parts as in one, wherever they meet`() {
        let secret = Array("your-secret-key".utf8)
        let (key, hmac) = (HMACSHA256(key: secret), HMAC(.sha256, key: secret))
        let payload = (0..<170).map { UInt8($0) }
        for place in 0...payload.count {
            let whole = JWT.assemble(
                header: JWT.header,
                payload: payload,
                sign: hmac.authenticate(_:)
            )
            let start = payload[..<place].withUnsafeBufferPointer {
                SignedStart(payload: $0, key: key)
            }
            for _ in 1...2 {
                let token = payload[place...].withUnsafeBufferPointer {
                    start.token(endingWith: $0)
                }
                #expect(String(decoding: token, as: UTF8.self) == whole)
            }
        }
    }

    @Test
    func `payloads of all lengths are signed as by libcrypto`() {
        for size in 0...200 {
            let secret = [UInt8](repeating: 7, count: size)
            let payload = [UInt8](repeating: 9, count: size)
            let token = JWT.sign(payload: payload, key: HMACSHA256(key: secret))
            let expected = JWT.assemble(
                header: JWT.header,
                payload: payload,
                sign: HMAC(.sha256, key: secret).authenticate(_:)
            )
            #expect(token == expected)
            let code = HMACSHA256(key: secret).authenticate(payload)
            #expect(code == HMAC(.sha256, key: secret).authenticate(payload))
        }
    }
}

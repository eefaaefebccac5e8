internal import MockPostlyCrypto
internal import MockPostlyNouns
internal import MockPostlyText

/// A code or token that an app gets: it names its sign-in and is signed with the sign-in's secret.
///
/// So a world keeps one row for a sign-in, and what a fork or a snapshot has of it stays valid.
struct SealedToken {
    enum Kind: UInt8 {
        case code = 1
        case access, refresh

        /// How Google's begin.
        var prefix: String {
            switch self {
            case .code: "4/0A"
            case .access: "ya29.a0"
            case .refresh: "1//0"
            }
        }
    }

    let kind: Kind
    let signIn: SignIn.ID
    /// When it expires, in seconds since 1970.
    let end: Int64
    /// Random bytes, so that no two tokens are the same.
    private let salt: [UInt8]
    private let signature: [UInt8]

    /// Makes a token; `salt` is 8 bytes.
    init(_ kind: Kind, of signIn: SignIn.ID, secret: String, end: Int64, salt: [UInt8]) {
        (self.kind, self.signIn, self.end, self.salt) = (kind, signIn, end, salt)
        signature = Self.signature(kind, Self.bytes(signIn) + Self.bytes(end) + salt, secret)
    }

    /// Reads a token; nil for a text that is none of this kind.
    init?(_ text: String, _ kind: Kind) {
        guard text.hasPrefix(kind.prefix),
            let bytes = Base64URL.decodeStrictly(text.utf8.dropFirst(kind.prefix.utf8.count)),
            bytes.count == 40
        else { return nil }
        self.kind = kind
        signIn = Self.number(bytes[0..<8])
        end = Self.number(bytes[8..<16])
        (salt, signature) = (Array(bytes[16..<24]), Array(bytes[24...]))
    }

    var text: String {
        kind.prefix + Base64URL.encode(Self.bytes(signIn) + Self.bytes(end) + salt + signature)
    }

    /// Whether it was made with this secret.
    func isSigned(with secret: String) -> Bool {
        Self.signature(kind, Self.bytes(signIn) + Self.bytes(end) + salt, secret) == signature
    }

    private static func signature(_ kind: Kind, _ content: [UInt8], _ secret: String) -> [UInt8] {
        let code = HMACSHA256(key: Array(secret.utf8)).authenticate([kind.rawValue] + content)
        return Array(code.prefix(16))
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}

/// The first half of the SHA-256 of a code or token, as ID tokens have it (OpenID Connect Core,
/// 3.1.3.6).
func halfHash(_ token: String) -> String {
    Base64URL.encode(Array(sha256(Array(token.utf8)).prefix(16)))
}

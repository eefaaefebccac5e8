package import MockPostlyCrypto
package import MockPostlyNouns
internal import MockPostlyText
package import MockPostlyWorld

/// The API tokens by which clients of the community authenticate.
package enum APIToken {
    /// The length of a token in characters: 32 bytes as URL-safe base64 without padding.
    ///
    /// 43 characters of `A-Z a-z 0-9 - _`.
    package static let length = 43

    /// A new token; worlds of different names never make the same one.
    ///
    /// Takes four random numbers of the world: with a fixed seed the same tokens come in each run.
    package static func make(in world: TimeAndChance) -> String {
        Base64URL.encode(sha256(Array(world.name.utf8) + [0] + world.random.bytes(32)))
    }

    /// The token that every account has without being stored.
    ///
    /// It depends on the server's secret `key`: whoever knows the secret can make it, and it is
    /// valid as long as the server runs with that secret.
    ///
    /// - Parameters:
    ///   - account: its id, not its number.
    ///   - key: the server's secret.
    /// - Returns: 43 characters; the same for the same account and secret.
    package static func derived(for account: User.ID, _ key: HMACSHA256) -> String {
        Base64URL.encode(key.authenticate(Array("community:\(account.text)".utf8)))
    }

    /// The hash that is stored for a token: SHA-256 of its UTF-8, as 64 lower-case hexadecimal
    /// digits.
    ///
    /// For a token of a seed or a derived one; see ``hash(of:givenIn:)`` for others.
    package static func hash(of token: String) -> String {
        hexadecimal(sha256(Array(token.utf8)))
    }

    /// The hash that is stored for a token that the world called `world` has issued.
    ///
    /// In another world the token is unknown, even in a copy of this one.
    ///
    /// The SHA-256 of the digest of the token followed by the name of the world.
    package static func hash(of token: String, givenIn world: String) -> String {
        hexadecimal(sha256(sha256(Array(token.utf8)) + Array(world.utf8)))
    }

    /// Whether `text` has the length and the characters of a token.
    ///
    /// Costs no hash: a first check for what cannot be a token.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

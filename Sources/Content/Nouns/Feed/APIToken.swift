package import MockPostlyCrypto
package import MockPostlyWorld

/// The texts by which clients of the community say who they are.
package enum APIToken {
    /// 32 bytes as URL-safe base64 without padding.
    package static let length = 43

    /// A token that nobody had before, in a world of any other name either.
    package static func make(in world: World) -> String {
        Base64URL.encode(sha256(Array(world.name.utf8) + [0] + world.random.bytes(32)))
    }

    /// The token that an account has without anybody storing it: who knows the server's secret can
    /// make it, while the server runs.
    package static func derived(for account: User.ID, _ key: HMACSHA256) -> String {
        Base64URL.encode(key.authenticate(Array("community:\(account.text)".utf8)))
    }

    /// What is kept of a token: SHA-256 of its UTF-8, as 64 hexadecimal digits in lower case.
    package static func hash(of token: String) -> String {
        hexadecimal(sha256(Array(token.utf8)))
    }

    /// What is kept of a token that the world called `world` gave: in another it is nobody's, even
    /// in a copy.
    package static func hash(of token: String, givenIn world: String) -> String {
        hexadecimal(sha256(sha256(Array(token.utf8)) + Array(world.utf8)))
    }

    /// Whether a text is as long as a token and has no other characters than one can have.
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

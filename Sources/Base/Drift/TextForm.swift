internal import MockPostlyJSON
internal import MockPostlyText

/// What a text is that a server makes anew for each thing: such texts become variables.
enum TextForm: Hashable, Sendable {
    case uuid
    /// So many hexadecimal digits, 16 or more.
    case hexadecimal(Int)
    case jwt
    case date(String)
    /// A long word of letters in both cases and digits.
    case token

    /// The form of `text`; nil for a text that says something.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        if let date = DateText(text) {
            self = .date(date.form)
        } else if Self.isUUID(bytes) {
            self = .uuid
        } else if bytes.count >= 16, bytes.allSatisfy(Self.isHexadecimal) {
            self = .hexadecimal(bytes.count)
        } else if WebToken(text) != nil {
            self = .jwt
        } else if Self.isToken(bytes) {
            self = .token
        } else {
            return nil
        }
    }

    /// Whether a server writes all of a kind so, and never a word.
    var isRegular: Bool {
        switch self {
        case .uuid, .hexadecimal, .date: true
        case .jwt, .token: false
        }
    }

    /// In words for a report.
    var words: String {
        switch self {
        case .uuid: "a UUID"
        case .hexadecimal(let count): "\(count) hexadecimal digits"
        case .jwt: "a JWT"
        case .date(let form): "a date as \(form)"
        case .token: "a random word"
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func isUUID(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexadecimal(byte)
        }
    }

    private static func isToken(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 20 else { return false }
        var (digits, small, capital) = (0, 0, 0)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"): small += 1
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): capital += 1
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "+"),
                UInt8(ascii: "."):
                break
            default: return false
            }
        }
        return digits > 0 && small > 0 && capital > 0
    }
}

/// A signed token whose claims can be read (RFC 7519); its signature is not checked.
struct WebToken {
    let header: Node
    let claims: Node

    /// Reads a token; `adapt` is applied to the texts of its claims.
    init?(_ text: String, _ adapt: (String) -> String = { $0 }) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, text.hasPrefix("ey") else { return nil }
        let decoded = parts.prefix(2).map { part -> Node? in
            guard let bytes = Base64URL.decodeLeniently(part.utf8) else { return nil }
            return JSONValue.object(bytes).map { Node($0, adapt) }
        }
        guard let header = decoded[0], let claims = decoded[1] else { return nil }
        (self.header, self.claims) = (header, claims)
    }

    /// The claims, with times as spans since `iat`: two logins then give the same.
    var spans: Node {
        let issued = number("iat")
        var members = claims.members.filter { !Self.times.contains($0.name) }
        for name in Self.times {
            guard let time = number(name) else { continue }
            if name == "iat" {
                members.append(.init(name: "iat", value: .number("\(time)")))
            } else if let issued {
                members.append(.init(name: "\(name) − iat", value: .number("\(time &- issued)")))
            }
        }
        return .object(members)
    }

    private static let times = ["iat", "exp", "nbf"]
    /// What ``spans`` calls times.
    static let spanNames = Set(times + times.map { "\($0) − iat" })

    private func number(_ name: String) -> Int64? {
        guard case .number(let text)? = claims[name] else { return nil }
        return Int64(text.prefix { $0 != "." })
    }
}

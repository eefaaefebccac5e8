internal import MockPostlyHTTP

/// Replaces what can be a secret by `…`: passwords, tokens, keys, codes, cookies.
///
/// What is a secret is said by ``SecretName``, wherever the name stands.
package enum Redaction {
    /// What stands in the place of a secret.
    package static let mark = "…"

    // MARK: Fields

    /// The value of a field without secrets: the scheme of `Authorization` stays, and so do the
    /// names of cookies; in other fields, addresses lose the secrets in them.
    ///
    /// `Bearer abc` becomes `Bearer …`, `a=1; b=2` in a Cookie field `a=…; b=…`.
    package static func value(ofField name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "authorization", "proxy-authorization":
            let words = value.split(separator: " ", maxSplits: 1)
            return words.count == 2 ? "\(words[0]) \(mark)" : mark
        case "cookie":
            return cookies(value).map { $0.isEmpty ? mark : "\($0)=\(mark)" }
                .joined(separator: "; ")
        case "set-cookie":
            let pair = value.prefix { $0 != ";" }
            let name = cookies(String(pair)).first ?? ""
            let rest = String(value.dropFirst(pair.count))
            return (name.isEmpty ? mark : "\(name)=\(mark)") + masked(rest)
        case "sec-websocket-protocol":
            // Phoenix sends the token of a socket as one of the protocols.
            let protocols = value.split(separator: ",").map { $0.drop { $0 == " " } }
            return protocols.map { $0.hasPrefix("base64url.bearer.") ? mark : String($0) }
                .joined(separator: ", ")
        case let name where SecretName.isSecret(name): return mark
        default: return masked(value)
        }
    }

    /// The names of the cookies in a `Cookie` field; empty for one without `=`, which is a value.
    package static func cookies(_ value: String) -> [String] {
        value.split(separator: ";").map { cookie in
            let cookie = cookie.drop { $0 == " " }
            let name = cookie.prefix { $0 != "=" }
            return name.endIndex == cookie.endIndex ? "" : String(name)
        }
    }

    private static func masked(_ value: String) -> String {
        let bytes = Array(value.utf8)
        return String(decoding: MaskedPairs.text(bytes[...], .text), as: UTF8.self)
    }

    // MARK: Addresses

    /// A target without the values of parameters that can be secrets, in the query and in segments
    /// of the path.
    ///
    /// `/posts?token=abc&page=2` becomes `/posts?token=…&page=2`; control characters are escaped.
    package static func target(_ target: ArraySlice<UInt8>) -> String {
        guard target.contains(UInt8(ascii: "=")) || target.contains(UInt8(ascii: "@")) else {
            return oneLine(String(decoding: target, as: UTF8.self))
        }
        let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let shown =
            MaskedPairs.text(target[..<mark], .path) + MaskedPairs.text(target[mark...], .query)
        return oneLine(String(decoding: shown, as: UTF8.self))
    }

    /// The value of a parameter of a query.
    package static func value(ofParameter name: String, _ value: String) -> String {
        SecretName.isSecret(name) ? mark : masked(value)
    }

    // MARK: Bodies

    /// A body without the values of JSON members, form fields and parts that can be secrets.
    ///
    /// It may be cut off anywhere. One whose coding cannot be undone is hidden as a whole.
    ///
    /// Its length may change. What begins with `<`, and what is neither JSON nor a form nor plain
    /// text, comes back as it is.
    package static func body(_ body: DecodedBody) -> [UInt8] {
        guard !body.isSealed else { return Array(mark.utf8) }
        let bytes = body.bytes
        if let boundary = MaskedMultipart.boundary(of: bytes, contentType: body.contentType) {
            return MaskedMultipart.text(bytes, boundary: boundary)
        }
        return text(bytes, MediaType(body.contentType))
    }

    /// A part of a JSON text without secrets.
    package static func json(_ bytes: [UInt8]) -> [UInt8] { MaskedJSON.text(bytes) }

    static func text(_ bytes: [UInt8], _ type: MediaType) -> [UInt8] {
        let isForm = type.name == "application/x-www-form-urlencoded"
        let first = bytes.first { $0 > 0x20 }
        switch first {
        case nil, UInt8(ascii: "<"): return bytes
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            let shown = MaskedJSON.text(bytes)
            return isForm ? MaskedPairs.text(shown[...], .query) : shown
        default: break
        }
        if isForm { return MaskedPairs.text(bytes[...], .query) }
        if type.name.hasSuffix("json") { return MaskedJSON.text(bytes) }
        // Pictures and the like have no names.
        let isText =
            type.name.isEmpty || type.name.hasPrefix("text/plain")
            || type.name == "application/octet-stream"
        guard isText, !bytes.prefix(512).contains(0) else { return bytes }
        return MaskedPairs.text(bytes[...], .form)
    }
}

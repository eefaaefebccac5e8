package import MockPostlyBodies
package import MockPostlyHTTP

/// A request as a command line of curl, for a POSIX shell.
package enum CurlForm {
    /// Fields that curl sends by itself.
    private static let ownFields = ["host", "content-length", "accept-encoding", "connection"]

    /// The command line; without `showsSecrets`, secrets are replaced by ``Redaction/mark``.
    ///
    /// `body` is that of the request. It is sent as it is read: without a coding, and in UTF-8.
    ///
    /// - Parameters:
    ///   - request: as it is kept.
    ///   - body: decoded.
    ///   - showsSecrets: whether tokens and passwords are in it.
    /// - Returns: one line, with words quoted for a POSIX shell where needed.
    package static func text(
        of request: Request,
        _ body: DecodedBody,
        showsSecrets: Bool
    ) -> String {
        let host = request.host ?? "localhost"
        let target =
            showsSecrets
            ? String(decoding: request.target, as: UTF8.self)
            : Redaction.target(request.target)
        var words = ["curl"]
        switch request.method {
        case .get: break
        case .head: words.append("--head")
        default: words += ["-X", quoted(request.method.name)]
        }
        // An absolute target has its own host.
        let isWhole = target.hasPrefix("http://") || target.hasPrefix("https://")
        words.append(quoted(isWhole ? target : "\(request.scheme)://\(host)\(target)"))
        for (name, value) in request.fields where !ownFields.contains(name.lowercased()) {
            guard let value = sent(name, value, body) else { continue }
            let shown = showsSecrets ? value : Redaction.value(ofField: name, value)
            // A field without a value needs a semicolon.
            words += ["-H", quoted(shown.isEmpty ? "\(name);" : "\(name): \(shown)")]
        }
        if !request.body.isEmpty {
            let shown = showsSecrets ? body.bytes : Redaction.body(body)
            words += ["--data-raw", quoted(String(decoding: shown, as: UTF8.self))]
        }
        return words.joined(separator: " ")
    }

    /// The value of a field beside a body that was decoded; nil when it would not be true of it.
    private static func sent(_ name: String, _ value: String, _ body: DecodedBody) -> String? {
        switch name.lowercased() {
        case "content-encoding" where body.coding != nil: nil
        case "content-type" where body.charset != nil:
            contentType(value, withCharset: "utf-8")
        default: value
        }
    }

    /// `text` as one word of a shell.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
        guard !isPlain || text.isEmpty else { return text }
        let pieces = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + pieces.joined(separator: "'\\''") + "'"
    }
}

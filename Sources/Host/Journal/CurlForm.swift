package import MockPostlyHTTP

/// A request as a command line of curl, for a POSIX shell.
package enum CurlForm {
    /// Fields that curl sends by itself.
    private static let ownFields = ["host", "content-length", "accept-encoding", "connection"]

    /// The command line; without `showsSecrets`, secrets are replaced by ``Redaction/mark``.
    package static func text(of request: Request, showsSecrets: Bool) -> String {
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
            let value = showsSecrets ? value : Redaction.value(ofField: name, value)
            // A field without a value needs a semicolon.
            words += ["-H", quoted(value.isEmpty ? "\(name);" : "\(name): \(value)")]
        }
        if !request.body.isEmpty {
            let body =
                showsSecrets
                ? request.body : Redaction.body(request.body, contentType: request.contentType)
            words += ["--data-raw", quoted(String(decoding: body, as: UTF8.self))]
        }
        return words.joined(separator: " ")
    }

    /// `text` as one word of a shell.
    private static func quoted(_ text: String) -> String {
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

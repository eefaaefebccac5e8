/// Whose word for the address that the client has used is believed: that of proxies which add
/// `Forwarded` (RFC 7239), or `X-Forwarded-Proto` and `X-Forwarded-Host`, to requests.
///
/// The names of the cases are the values of the option `forwarded`.
package enum ForwardingTrust: String, Sendable, CaseIterable {
    /// That of proxies on this machine.
    case loopback
    /// Everybody's.
    case all
    /// Nobody's.
    case none
}

extension Request {
    /// Scheme, host and world prefix of the URL that the client used, with which links to this
    /// server begin: `https://mock.example:8443/w/one`.
    ///
    /// They are those of the connection and of the Host field, unless a proxy that is believed says
    /// otherwise. The host is `localhost` when the request names none.
    ///
    /// Made anew on each call. The prefix is ``pathPrefix``, the scheme `http` or `https`.
    package var site: String {
        let sent = forwarded
        let host = sent.host ?? host.flatMap { $0.isEmpty ? nil : $0 } ?? "localhost"
        return "\(sent.scheme ?? scheme)://\(host)\(pathPrefix)"
    }

    /// The scheme of the connection: `http` or `https`.
    package var scheme: String { isSecure ? "https" : "http" }

    /// Whether a proxy says by which address the client has come, believed or not.
    ///
    /// Answers with links must then not be kept for other requests.
    ///
    /// Costs O(n) in the number of fields, without making a `String`.
    package var hasForwarding: Bool {
        head.bytes.withUnsafeBufferPointer { bytes in
            head.fields.contains { field in
                let range = field.nameRange
                switch range.count {
                case 9:
                    return equalIgnoringCase(
                        UnsafeBufferPointer(rebasing: bytes[range]),
                        "forwarded"
                    )
                case 16:
                    return equalIgnoringCase(
                        UnsafeBufferPointer(rebasing: bytes[range]),
                        "x-forwarded-host"
                    )
                case 17:
                    return equalIgnoringCase(
                        UnsafeBufferPointer(rebasing: bytes[range]),
                        "x-forwarded-proto"
                    )
                default: return false
                }
            }
        }
    }

    /// Scheme and host in the words of the proxy that the client talks to, the first of several.
    private var forwarded: (scheme: String?, host: String?) {
        guard hasForwarding, isForwarderBelieved else { return (nil, nil) }
        let element = header("forwarded").map(ForwardedElement.init(first:))
        let scheme = element?.scheme ?? header("x-forwarded-proto").flatMap(Self.first)
        let host = element?.host ?? header("x-forwarded-host").flatMap(Self.first)
        return (
            scheme.map { $0.lowercased() == "https" ? "https" : "http" },
            host.flatMap { Authority($0.utf8, defaultPort: 80) == nil ? nil : $0 }
        )
    }

    /// The request, with another answer to whose word is believed.
    ///
    /// - Parameter trust: replaces the request's ``forwardingTrust``.
    /// - Returns: a copy, which shares head and body.
    package func believing(_ trust: ForwardingTrust) -> Request {
        var request = self
        request.forwardingTrust = trust
        return request
    }

    private var isForwarderBelieved: Bool {
        switch forwardingTrust {
        case .all: true
        case .none: false
        // A Unix socket is this machine's too.
        case .loopback:
            peer.isEmpty || peer.hasPrefix("127.") || peer == "::1" || peer.hasPrefix("::ffff:127.")
        }
    }

    private static func first(of list: String) -> String? {
        list.split { $0 == "," || $0 == " " || $0 == "\t" }.first.map { String($0) }
    }
}

/// The first element of a Forwarded field (RFC 7239, section 4): what the proxy next to the client
/// says.
private struct ForwardedElement {
    private(set) var scheme: String?
    private(set) var host: String?

    init(first field: String) {
        var pairs: [(name: String, value: String)] = [("", "")]
        var (isQuoted, isEscaped, isValue) = (false, false, false)
        for letter in field {
            if isEscaped {
                pairs[pairs.count - 1].value.append(letter)
                isEscaped = false
                continue
            }
            switch letter {
            case "\\" where isQuoted: isEscaped = true
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                take(pairs)
                return
            case ";" where !isQuoted:
                pairs.append(("", ""))
                isValue = false
            case "=" where !isQuoted && !isValue: isValue = true
            case " " where !isQuoted, "\t" where !isQuoted: break
            default:
                if isValue {
                    pairs[pairs.count - 1].value.append(letter)
                } else {
                    pairs[pairs.count - 1].name.append(letter)
                }
            }
        }
        take(pairs)
    }

    private mutating func take(_ pairs: [(name: String, value: String)]) {
        for (name, value) in pairs where !value.isEmpty {
            switch name.lowercased() {
            case "proto": scheme = value
            case "host": host = value
            default: break
            }
        }
    }
}

internal import CMockPostlyTLS

/// Why a TLS connection failed.
package enum TLSFailure: Error, Sendable, Equatable {
    /// The client does not trust the certificate, by the alert that it sent.
    ///
    /// Alerts 42, 46 and 48 (RFC 8446, section 6.2).
    case distrusted
    /// The same, of a certificate that is not for the name by which the client calls this host.
    case misnamed(String)
    /// The client has found the certificate too old or not valid yet, by the alert that it sent.
    ///
    /// Alert 45.
    case expired
    /// The client ended the connection with this alert (RFC 8446, section 6).
    ///
    /// Such as 40, handshake_failure.
    case alert(Int)
    /// Both have no version of TLS in common.
    ///
    /// Alert 70, or OpenSSL's "unsupported protocol".
    case version
    /// The client has left in the middle of the handshake without a word.
    case left
    /// The client speaks TLS where only plain HTTP is spoken.
    case notSpoken
    /// The certificate of the server is not trusted by this client; OpenSSL's words.
    case untrusted(String)
    /// What the client sent is no TLS, or cannot be agreed with; OpenSSL's words.
    case other(String)

    /// The failure that a client's alert tells.
    init(alert: Int) {
        self =
            switch alert {
            // bad_certificate, certificate_unknown, unknown_ca: what clients say differs.
            case 42, 46, 48: .distrusted
            case 45: .expired
            case 70: .version
            default: .alert(alert)
            }
    }

    /// The failure that OpenSSL noted last on this thread.
    static var last: TLSFailure {
        let alert = mockpostly_tls_alert()
        let words = mockpostly_tls_words().map { String(cString: $0) } ?? "unknown"
        ERR_clear_error()
        if alert >= 0 { return TLSFailure(alert: Int(alert)) }
        return words == "unsupported protocol" ? .version : .other(words)
    }
}

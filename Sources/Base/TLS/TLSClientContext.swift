internal import CMockPostlyTLS
internal import MockPostlyCrypto

/// Whose certificates a client trusts.
package enum TLSTrust: Equatable, Sendable {
    /// The authorities of the system, or those that `SSL_CERT_FILE` and `SSL_CERT_DIR` name.
    case system
    /// The authorities in this file, in PEM, besides those of the system.
    case also(path: String)

    /// Where systems have all authorities in one file.
    package static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
        "/etc/ca-certificates/extracted/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
    ]
}

/// Why a client cannot have TLS.
package enum TLSTrustProblem: Error, Equatable, Sendable {
    /// The file has no certificate, or cannot be read; words of the system or of OpenSSL.
    case file(String, reason: String)
    /// OpenSSL has no memory.
    case library

    /// The reason in English for a person.
    package var words: String {
        switch self {
        case .file(let path, let reason): "no certificates can be read from \(path): \(reason)"
        case .library: "TLS cannot be set up"
        }
    }
}

/// What the TLS connections of a client share: whom it trusts.
///
/// Every server must have a certificate for the name by which it is called (RFC 9525), and is
/// offered `http/1.1` by ALPN (RFC 7301).
package final class TLSClientContext: TLSContext {
    /// Settings that trust the certificates of `trust`.
    ///
    /// - Throws: ``TLSTrustProblem``; authorities of the system that are not there are no error
    ///   before a server is called.
    package init(trusting trust: TLSTrust) throws(TLSTrustProblem) {
        initializeCrypto()
        guard let pointer = mockpostly_tls_client() else { throw .library }
        super.init(pointer)
        // Names a file or a folder by the environment, or by where OpenSSL was built for.
        SSL_CTX_set_default_verify_paths(pointer)
        if mockpostly_tls_has_default_authorities() == 0 {
            // The first that is there: each has all of them.
            _ = TLSTrust.bundles.first { SSL_CTX_load_verify_file(pointer, $0) == 1 }
        }
        ERR_clear_error()
        guard case .also(let path) = trust else { return }
        guard SSL_CTX_load_verify_file(pointer, path) == 1 else {
            let words = mockpostly_tls_file_words().map { String(cString: $0) } ?? "unknown"
            ERR_clear_error()
            throw .file(path, reason: words.prefix(1).lowercased() + words.dropFirst())
        }
    }
}

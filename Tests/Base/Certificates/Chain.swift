import CMockPostlyOpenSSL
import MockPostlyTestKit
import MockPostlyWorld

@testable import MockPostlyCertificates

/// What libcrypto says of a certificate when it trusts one authority alone.
func verdict(
    on leaf: ServerCertificate,
    trusting authority: Certificate,
    as name: String,
    at now: Instant
) throws -> String {
    let wanted = try CertificateName(name)
    guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else { return "memory" }
    defer {
        X509_STORE_CTX_free(context)
        X509_STORE_free(store)
    }
    guard X509_STORE_add_cert(store, authority.pointer) == 1,
        X509_STORE_CTX_init(context, store, leaf.certificate.pointer, nil) == 1,
        let parameters = X509_STORE_CTX_get0_param(context)
    else { return "context" }
    X509_VERIFY_PARAM_set_time(parameters, Int(now.seconds))
    X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT))
    X509_VERIFY_PARAM_set_auth_level(parameters, 2)
    X509_STORE_CTX_set_default(context, "ssl_server")
    switch wanted.kind {
    case .host(let host): X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count)
    case .address(let bytes): X509_VERIFY_PARAM_set1_ip(parameters, bytes, bytes.count)
    }
    if X509_verify_cert(context) == 1 { return "ok" }
    return String(cString: X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(context))))
}

extension Certificate {
    /// The certificate as libcrypto prints it.
    var printed: String {
        guard let output = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(output) }
        X509_print_ex(output, pointer, 0, 0)
        var text = [UInt8](repeating: 0, count: 65_536)
        let count = BIO_read(output, &text, Int32(text.count))
        return String(decoding: text.prefix(max(0, Int(count))), as: UTF8.self)
    }

    /// The value of one extension as libcrypto prints it, on one line.
    func value(of name: String) -> String? {
        let lines = printed.split(separator: "\n").map { $0.drop { $0 == " " } }
        guard let place = lines.firstIndex(where: { $0.hasPrefix("X509v3 \(name):") }) else {
            return nil
        }
        let isCritical = lines[place].hasSuffix("critical")
        return (isCritical ? "critical, " : "") + String(lines[place + 1])
    }
}

/// An authority in a folder of its own.
func makeAuthority(_ folder: ScratchDirectory) throws -> CertificateAuthority {
    try CertificateAuthority(
        in: AuthorityFolder(folder.file("data")),
        machine: "desk",
        now: .frozen
    )
}

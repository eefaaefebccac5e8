internal import CMockPostlyTLS
package import MockPostlyCertificates
internal import MockPostlyCrypto

/// What the TLS connections of a server share: the certificates, and how they are chosen.
///
/// `http/1.1` by ALPN (RFC 7301), sessions that are resumed.
package final class TLSServerContext: TLSContext {
    /// The certificate for a client that names this host by SNI (RFC 6066, section 3); nil for one
    /// that names none.
    ///
    /// An error is for the log; the client then gets the certificate that was used last.
    ///
    /// Called in the middle of a handshake; a resumed one may not ask.
    package typealias Choice = (String?) throws(CertificateProblem) -> ServerCertificate

    private let choose: Choice
    /// The certificate of ``pointer``, which a connection has unless it gets another.
    private var usual: ServerCertificate
    private let note: (CertificateProblem) -> Void

    /// Settings with the certificate that `choose` gives a client without a name.
    ///
    /// - Parameters:
    ///   - note: gets a certificate that cannot be made or used, for the log, on the thread of the
    ///     connections.
    ///   - choose: kept as long as the context; called once now, with nil.
    /// - Throws: what `choose` throws, or ``CertificateProblem/Kind/library``.
    package init(
        noting note: @escaping (CertificateProblem) -> Void = { _ in },
        _ choose: @escaping Choice
    ) throws(CertificateProblem) {
        initializeCrypto()
        usual = try choose(nil)
        (self.choose, self.note) = (choose, note)
        guard let pointer = mockpostly_tls_server() else {
            throw CertificateProblem(.library, "TLS cannot be set up")
        }
        super.init(pointer)
        guard use(usual, as: pointer) else {
            throw CertificateProblem(.library, "TLS does not take the certificate and its key")
        }
        let itself = Unmanaged.passUnretained(self).toOpaque()
        SSL_CTX_set_cert_cb(
            pointer,
            { tls, context in
                guard let tls, let context else { return 0 }
                Unmanaged<TLSServerContext>.fromOpaque(context).takeUnretainedValue()
                    .choose(for: tls)
                return 1
            },
            itself
        )
        SSL_CTX_set_alpn_select_cb(
            pointer,
            { _, chosen, length, offered, count, _ in
                TLSServerContext.selectProtocol(chosen, length, offered, count)
            },
            nil
        )
    }

    /// Gives a connection that begins its certificate.
    private func choose(for tls: OpaquePointer) {
        let name = mockpostly_tls_name(tls).map { String(cString: $0) }
        do throws(CertificateProblem) {
            let wanted = try choose(name)
            guard wanted.certificate !== usual.certificate else { return }
            if name == nil, use(wanted, as: pointer) { usual = wanted }
            guard !use(wanted, on: tls) else { return }
            throw CertificateProblem(
                .library,
                "TLS does not take the certificate for \(name ?? "")"
            )
        } catch {
            note(error)
        }
    }

    private func use(_ certificate: ServerCertificate, as context: OpaquePointer) -> Bool {
        withChain(of: certificate) {
            SSL_CTX_use_cert_and_key(
                context,
                certificate.certificate.pointer,
                certificate.key.pointer,
                $0,
                1
            ) == 1
        }
    }

    private func use(_ certificate: ServerCertificate, on tls: OpaquePointer) -> Bool {
        withChain(of: certificate) {
            SSL_use_cert_and_key(
                tls,
                certificate.certificate.pointer,
                certificate.key.pointer,
                $0,
                1
            ) == 1
        }
    }

    /// Calls `body` with the certificates above that of the server; OpenSSL copies the list.
    private func withChain(
        of certificate: ServerCertificate,
        _ body: (OpaquePointer?) -> Bool
    ) -> Bool {
        defer { ERR_clear_error() }
        guard !certificate.chain.isEmpty else { return body(nil) }
        guard let list = OPENSSL_sk_new_null() else { return false }
        defer { OPENSSL_sk_free(list) }
        for other in certificate.chain {
            OPENSSL_sk_push(list, UnsafeRawPointer(other.pointer))
        }
        return body(list)
    }

    /// Answers a client that offers protocols: `http/1.1`, or nothing when that is not among them.
    private static func selectProtocol(
        _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ length: UnsafeMutablePointer<UInt8>?,
        _ offered: UnsafePointer<UInt8>?,
        _ count: UInt32
    ) -> Int32 {
        guard let chosen, let length, let offered else { return SSL_TLSEXT_ERR_NOACK }
        let list = UnsafeBufferPointer(start: offered, count: Int(count))
        var place = 0
        while place < list.count {
            let size = Int(list[place])
            let name = list.dropFirst(place + 1).prefix(size)
            if name.elementsEqual("http/1.1".utf8) {
                chosen.pointee = offered + place + 1
                length.pointee = UInt8(size)
                return SSL_TLSEXT_ERR_OK
            }
            place += 1 + size
        }
        return SSL_TLSEXT_ERR_NOACK
    }
}

internal import MockPostlyFiles
package import MockPostlyWorld

extension ServerCertificate {
    /// A user's own certificate and key, from files in PEM.
    ///
    /// The first file has the server's certificate first, then those between it and its authority;
    /// both files may be the same one. RSA keys have at least 2048 bits, which clients ask for.
    /// Every problem is one sentence that names the file.
    ///
    /// - Parameters:
    ///   - certificateFile: read once, now; a later change of the file has no effect.
    ///   - keyFile: PKCS #8, PKCS #1 or SEC 1, not encrypted.
    ///   - now: all certificates must be valid at this time.
    /// - Throws: ``CertificateProblem``: a file that cannot be read (`access`), holds something
    ///   else or an encrypted key (`content`), a key of another certificate (`mismatch`), a wrong
    ///   time (`time`).
    package init(
        certificateFile: String,
        keyFile: String,
        now: Instant
    ) throws(CertificateProblem) {
        let all = try Self.certificates(in: certificateFile)
        let key = try Self.key(in: keyFile)
        guard let first = all.first else { throw Self.nothing(certificateFile, "no certificate") }
        guard first.fits(key) else {
            let isLater = all.contains { $0.fits(key) }
            throw CertificateProblem(
                .mismatch,
                isLater
                    ? "\(certificateFile): the certificate of the key in \(keyFile) is not the first"
                    : "\(keyFile): this is not the key of the certificate in \(certificateFile)",
                hint: isLater
                    ? "put the server's certificate first, then the one that signed it, and so on"
                    : "give the key with which the certificate was asked for"
            )
        }
        for certificate in all {
            try certificate.check(
                certificateFile,
                at: now,
                whenOver: "give a newer one, or use --tls alone for one that renews itself"
            )
        }
        self.init(certificate: first, chain: Array(all.dropFirst()), key: key)
    }

    private static func certificates(
        in path: String
    ) throws(CertificateProblem) -> [Certificate] {
        let blocks = try blocks(in: path)
        let labels = ["CERTIFICATE", "X509 CERTIFICATE"]
        let found = blocks.filter { labels.contains($0.label) }
        guard !found.isEmpty else {
            let isKey = blocks.contains { $0.isKey }
            throw nothing(path, isKey ? "a private key, but no certificate" : "no certificate")
        }
        var certificates: [Certificate] = []
        for (index, block) in found.enumerated() {
            guard let bytes = block.bytes, let certificate = Certificate(der: bytes) else {
                throw CertificateProblem(
                    .content,
                    "\(path): certificate \(index + 1) is damaged",
                    hint: "copy the file again, whole"
                )
            }
            certificates.append(certificate)
        }
        return certificates
    }

    private static func key(in path: String) throws(CertificateProblem) -> PrivateKey {
        let blocks = try blocks(in: path)
        guard let block = blocks.first(where: \.isKey) else {
            let isCertificate = blocks.contains { $0.label == "CERTIFICATE" }
            throw nothing(
                path,
                isCertificate ? "a certificate, but no private key" : "no private key"
            )
        }
        guard block.label != "ENCRYPTED PRIVATE KEY", !block.isEncrypted else {
            throw CertificateProblem(
                .content,
                "\(path): the private key is protected by a passphrase",
                hint: "write one without: openssl pkey -in \(path) -out server-key.pem"
            )
        }
        guard let bytes = block.bytes, let key = PrivateKey(der: bytes) else {
            throw CertificateProblem(
                .content,
                "\(path): the private key is damaged",
                hint: "copy the file again, whole"
            )
        }
        switch key.kind {
        case .p256: break
        case .rsa where key.bits >= 2_048: break
        case .rsa:
            throw CertificateProblem(
                .content,
                "\(path): an RSA key of \(key.bits) bits, and clients refuse less than 2048",
                hint: "make a longer key and ask for a certificate with it"
            )
        case nil:
            throw CertificateProblem(
                .content,
                "\(path): a kind of key that browsers do not take",
                hint: "use a key of the kind RSA or EC"
            )
        }
        return key
    }

    private static func blocks(in path: String) throws(CertificateProblem) -> [PEM] {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try FileSystem.contents(of: path, .small)
        } catch {
            throw CertificateProblem(error, cannot: "read")
        }
        let blocks = PEM.blocks(in: bytes)
        guard blocks.isEmpty else { return blocks }
        guard !bytes.isEmpty else {
            throw CertificateProblem(.content, "\(path): the file is empty")
        }
        // DER and PKCS #12 begin with the tag of a sequence and a length of two bytes.
        let isBinary = bytes.starts(with: [0x30, 0x82])
        throw CertificateProblem(
            .content,
            "\(path): this is not PEM, text that begins with -----BEGIN",
            hint: isBinary
                ? "it may be DER or PKCS #12: `openssl x509 -inform DER`, `openssl pkey -inform DER` "
                    + "and `openssl pkcs12 -nodes` write PEM"
                : nil
        )
    }

    private static func nothing(_ path: String, _ content: String) -> CertificateProblem {
        CertificateProblem(
            .content,
            "\(path): the file has \(content)",
            hint: "--tls-cert has the certificate, --tls-key its private key"
        )
    }
}

extension PEM {
    /// Whether the block is a private key, of one of the forms that OpenSSL has written.
    fileprivate var isKey: Bool { label == "PRIVATE KEY" || label.hasSuffix(" PRIVATE KEY") }
}

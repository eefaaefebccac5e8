package import MockPostlyWorld

/// The certificate authority of a machine, which signs the certificates of its servers.
///
/// It is made at the first use and kept in a folder of the user. Its key is in no other place and
/// leaves the machine with no message. It is not limited to some names (RFC 5280, 4.2.1.10), because
/// it may have to sign for any name that an app asks for.
///
/// ```swift
/// let authority = try CertificateAuthority(in: folder, machine: machineName(), now: clock.now())
/// let names = try [CertificateName("dummyjson.com")]
/// let leaf = try authority.serverCertificate(for: names, key: PrivateKey(.p256), now: clock.now())
/// ```
package struct CertificateAuthority: Sendable {
    /// Where its certificate and keys are.
    package let folder: AuthorityFolder
    /// What devices must trust; its own key has signed it.
    package let certificate: Certificate
    /// Whether it was made just now, so that no device can trust it yet.
    package let isNew: Bool
    private let key: PrivateKey

    /// The authority in `folder`; makes it when there is none.
    ///
    /// `machine` is the name of the machine, which becomes a part of the authority's name, and `now`
    /// the machine's time. Several processes that start at once get the same authority. Existing
    /// files are never replaced: what is wrong with them is thrown.
    ///
    /// - Parameters:
    ///   - folder: made with permissions 700 unless it exists.
    ///   - machine: such as `desk`; nil for an authority without a machine's name.
    ///   - now: the authority's time begins before it.
    /// - Throws: ``CertificateProblem`` when others may write to the folder or read the key, when a
    ///   file is damaged or one of the two is missing, when the certificate's time is over, and
    ///   when the folder cannot be read or written.
    package init(
        in folder: AuthorityFolder,
        machine: String?,
        now: Instant
    ) throws(CertificateProblem) {
        try folder.check()
        if let (certificate, key) = try Self.whole(in: folder, now: now) {
            (self.folder, self.certificate, self.key) = (folder, certificate, key)
            isNew = false
            return
        }
        try folder.make()
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        self.folder = folder
        if let (certificate, key) = try Self.whole(in: folder, now: now) {
            (self.certificate, self.key) = (certificate, key)
            isNew = false
            return
        }
        let left = try AuthorityFolder.readKey(folder.keyPath)
        guard left != nil || FileExistence(folder.certificatePath) == .missing else {
            throw CertificateProblem(
                .content,
                "\(folder.keyPath): the key of the authority is missing",
                hint: "put the file back from a copy, or " + AuthorityFolder.anew
            )
        }
        // A key without a certificate is what a killed start leaves; it loses no device's trust.
        let key = if let left { left } else { try PrivateKey(.p256) }
        let certificate = try Self.certificate(of: key, machine: machine, now: now)
        // The certificate comes last: where it is, the key is too.
        if left == nil {
            try AuthorityFolder.write(key.pem(), to: folder.keyPath, permissions: 0o600)
        }
        try AuthorityFolder.write(
            certificate.pem,
            to: folder.certificatePath,
            permissions: 0o644
        )
        (self.certificate, self.key) = (certificate, key)
        isNew = true
    }

    /// The certificate of the authority in `folder`, whatever its state; nil when there is none.
    ///
    /// - Throws: ``CertificateProblem`` for a file that cannot be read or is no certificate.
    package static func certificate(
        in folder: AuthorityFolder
    ) throws(CertificateProblem) -> Certificate? {
        try AuthorityFolder.readCertificate(folder.certificatePath)
    }

    /// The name of the authority of a machine: `mockpostly CA (desk)`.
    static func name(ofMachine machine: String?) -> String {
        let name = (machine ?? "").unicodeScalars
            .filter { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }
        guard !name.isEmpty else { return "mockpostly CA" }
        // A common name has at most 64 characters.
        let part = name.prefix(64 - "mockpostly CA ()".count).map { String($0) }.joined()
        return "mockpostly CA (\(part))"
    }

    private static func certificate(
        of key: PrivateKey,
        machine: String?,
        now: Instant
    ) throws(CertificateProblem) -> Certificate {
        // A device whose clock is late takes it too.
        let start = now - .seconds(86_400)
        let template = CertificateTemplate(
            commonName: name(ofMachine: machine),
            time: start...(start + .seconds(3_650 * 86_400 - 1)),
            namesKey: true,
            key: key,
            extensions: CertificateExtension.authority
        )
        return try template.signed(by: nil)
    }

    /// The files of an authority that can sign now; nil unless both exist.
    private static func whole(
        in folder: AuthorityFolder,
        now: Instant
    ) throws(CertificateProblem) -> (Certificate, PrivateKey)? {
        guard let certificate = try AuthorityFolder.readCertificate(folder.certificatePath),
            let key = try AuthorityFolder.readKey(folder.keyPath)
        else { return nil }
        let path = folder.certificatePath
        guard certificate.fits(key), certificate.isSigned(by: key), certificate.isAuthority else {
            throw CertificateProblem(
                .mismatch,
                "\(path): the certificate of the authority does not belong to \(folder.keyPath)",
                hint: "put the files back from a copy, or " + AuthorityFolder.anew
            )
        }
        try certificate.check(path, at: now, whenOver: AuthorityFolder.anew)
        return (certificate, key)
    }

    /// The RSA key for servers, made at the first use and kept; about a tenth of a second then.
    ///
    /// - Throws: ``CertificateProblem`` when the file is damaged or cannot be written.
    package func rsaKey() throws(CertificateProblem) -> PrivateKey {
        if let key = try AuthorityFolder.readKey(folder.rsaKeyPath) { return key }
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        if let key = try AuthorityFolder.readKey(folder.rsaKeyPath) { return key }
        let key = try PrivateKey(.rsa)
        try AuthorityFolder.write(key.pem(), to: folder.rsaKeyPath, permissions: 0o600)
        return key
    }

    /// The longest time of a server's certificate: browsers refuse more than 398 days.
    static let longestTime = Duration.seconds(397 * 86_400)

    /// A new certificate for a server with `names`, of which there is at least one.
    ///
    /// It begins a day ago and ends after 397 days, or with the authority. `key` may be that of
    /// other certificates too.
    ///
    /// - Parameters:
    ///   - names: go into the certificate in this order; the first that fits is its common name
    ///     too.
    ///   - key: that of the server; with RSA the certificate allows key encipherment as well.
    ///   - now: must be within the authority's time.
    /// - Returns: the certificate with `key` and without a chain, as the authority is the root.
    /// - Throws: ``CertificateProblem/Kind/time`` when the authority is not valid at `now`.
    package func serverCertificate(
        for names: [CertificateName],
        key: PrivateKey,
        now: Instant
    ) throws(CertificateProblem) -> ServerCertificate {
        try certificate.check(folder.certificatePath, at: now, whenOver: AuthorityFolder.anew)
        let start = max(now - .seconds(86_400), certificate.start)
        // Both ends belong to the time.
        let end = min(start + Self.longestTime - .seconds(1), certificate.end)
        let name = names.lazy.map(\.description).first { $0.utf8.count <= 64 }
        let template = CertificateTemplate(
            commonName: name ?? "",
            time: start...end,
            key: key,
            extensions: CertificateExtension.server(encrypts: key.kind == .rsa) + [.names(names)]
        )
        let made = try template.signed(by: (certificate, self.key))
        return ServerCertificate(certificate: made, chain: [], key: key)
    }
}

extension Certificate {
    /// Throws when the certificate in the file at `path` is not valid at `now`.
    func check(
        _ path: String,
        at now: Instant,
        whenOver hint: String
    ) throws(CertificateProblem) {
        guard now >= start else {
            throw CertificateProblem(
                .time,
                "\(path): the certificate is not valid before \(start.daytime)",
                hint: "check the clock of this machine"
            )
        }
        guard now <= end else {
            throw CertificateProblem(
                .time,
                "\(path): the certificate has expired on \(end.daytime)",
                hint: hint
            )
        }
    }
}

extension Instant {
    /// `2026-02-14 12:34:56 UTC`.
    ///
    /// The fraction of the second is cut off; the time is UTC whatever the machine's zone is.
    package var daytime: String {
        let text = Array(rfc3339Millis)
        guard text.count == 24 else { return String(text) }
        return "\(String(text[..<10])) \(String(text[11..<19])) UTC"
    }
}

import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCertificates

@Suite struct OwnCertificateTests {
    private let folder: ScratchDirectory
    private let authority: CertificateAuthority
    private let leaf: ServerCertificate

    init() throws {
        folder = try ScratchDirectory()
        authority = try makeAuthority(folder)
        leaf = try authority.serverCertificate(
            for: [CertificateName("a.example")],
            key: PrivateKey(.p256),
            now: .frozen
        )
        try folder.write(leaf.certificate.pem, to: "cert.pem")
        try folder.write(leaf.key.pem(), to: "key.pem")
    }

    private func read(
        _ certificate: String = "cert.pem",
        _ key: String = "key.pem",
        at now: Instant = .frozen
    ) throws(CertificateProblem) -> ServerCertificate {
        try ServerCertificate(
            certificateFile: folder.file(certificate),
            keyFile: folder.file(key),
            now: now
        )
    }

    /// The words of the problem, without the path of the folder.
    private func words(
        _ certificate: String = "cert.pem",
        _ key: String = "key.pem",
        at now: Instant = .frozen
    ) throws -> String {
        let problem = #expect(throws: CertificateProblem.self) {
            try read(certificate, key, at: now)
        }
        let words = try #require(problem).words
        return words.split(separator: folder.path + "/", omittingEmptySubsequences: false)
            .joined()
    }

    @Test func `a certificate and its key are read`() throws {
        let own = try read()
        #expect(own.certificate.der == leaf.certificate.der)
        #expect(own.chain.isEmpty)
    }

    @Test func `a chain is read, with its key in the same file`() throws {
        let text = "Some words\n" + leaf.certificate.pem + authority.certificate.pem
        try folder.write(text + (try leaf.key.pem()), to: "all.pem")
        let own = try read("all.pem", "all.pem")
        #expect(own.chain.map(\.der) == [authority.certificate.der])
    }

    @Test func `lines may end as on Windows`() throws {
        let lines = leaf.certificate.pem.split(separator: "\n").map { $0 + " \r\n" }
        try folder.write(lines.joined(), to: "windows.pem")
        #expect(try read("windows.pem").certificate.der == leaf.certificate.der)
    }

    @Test func `an RSA key in its own form is read`() throws {
        let key = try PrivateKey(.rsa)
        let rsa = try authority.serverCertificate(
            for: [CertificateName("a.example")],
            key: key,
            now: .frozen
        )
        try folder.write(rsa.certificate.pem, to: "rsa.pem")
        try folder.write(key.pem(), to: "rsa-key.pem")
        #expect(try read("rsa.pem", "rsa-key.pem").key.kind == .rsa)
    }

    @Test func `files that cannot be read or are no PEM are told`() throws {
        #expect(try words("none.pem") == "cannot read none.pem: no such file or directory")
        #expect(try words("cert.pem", "none") == "cannot read none: no such file or directory")
        try folder.write("hello", to: "text")
        let none = "text: this is not PEM, text that begins with -----BEGIN"
        #expect(try words("text") == none)
        #expect(try words("cert.pem", "text") == none)
        try folder.write(leaf.certificate.der, to: "der")
        let problem = #expect(throws: CertificateProblem.self) { try read("der") }
        #expect(problem?.hint?.hasPrefix("it may be DER or PKCS #12") == true)
    }

    @Test func `files with something else inside are told`() throws {
        #expect(
            try words("key.pem", "key.pem")
                == "key.pem: the file has a private key, but no certificate"
        )
        #expect(
            try words("cert.pem", "cert.pem")
                == "cert.pem: the file has a certificate, but no private key"
        )
        let other = "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"
        try folder.write(other, to: "other.pem")
        #expect(try words("other.pem") == "other.pem: the file has no certificate")
        #expect(try words("cert.pem", "other.pem") == "other.pem: the file has no private key")
    }

    @Test func `damaged blocks are told`() throws {
        let text = leaf.certificate.pem
        try folder.write(text + String(text.prefix(300)), to: "cut.pem")
        #expect(try words("cut.pem") == "cut.pem: certificate 2 is damaged")
        let wrong = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        try folder.write(wrong, to: "wrong.pem")
        #expect(try words("cert.pem", "wrong.pem") == "wrong.pem: the private key is damaged")
    }

    @Test(arguments: [
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n"
            + "-----END RSA PRIVATE KEY-----\n",
    ])
    func `a key with a passphrase is told`(text: String) throws {
        try folder.write(text, to: "locked.pem")
        #expect(
            try words("cert.pem", "locked.pem")
                == "locked.pem: the private key is protected by a passphrase"
        )
    }

    @Test func `a key of another certificate is told`() throws {
        try folder.write(PrivateKey(.p256).pem(), to: "other.pem")
        #expect(
            try words("cert.pem", "other.pem")
                == "other.pem: this is not the key of the certificate in cert.pem"
        )
        try folder.write(authority.certificate.pem + leaf.certificate.pem, to: "turned.pem")
        #expect(
            try words("turned.pem")
                == "turned.pem: the certificate of the key in key.pem is not the first"
        )
    }

    @Test func `a certificate before and after its time is told`() throws {
        #expect(
            try words(at: .frozen + .seconds(397 * 86_400))
                == "cert.pem: the certificate has expired on 2027-03-17 12:34:55 UTC"
        )
        #expect(
            try words(at: .frozen - .seconds(2 * 86_400))
                == "cert.pem: the certificate is not valid before 2026-02-13 12:34:56 UTC"
        )
    }

    @Test(arguments: [
        (KnownKeys.ed25519, "a kind of key that browsers do not take"),
        (KnownKeys.secp256k1, "a kind of key that browsers do not take"),
        (KnownKeys.rsa1024, "an RSA key of 1024 bits, and clients refuse less than 2048"),
        (KnownKeys.secp384r1, "this is not the key of the certificate in cert.pem"),
    ])
    func `keys that clients refuse are told`(key: String, expected: String) throws {
        try folder.write(key, to: "other.pem")
        #expect(try words("cert.pem", "other.pem") == "other.pem: \(expected)")
    }
}

import Foundation
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCertificates

@Suite struct CertificateAuthorityTests {
    private let folder: ScratchDirectory
    private let data: AuthorityFolder

    init() throws {
        folder = try ScratchDirectory()
        data = AuthorityFolder(folder.file("data"))
    }

    private func open(at now: Instant = .frozen) throws -> CertificateAuthority {
        try CertificateAuthority(in: data, machine: "desk", now: now)
    }

    private func problem(at now: Instant = .frozen) -> CertificateProblem? {
        #expect(throws: CertificateProblem.self) { try open(at: now) }
    }

    @Test func `an authority is made at the first use and is the same afterwards`() throws {
        #expect(try CertificateAuthority.certificate(in: data) == nil)
        let first = try open()
        let second = try open()
        #expect((first.isNew, second.isNew) == (true, false))
        #expect(first.certificate.der == second.certificate.der)
        #expect(try CertificateAuthority.certificate(in: data)?.der == first.certificate.der)
        #expect(try folder.permissions(of: "data") == 0o700)
        #expect(try folder.permissions(of: "data/mockpostly-ca-key.pem") == 0o600)
        #expect(try folder.permissions(of: "data/mockpostly-ca.pem") == 0o644)
    }

    @Test func `its certificate says what an authority is`() throws {
        let certificate = try open().certificate
        #expect(certificate.commonName == "mockpostly CA (desk)")
        #expect(certificate.value(of: "Basic Constraints") == "critical, CA:TRUE, pathlen:0")
        #expect(certificate.value(of: "Key Usage") == "critical, Certificate Sign, CRL Sign")
        #expect(certificate.value(of: "Subject Key Identifier")?.count == 59)
        #expect(certificate.value(of: "Extended Key Usage") == nil)
        #expect(certificate.printed.contains("ecdsa-with-SHA256"))
        #expect(certificate.printed.contains("Issuer: O=mockpostly/dnQualifier="))
        #expect(certificate.printed.contains(", CN=mockpostly CA (desk)\n"))
        #expect(certificate.start == Instant(seconds: Instant.frozen.seconds - 86_400))
        #expect(certificate.end - certificate.start == .seconds(3_650 * 86_400 - 1))
        #expect(certificate.isAuthority)
    }

    @Test(
        arguments: [
            (nil, "mockpostly CA"), ("", "mockpostly CA"), ("a\nb", "mockpostly CA (ab)"),
            ("Łódź", "mockpostly CA (Łódź)"),
            (
                String(repeating: "ü", count: 60),
                "mockpostly CA (\(String(repeating: "ü", count: 48)))"
            ),
        ] as [(String?, String)]
    )
    func `its name is that of the machine, at most 64 characters`(
        machine: String?,
        name: String
    ) throws {
        let made = try CertificateAuthority(in: data, machine: machine, now: .frozen)
        #expect(made.certificate.commonName == name)
    }

    @Test func `servers that start at once share one authority`() async throws {
        let data = data
        let digests = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    let made = try CertificateAuthority(in: data, machine: "desk", now: .frozen)
                    return made.certificate.fingerprint
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(digests.count == 1)
        #expect(try folder.names() == ["data"])
    }

    @Test func `a key that a killed start has left is used`() throws {
        let first = try open()
        try FileManager.default.removeItem(atPath: data.certificatePath)
        let key = try folder.text(of: "data/mockpostly-ca-key.pem")
        let second = try open()
        #expect(second.isNew)
        #expect(second.certificate.der != first.certificate.der)
        #expect(try folder.text(of: "data/mockpostly-ca-key.pem") == key)
        // What trusts the first certificate takes what the second signs.
        let leaf = try second.serverCertificate(
            for: [CertificateName("localhost")],
            key: PrivateKey(.p256),
            now: .frozen
        )
        let answer = try verdict(
            on: leaf,
            trusting: first.certificate,
            as: "localhost",
            at: .frozen
        )
        #expect(answer == "ok")
    }

    @Test func `a missing key is told, and the certificate stays`() throws {
        _ = try open()
        try FileManager.default.removeItem(atPath: data.keyPath)
        let problem = problem()
        #expect(problem?.words == "\(data.keyPath): the key of the authority is missing")
        #expect(try CertificateAuthority.certificate(in: data) != nil)
    }

    @Test(arguments: [
        "", "rubbish", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ])
    func `a damaged certificate is told and kept`(text: String) throws {
        _ = try open()
        try folder.write(text, to: "data/mockpostly-ca.pem")
        let problem = problem()
        let words = "\(data.certificatePath): this is not a certificate that mockpostly has written"
        #expect(problem?.words == words)
        #expect(problem?.kind == .content)
        #expect(try folder.text(of: "data/mockpostly-ca.pem") == text)
    }

    @Test func `a damaged key is told and kept`() throws {
        _ = try open()
        let whole = try folder.text(of: "data/mockpostly-ca-key.pem")
        try folder.write(String(whole.prefix(100)), to: "data/mockpostly-ca-key.pem")
        try permit(data.keyPath, 0o600)
        let words = "\(data.keyPath): this is not a private key that mockpostly has written"
        #expect(problem()?.words == words)
    }

    @Test func `files of two authorities are told`() throws {
        _ = try open()
        let other = try CertificateAuthority(
            in: AuthorityFolder(folder.file("other")),
            machine: "desk",
            now: .frozen
        )
        try folder.write(other.certificate.pem, to: "data/mockpostly-ca.pem")
        #expect(problem()?.kind == .mismatch)
    }

    @Test func `a certificate of a server is no authority`() throws {
        let authority = try open()
        let key = try AuthorityFolder.readKey(data.keyPath)
        let leaf = try authority.serverCertificate(
            for: [CertificateName("localhost")],
            key: #require(key),
            now: .frozen
        )
        try folder.write(leaf.certificate.pem, to: "data/mockpostly-ca.pem")
        #expect(problem()?.kind == .mismatch)
    }

    @Test func `an authority before and after its time is told`() throws {
        _ = try open()
        let late = problem(at: .frozen + .seconds(3_651 * 86_400))
        #expect(
            late?.words
                == "\(data.certificatePath): the certificate has expired on 2036-02-11 12:34:55 UTC"
        )
        let early = problem(at: .frozen - .seconds(2 * 86_400))
        #expect(
            early?.words
                == "\(data.certificatePath): the certificate is not valid before "
                + "2026-02-13 12:34:56 UTC"
        )
        #expect(late?.kind == .time && early?.kind == .time)
    }

    @Test(arguments: [0o640, 0o604, 0o666])
    func `a key that others may read is refused`(permissions: Int) throws {
        _ = try open()
        try permit(data.keyPath, permissions)
        let problem = problem()
        #expect(problem?.kind == .access)
        #expect(problem?.words == "\(data.keyPath): other users may read this private key")
    }

    @Test(arguments: [0o770, 0o707])
    func `a folder that others may write is refused`(permissions: Int) throws {
        _ = try open()
        try permit(data.path, permissions)
        #expect(problem()?.kind == .access)
    }

    @Test func `a folder that cannot be made is told`() throws {
        try folder.write("", to: "file")
        let inside = AuthorityFolder(folder.file("file/data"))
        let problem = #expect(throws: CertificateProblem.self) {
            try CertificateAuthority(in: inside, machine: nil, now: .frozen)
        }
        #expect(problem?.kind == .access)
        #expect(problem?.words.hasSuffix("not a directory") == true)
    }

    @Test func `the RSA key is made once`() throws {
        let authority = try open()
        let (first, second) = (try authority.rsaKey(), try authority.rsaKey())
        #expect(first.kind == .rsa && first.bits == 2_048)
        #expect(try first.pem() == second.pem())
        #expect(try folder.permissions(of: "data/server-rsa-key.pem") == 0o600)
    }

    @Test func `the folder is where the system has the data of users`() {
        let own = AuthorityFolder.standard(dataHome: "/data", home: "/home/a")
        #expect(own?.path == "/data/mockpostly")
        #if os(Linux)
            let usual = AuthorityFolder.standard(dataHome: nil, home: "/home/a")
            #expect(usual?.path == "/home/a/.local/share/mockpostly")
            #expect(AuthorityFolder.standard(dataHome: "data", home: "/home/a") == usual)
        #endif
        #expect(AuthorityFolder.standard(dataHome: "data", home: nil) == nil)
    }

    private func permit(_ path: String, _ permissions: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }
}

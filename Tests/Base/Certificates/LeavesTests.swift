import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyCertificates

@Suite struct LeavesTests {
    private let authority: CertificateAuthority
    private let folder: ScratchDirectory

    init() throws {
        folder = try ScratchDirectory()
        authority = try makeAuthority(folder)
    }

    private func leaves(
        _ given: [String] = [],
        kind: PrivateKey.Kind = .p256
    ) throws -> Leaves {
        let names = CertificateName.ofServer(
            addresses: ["192.168.1.7", "fe80::1%eth0", "2001:db8::7", "127.0.0.1"],
            machine: "Desk.lan",
            given: try given.map { try CertificateName($0) }
        )
        return try Leaves(of: authority, names: names, kind: kind)
    }

    @Test func `a server's certificate keeps the rules of browsers and devices`() throws {
        let certificate = try leaves(["api.dev.example"]).certificate(at: .frozen).certificate
        #expect(
            certificate.value(of: "Subject Alternative Name")
                == "DNS:localhost, DNS:*.localhost, IP Address:127.0.0.1, "
                + "IP Address:0:0:0:0:0:0:0:1, IP Address:192.168.1.7, "
                + "IP Address:2001:DB8:0:0:0:0:0:7, DNS:desk.local, DNS:api.dev.example"
        )
        #expect(certificate.value(of: "Extended Key Usage") == "TLS Web Server Authentication")
        #expect(certificate.value(of: "Key Usage") == "critical, Digital Signature")
        #expect(certificate.value(of: "Basic Constraints") == "critical, CA:FALSE")
        #expect(
            certificate.value(of: "Authority Key Identifier")
                == authority.certificate.value(of: "Subject Key Identifier")
        )
        #expect(certificate.value(of: "Subject Key Identifier") != nil)
        #expect(certificate.commonName == "localhost")
        #expect(!certificate.isAuthority)
        // From a day ago, 397 days with both ends.
        #expect(certificate.start == Instant(seconds: Instant.frozen.seconds - 86_400))
        #expect(certificate.end - certificate.start == .seconds(397 * 86_400 - 1))
        #expect(certificate.printed.contains("Signature Algorithm: ecdsa-with-SHA256"))
        #expect(certificate.printed.contains("Public-Key: (256 bit)"))
    }

    @Test func `serial numbers are random and never the same`() throws {
        let leaves = try leaves()
        let numbers = try (0..<20).map { number in
            let name = try CertificateName("\(number)a.example")
            let printed = try leaves.certificate(for: name, at: .frozen).certificate.printed
            let lines = printed.split(separator: "\n")
            let place = try #require(lines.firstIndex { $0.hasSuffix("Serial Number:") })
            return String(lines[place + 1].drop { $0 == " " })
        }
        #expect(Set(numbers).count == 20)
        // 16 bytes, and positive.
        #expect(
            numbers.allSatisfy { $0.count == 47 && $0.first.map { "4567".contains($0) } == true }
        )
    }

    @Test(arguments: [
        "localhost", "127.0.0.1", "::1", "192.168.1.7", "desk.local", "api.dev.example",
        "a.w.dev.example",
    ])
    func `libcrypto takes it for each of its names`(name: String) throws {
        let leaf = try leaves(["api.dev.example", "*.w.dev.example"]).certificate(at: .frozen)
        let answer = try verdict(on: leaf, trusting: authority.certificate, as: name, at: .frozen)
        #expect(answer == "ok")
        #expect(leaf.certificate.covers(try CertificateName(name)))
    }

    @Test func `libcrypto refuses it for other names and by other authorities`() throws {
        let leaf = try leaves().certificate(at: .frozen)
        for name in ["dummyjson.com", "192.168.1.8", "local"] {
            #expect(!leaf.certificate.covers(try CertificateName(name)))
            let answer = try verdict(
                on: leaf,
                trusting: authority.certificate,
                as: name,
                at: .frozen
            )
            #expect(answer != "ok")
        }
        let stranger = try makeAuthority(ScratchDirectory())
        let answer = try verdict(
            on: leaf,
            trusting: stranger.certificate,
            as: "localhost",
            at: .frozen
        )
        #expect(answer != "ok")
    }

    @Test func `an RSA leaf is for old clients`() throws {
        let leaf = try leaves(kind: .rsa).certificate(at: .frozen)
        #expect(
            leaf.certificate.value(of: "Key Usage")
                == "critical, Digital Signature, Key Encipherment"
        )
        #expect(leaf.certificate.printed.contains("Public-Key: (2048 bit)"))
        let answer = try verdict(
            on: leaf,
            trusting: authority.certificate,
            as: "localhost",
            at: .frozen
        )
        #expect(answer == "ok")
    }

    @Test func `it stays the same until the names change or two thirds of its time are over`()
        throws
    {
        let leaves = try leaves()
        let first = try leaves.certificate(at: .frozen)
        #expect(try leaves.certificate(at: .frozen).certificate === first.certificate)
        leaves.names.append(try CertificateName("10.0.0.9"))
        let second = try leaves.certificate(at: .frozen)
        #expect(second.certificate.covers(try CertificateName("10.0.0.9")))
        let soon = Instant.frozen + .seconds(263 * 86_400)
        #expect(try leaves.certificate(at: soon).certificate === second.certificate)
        let late = Instant.frozen + .seconds(265 * 86_400)
        #expect(try leaves.certificate(at: late).certificate !== second.certificate)
    }

    @Test func `it ends with its authority`() throws {
        let late = Instant.frozen + .seconds(3_600 * 86_400)
        let leaf = try leaves().certificate(at: late)
        #expect(leaf.certificate.end == authority.certificate.end)
        let over = Instant.frozen + .seconds(3_700 * 86_400)
        let problem = #expect(throws: CertificateProblem.self) {
            try leaves().certificate(at: over)
        }
        #expect(problem?.kind == .time)
    }

    @Test func `a name asked for has a certificate of its own, which is kept`() throws {
        let leaves = try leaves()
        let name = try CertificateName("dummyjson.com")
        let first = try leaves.certificate(for: name, at: .frozen)
        #expect(try leaves.certificate(for: name, at: .frozen).certificate === first.certificate)
        #expect(first.certificate.value(of: "Subject Alternative Name") == "DNS:dummyjson.com")
        let usual = try leaves.certificate(at: .frozen)
        let local = try leaves.certificate(for: CertificateName("localhost"), at: .frozen)
        #expect(local.certificate === usual.certificate)
    }

    @Test func `only so many are kept, and the one not asked for goes`() throws {
        let leaves = try leaves()
        let names = try (0...Leaves.capacity).map { try CertificateName("\($0)a.example") }
        let first = try leaves.certificate(for: names[0], at: .frozen)
        let second = try leaves.certificate(for: names[1], at: .frozen)
        for name in names.dropLast() { _ = try leaves.certificate(for: name, at: .frozen) }
        _ = try leaves.certificate(for: names[0], at: .frozen)
        _ = try leaves.certificate(for: names[Leaves.capacity], at: .frozen)
        let kept = try leaves.certificate(for: names[0], at: .frozen)
        #expect(kept.certificate === first.certificate)
        let again = try leaves.certificate(for: names[1], at: .frozen)
        #expect(again.certificate !== second.certificate)
    }

    @Test func `a name of more than 64 characters is not the common name`() throws {
        let long = (0..<4).map { _ in String(repeating: "a", count: 50) }.joined(separator: ".")
        let leaf = try leaves().certificate(for: CertificateName(long), at: .frozen)
        #expect(leaf.certificate.commonName == "")
        let answer = try verdict(on: leaf, trusting: authority.certificate, as: long, at: .frozen)
        #expect(answer == "ok")
    }
}

import CMockPostlyOpenSSL
import Foundation
import MockPostlyTestKit
import Testing

@testable import MockPostlyCertificates

@Suite struct ConfigurationProfileTests {
    @Test func `a profile has the certificate and stable identifiers`() throws {
        let authority = try CertificateAuthority(
            in: AuthorityFolder(ScratchDirectory().file("data")),
            machine: "a&b<c>",
            now: .frozen
        )
        let text = ConfigurationProfile.text(for: authority.certificate)
        #expect(text == ConfigurationProfile.text(for: authority.certificate))
        let list = try PropertyListSerialization.propertyList(
            from: Data(text.utf8),
            format: nil
        )
        let profile = try #require(list as? [String: Any])
        #expect(profile["PayloadType"] as? String == "Configuration")
        #expect(profile["PayloadDisplayName"] as? String == "mockpostly CA (a&b<c>)")
        #expect(profile["PayloadRemovalDisallowed"] as? Bool == false)
        let payloads = try #require(profile["PayloadContent"] as? [[String: Any]])
        let root = try #require(payloads.first)
        #expect(root["PayloadType"] as? String == "com.apple.security.root")
        #expect((root["PayloadContent"] as? Data).map { [UInt8]($0) } == authority.certificate.der)
        let identifiers = [profile, root].compactMap { $0["PayloadUUID"] as? String }
        #expect(
            Set(identifiers.compactMap { UUID(uuidString: $0)?.uuidString }) == Set(identifiers)
        )
        #expect(identifiers.count == 2)
    }

    @Test func `the old digest of the name is that of libcrypto`() throws {
        for machine in ["desk", String(repeating: "a", count: 48), ""] {
            let authority = try CertificateAuthority(
                in: AuthorityFolder(ScratchDirectory().file("data")),
                machine: machine,
                now: .frozen
            )
            let expected = X509_subject_name_hash_old(authority.certificate.pointer)
            let digits = String(expected, radix: 16)
            let padded = String(repeating: "0", count: 8 - digits.count) + digits
            #expect(authority.certificate.oldNameDigest == padded)
        }
    }

    @Test(arguments: [0, 3, 55, 56, 63, 64, 65, 119, 120, 200])
    func `MD5 is that of libcrypto`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var expected = [UInt8](repeating: 0, count: 16)
        #expect(EVP_Digest(bytes, count, &expected, nil, EVP_md5(), nil) == 1)
        #expect(md5(bytes) == expected)
    }

    @Test func `a fingerprint is 32 pairs with colons`() throws {
        let folder = try ScratchDirectory()
        let fingerprint = try makeAuthority(folder).certificate.fingerprint
        #expect(fingerprint.split(separator: ":").count == 32)
        #expect(fingerprint == fingerprint.uppercased())
    }
}

import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyText
import MockPostlyWorld
import Testing

@testable import GoogleDialect

@Suite
struct GoogleAccountsTests {
    private let accounts: GoogleAccounts

    init() throws {
        let world = TimeAndChance(name: "one", clock: .frozen(at: .frozen), randomSeed: 1)
        let domain = try Domain.inMemory(world)
        accounts = GoogleAccounts(DialectContext(domain, secret: "your-secret-key"))
    }

    @Test
    func `the discovery document is Google's, but for the addresses`() throws {
        let response = try accounts.answer("GET", "/.well-known/openid-configuration")
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json")
        #expect(response["Cache-Control"] == "public, max-age=3600")
        #expect(response["Access-Control-Allow-Origin"] == "*")
        let document = try response.json
        #expect(
            document.members.map(\.name) == [
                "issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint",
                "revocation_endpoint", "jwks_uri", "response_types_supported",
                "response_modes_supported", "subject_types_supported",
                "id_token_signing_alg_values_supported", "scopes_supported",
                "token_endpoint_auth_methods_supported", "claims_supported",
                "code_challenge_methods_supported", "grant_types_supported",
            ]
        )
        #expect(document["issuer"]?.string == "https://accounts.google.com")
        #expect(document["jwks_uri"]?.string == "http://localhost:8080/oauth2/v3/certs")
        let algorithms = document["id_token_signing_alg_values_supported"]?.elements
        #expect(algorithms?.map(\.string) == ["RS256"])
    }

    @Test
    func `the address of the keys is that of the world and of the proxy`() throws {
        func address(_ fields: [(String, String)], prefix: String = "") throws -> String? {
            let path = "/.well-known/openid-configuration"
            let response = try accounts.answer("GET", path, fields, prefix: prefix)
            return try response.json["jwks_uri"]?.string
        }
        #expect(
            try address([("Host", "127.0.0.1:9")], prefix: "/w/one")
                == "http://127.0.0.1:9/w/one/oauth2/v3/certs"
        )
        #expect(
            try address([("Host", "example.com"), ("X-Forwarded-Proto", "https")])
                == "https://example.com/oauth2/v3/certs"
        )
    }

    @Test
    func `the key comes later at first, and at once from then on`() throws {
        let holder = GoogleKeyHolder(secret: "another")
        let (first, second) = (try holder.key(), try holder.key())
        guard case .later = first, case .later = second else {
            Issue.record("the key was there")
            return
        }
        let ids = [try first.awaited().id, try second.awaited().id]
        #expect(ids[0] == ids[1])
        guard case .now(let key) = try holder.key() else {
            Issue.record("the key was not kept")
            return
        }
        #expect(key.id == ids[0])
    }

    @Test
    func `the key set is the key, as a JWK`() throws {
        let response = try accounts.answer("GET", "/oauth2/v3/certs")
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "application/json; charset=UTF-8")
        #expect(
            response["Cache-Control"]
                == "public, max-age=21600, must-revalidate, no-transform"
        )
        #expect(response["Access-Control-Allow-Origin"] == "*")
        let key = try GoogleKey.usual.get()
        let keys = try #require(try response.json["keys"]?.elements)
        #expect(keys.count == 1)
        let members = keys[0].members.map { "\($0.name)=\($0.value.string ?? "")" }
        #expect(
            members == [
                "kty=RSA", "use=sig", "alg=RS256", "kid=\(key.id)",
                "n=\(Base64URL.encode(key.rsa.modulus))", "e=AQAB",
            ]
        )
        #expect(try accounts.answer("HEAD", "/oauth2/v3/certs").status == 200)
    }

    @Test
    func `the certificate is signed by the key that is in it`() throws {
        let response = try accounts.answer("GET", "/oauth2/v1/certs")
        let key = try GoogleKey.usual.get()
        let text = try #require(try response.json[key.id]?.string)
        let lines = text.split(separator: "\n")
        #expect(lines.first == "-----BEGIN CERTIFICATE-----")
        #expect(lines.last == "-----END CERTIFICATE-----")
        let base64 = lines.dropFirst().dropLast().joined()
        #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.count == 64 })
        let certificate = try SigningCertificate(key.rsa)
        #expect(Base64.encode(certificate.bytes) == base64)
        // Four bytes of head, then what is signed, which has a head of four bytes as well.
        let bytes = certificate.bytes
        #expect(bytes[0] == 0x30 && bytes[1] == 0x82)
        #expect(Int(bytes[2]) << 8 | Int(bytes[3]) == bytes.count - 4)
        let length = Int(bytes[6]) << 8 | Int(bytes[7])
        let content = Array(bytes[4..<8 + length])
        let signature = Array(bytes.suffix(RSAKey.signatureLength))
        #expect(key.rsa.verifies(signature, of: content))
        let modulus = key.rsa.modulus
        #expect(bytes.indices.contains { bytes[$0...].starts(with: modulus) })
    }

    @Test
    func `it owns its paths and no others`() throws {
        for route in GoogleAccounts.routes {
            #expect(
                (PathOwners([GoogleAccounts.claims]).owner(of: Array(route.pattern.utf8)[...]) == 0)
            )
        }
        for path in ["/oauth2", "/oauth2/v2/certs", "/oauth2/v3/certs2"] {
            #expect(PathOwners([GoogleAccounts.claims]).owner(of: Array(path.utf8)[...]) == 0)
            let answer = try accounts.answer("GET", path)
            #expect(answer.status == 404 && answer.text == "Not Found\n")
        }
        for path in [
            "", "/", "/.well-known", "/.well-known/openid-configuration/", "/oauth", "/oauth22",
            "/api/posts", "/.well-known/other",
        ] {
            #expect(!(PathOwners([GoogleAccounts.claims]).owner(of: Array(path.utf8)[...]) == 0))
        }
    }

    @Test
    func `other methods are refused, and OPTIONS answers for web pages`() throws {
        let refused = try accounts.answer("POST", "/oauth2/v3/certs")
        #expect(refused.status == 405 && refused["Allow"] == "GET, HEAD, OPTIONS")
        #expect(refused["Access-Control-Allow-Origin"] == "*")
        let fields = [("Host", "a"), ("Access-Control-Request-Headers", "x-one")]
        let allowed = try accounts.answer("OPTIONS", "/oauth2/v3/certs", fields)
        #expect(allowed.status == 204)
        #expect(allowed["Access-Control-Allow-Headers"] == "x-one")
        #expect(allowed["Access-Control-Allow-Origin"] == "*")
        #expect(try accounts.answer("GET", "/oauth2/v9/certs").status == 404)
    }
}

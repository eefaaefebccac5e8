import Testing

@testable import MockPostlyCertificates

@Suite struct CertificateNameTests {
    @Test(arguments: [
        ("dummyjson.com", "dummyjson.com"), ("DummyJSON.com.", "dummyjson.com"),
        ("localhost", "localhost"), ("*.dev.example", "*.dev.example"),
        ("*.localhost", "*.localhost"), ("my_service", "my_service"), ("a-1.b", "a-1.b"),
        ("xn--d-3ga.example", "xn--d-3ga.example"), ("192.168.1.7", "192.168.1.7"),
        ("::1", "::1"), ("[::1]", "::1"), ("2001:DB8:0:0::7", "2001:db8::7"),
        ("7up.example", "7up.example"),
    ])
    func `names and addresses are read`(text: String, expected: String) throws {
        #expect(try CertificateName(text).description == expected)
    }

    @Test func `addresses are not names`() throws {
        #expect(try CertificateName("10.0.2.2").kind == .address([10, 0, 2, 2]))
        #expect(try CertificateName("::1").isAddress)
        #expect(try !CertificateName("localhost").isAddress)
    }

    @Test(arguments: [
        ("", "an empty name cannot be in a certificate"),
        ("a b", "\"a b\" cannot be in a certificate: it has a character that names do not have"),
        ("https://a.example", "\"https://a.example\" cannot be in a certificate: it has a /"),
        ("a.example:8080", "\"a.example:8080\" cannot be in a certificate: it has a port"),
        (
            "_",
            "\"_\" cannot be in a certificate: it has a part without letters, "
                + "or with a hyphen at its end"
        ),
        (
            "-a.example",
            "\"-a.example\" cannot be in a certificate: it has a part without letters, "
                + "or with a hyphen at its end"
        ),
        ("1.2.3", "\"1.2.3\" cannot be in a certificate: it is not a correct IP address"),
        ("256.1.1.1", "\"256.1.1.1\" cannot be in a certificate: it is not a correct IP address"),
        ("1.2.3.4.5", "\"1.2.3.4.5\" cannot be in a certificate: it is not a correct IP address"),
        ("::g", "\"::g\" cannot be in a certificate: it is not a correct IP address"),
        (
            "fe80::1%eth0",
            "\"fe80::1%eth0\" cannot be in a certificate: it has a zone after %, "
                + "which certificates do not know"
        ),
        ("a..b", "\"a..b\" cannot be in a certificate: it has nothing between two dots"),
        (".a", "\".a\" cannot be in a certificate: it has nothing between two dots"),
        (".", "\".\" cannot be in a certificate: it has nothing between two dots"),
        ("a.*.b.c", "\"a.*.b.c\" cannot be in a certificate: it has a * in a wrong place"),
        ("a*.b.c", "\"a*.b.c\" cannot be in a certificate: it has a * in a wrong place"),
        ("*.*.b.c", "\"*.*.b.c\" cannot be in a certificate: it has a * in a wrong place"),
        (
            "*.com",
            "\"*.com\" cannot be in a certificate: it has a * for too much: "
                + "browsers want two words after it"
        ),
        (
            "*",
            "\"*\" cannot be in a certificate: it has a * for too much: "
                + "browsers want two words after it"
        ),
        (
            "müller.example",
            "\"müller.example\" cannot be in a certificate: it has letters beyond a-z"
        ),
        (
            "a\nb.example",
            "\"a?b.example\" cannot be in a certificate: it has a character that names do not have"
        ),
    ])
    func `what cannot be certified is told in one sentence`(text: String, words: String) {
        let problem = #expect(throws: CertificateProblem.self) { try CertificateName(text) }
        #expect(problem?.words == words)
        #expect(problem?.kind == .name)
    }

    @Test func `long names are refused by their length in bytes`() throws {
        let label = String(repeating: "a", count: 63)
        #expect(try CertificateName(label).description == label)
        #expect(throws: CertificateProblem.self) { try CertificateName(label + "a") }
        let longest = [label, label, label, String(label.dropLast(2))].joined(separator: ".")
        #expect(longest.utf8.count == 253)
        #expect(try CertificateName(longest).description == longest)
        let problem = #expect(throws: CertificateProblem.self) {
            try CertificateName("a" + longest)
        }
        #expect(
            problem?.words.hasSuffix("…\" cannot be in a certificate: it is longer than 253 bytes")
                == true
        )
    }

    @Test(
        arguments: [
            ("desk", "desk.local"), ("Desk.local", "desk.local"), ("desk.lan", "desk.local"),
            ("Müller", nil), ("", nil), ("a b", nil),
        ] as [(String, String?)]
    )
    func `a machine has a name in the local network`(machine: String, expected: String?) {
        #expect(CertificateName.localName(ofMachine: machine) == expected)
    }

    @Test func `a server has each name once`() throws {
        let names = CertificateName.ofServer(
            addresses: ["::1", "10.0.0.5", "fe80::1%en0"],
            machine: nil,
            given: [try CertificateName("LOCALHOST"), try CertificateName("a.example")]
        )
        #expect(
            names.map(\.description)
                == ["localhost", "*.localhost", "127.0.0.1", "::1", "10.0.0.5", "a.example"]
        )
    }
}

import Testing

@testable import MockPostlyWebSocket

@Suite struct DeflateAgreementTests {
    static let forgetful =
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

    private func field(_ offers: String, keepsContext: Bool = false) -> String? {
        var settings = DeflateSettings()
        settings.keepsContext = keepsContext
        return DeflateAgreement(offers: offers, settings)?.field
    }

    @Test(
        "without context, both sides are to forget, whatever else is offered",
        arguments: [
            ("permessage-deflate", ""),
            ("permessage-deflate; client_max_window_bits", ""),
            ("permessage-deflate; client_max_window_bits=8", ""),
            ("permessage-deflate; client_max_window_bits=\"15\"", ""),
            ("permessage-deflate;server_no_context_takeover;client_no_context_takeover", ""),
            ("permessage-deflate; server_max_window_bits=8", "; server_max_window_bits=8"),
            ("permessage-deflate; server_max_window_bits=15", "; server_max_window_bits=15"),
            (
                "permessage-deflate ; server_max_window_bits = \"1\\0\"",
                "; server_max_window_bits=10"
            ),
            (" , ,\tpermessage-deflate,", ""),
            ("x, y; a=b; c, permessage-deflate", ""),
        ]
    )
    func forgetting(offers: String, rest: String) throws {
        let agreement = try #require(DeflateAgreement(offers: offers, DeflateSettings()))
        #expect(agreement.field == Self.forgetful + rest)
        #expect(!agreement.serverKeepsContext && !agreement.clientKeepsContext)
        #expect(agreement.clientWindowBits == 15)
    }

    @Test(
        "offers that must be declined",
        arguments: [
            "", ",", "x-webkit-deflate-frame", "Permessage-Deflate", "permessage-bzip2",
            "permessage-deflate; x", "permessage-deflate; x=1",
            "permessage-deflate; server_no_context_takeover=1",
            "permessage-deflate; server_no_context_takeover=\"\"",
            "permessage-deflate; client_no_context_takeover=true",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate; client_no_context_takeover; client_no_context_takeover",
            "permessage-deflate; server_max_window_bits",
            "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=16",
            "permessage-deflate; server_max_window_bits=010",
            "permessage-deflate; server_max_window_bits=+9",
            "permessage-deflate; server_max_window_bits=10; server_max_window_bits=10",
            "permessage-deflate; client_max_window_bits=0",
            "permessage-deflate; client_max_window_bits=08",
            "permessage-deflate; client_max_window_bits=8.0",
            "permessage-deflate; client_max_window_bits; client_max_window_bits=10",
            // These are no lists of extensions.
            "permessage-deflate;", "permessage-deflate; ;x", "permessage-deflate; =1",
            "permessage-deflate x", "permessage-deflate; server_max_window_bits=",
            "permessage-deflate; server_max_window_bits=\"10", "permessage-deflate, \"x\"",
            "permessage-deflate; server_max_window_bits=\"\"", "permessage-deflate, x;",
            "permessage-deflate; server_max_window_bits=\"1 0\"", "permessage-deflate; x=\"\\",
        ]
    )
    func declined(offers: String) {
        #expect(field(offers) == nil)
        #expect(field(offers, keepsContext: true) == nil)
    }

    @Test func `the first offer that can be accepted counts`() {
        let bad = "permessage-deflate; server_max_window_bits=99"
        let first = "permessage-deflate; server_max_window_bits=9"
        let second = "permessage-deflate; server_max_window_bits=12"
        #expect(
            field("\(bad), \(first), \(second)") == Self.forgetful + "; server_max_window_bits=9"
        )
        #expect(field("\(second), \(first)") == Self.forgetful + "; server_max_window_bits=12")
    }

    @Test(
        "a context is kept where the client lets us bound it",
        arguments: [
            ("", "; client_no_context_takeover", 12, 15),
            ("; client_max_window_bits", "; client_max_window_bits=12", 12, 12),
            ("; client_max_window_bits=9", "; client_max_window_bits=9", 12, 9),
            ("; client_max_window_bits=15", "; client_max_window_bits=12", 12, 12),
            (
                "; client_max_window_bits; client_no_context_takeover",
                "; client_no_context_takeover", 12, 15
            ),
            (
                "; server_no_context_takeover; client_max_window_bits",
                "; server_no_context_takeover; client_max_window_bits=12", 15, 12
            ),
            (
                "; server_max_window_bits=14; client_max_window_bits",
                "; server_max_window_bits=14; client_max_window_bits=12", 12, 12
            ),
            (
                "; server_max_window_bits=10",
                "; client_no_context_takeover; server_max_window_bits=10", 10, 15
            ),
        ]
    )
    func keeping(parameters: String, answered: String, server: Int, client: Int) throws {
        var settings = DeflateSettings()
        settings.keepsContext = true
        let agreement = try #require(
            DeflateAgreement(offers: "permessage-deflate" + parameters, settings)
        )
        #expect(agreement.field == "permessage-deflate" + answered)
        #expect(agreement.serverWindowBits == server)
        #expect(agreement.clientWindowBits == client)
        #expect(agreement.serverKeepsContext != answered.contains("server_no_context_takeover"))
        #expect(agreement.clientKeepsContext != answered.contains("client_no_context_takeover"))
    }
}

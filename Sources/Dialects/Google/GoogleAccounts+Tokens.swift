internal import MockPostlyDialect
internal import MockPostlyOptions

extension GoogleAccounts {
    static let tokenOffer = TokenOffer(
        kinds: ["id"],
        outline: "what Google would send to the client",
        summary: "a Google ID token for POST /api/auth/login",
        description: """
            Makes a Google ID token for an e-mail address. One that is made here is signed by the \
            key of the default world of servers with the same secret, one that a server makes by \
            the key of the world; its OpenID configuration says where that key is. Servers look at \
            the signature if they run with --google verify. \
            An account that does not exist is made at its first login.
            """,
        user: .email,
        examples: [
            .init(
                "--email ada@example.com --name \"Ada Byron\"",
                "a token for one hour"
            )
        ],
        hint: "Name a person by e-mail, such as 'mira.sol@example.com'."
    ).with {
        $0.source = .secret
        $0.lifetime = .init(GoogleKey.usualLifetime, noun: "ID token")
        $0.claimOptions = [
            ClaimOption(
                "name",
                .own(TokenOption("name", "NAME", "name in the token; default: from the e-mail"))
            ),
            ClaimOption("sub", .own(subject)),
            ClaimOption(
                "picture",
                .own(TokenOption("picture", "URL", "address of a profile picture"))
            ),
            ClaimOption(
                "aud",
                .setting(
                    clientIDOption.name,
                    summary: "client id that the token is for, its `aud`",
                    details: "Put into the token, for a server that has the same option."
                )
            ),
        ]
    }

    private static let subject = TokenOption(
        "sub",
        "NUMBER",
        "Google account number; default: made from the e-mail",
        rule: .init(
            expected: "decimal digits",
            hint: "Google accounts have numbers, such as 104857600000000000001",
            holds: { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        )
    )
}

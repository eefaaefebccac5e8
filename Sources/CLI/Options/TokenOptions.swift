internal import GoogleDialect
internal import MockPostlyJSON
internal import MockPostlyOptions

/// The options of `mockpostly token`.
enum TokenOptions {
    static let email = ClientOptions.single("email", "ADDRESS", \.email, "whose token").with {
        $0.isRequired = true
    }

    static let user = ClientOptions.single(
        "user",
        "USER",
        \.client.user,
        "whose token: a username, an e-mail or an id"
    ).with { $0.isRequired = true }

    // MARK: What a token says

    static let name = ClientOptions.single(
        "name",
        "NAME",
        \.name,
        "name in the token; default: from the e-mail"
    )

    static let subject = ClientOptions.single(
        "sub",
        "NUMBER",
        \.subject,
        "Google account number; default: made from the e-mail"
    )

    static let picture = ClientOptions.single(
        "picture",
        "URL",
        \.picture,
        "address of a profile picture"
    )

    static let googleLifetime = lifetime(\.googleLifetime)
    static let postlyLifetime = lifetime(\.postlyLifetime)
    static let accessLifetime = lifetime(\.accessLifetime).with {
        $0.details = "Without it, as long as after a log-in: a refresh token holds for longer."
    }

    static let googleClientID = ServerOptions.lifted(
        GoogleAccounts.clientIDOption,
        of: GoogleAccounts.self
    ).with {
        $0.details = "Put into the token, for a server that has the same option."
    }

    private static func lifetime(_ place: any Option.Place<Duration>) -> Option {
        Option.value(
            "expires-in",
            "TIME",
            place,
            .duration(days: 36_500),
            "how long the token holds"
        ).with { $0.reach = .commandLine }
    }

    // MARK: What only a server does

    static let kind = Option.value(
        "kind",
        "KIND",
        \.client.tokenKind,
        ValueType.word(of: ["access", "refresh"]).optional,
        "access or refresh; default: access"
    ).with { $0.reach = .commandLine }

    static let expiredFor = Option.value(
        "expired-for",
        "TIME",
        \.client.expiredFor,
        ValueType.duration(days: 36_500).optional,
        "have it ended so long ago; asks a server"
    ).with { $0.reach = .commandLine }

    static let claims = Option.value(
        "claims",
        "JSON",
        \.client.claims,
        ValueType.object.optional,
        "an object of claims to add or replace; asks a server"
    ).with { $0.reach = .commandLine }

    static let fault = Option.value(
        "break",
        "WHAT",
        \.client.tokenFault,
        ValueType.word(of: ["signature", "algorithm", "format"]).optional,
        "make a bad one; asks a server",
        """
        signature: one that does not hold. algorithm: another than the system's. format: with a \
        part missing or a wrong letter. A token of the community has no algorithm.
        """
    ).with { $0.reach = .commandLine }
}

extension ValueType where Value == String {
    /// One of a few words.
    static func word(of words: [String]) -> ValueType {
        ValueType(
            expected: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""),
            read: { words.contains($0) ? $0 : nil },
            show: { .text($0) },
            completion: .words(words)
        )
    }

    /// A JSON object.
    static let object = ValueType(
        expected: "a JSON object such as {\"role\":\"admin\"}",
        read: { text in
            let document = try? JSON(parsing: Array(text.utf8))
            return document?.root.kind == .object ? text : nil
        },
        show: { .text($0) }
    )
}

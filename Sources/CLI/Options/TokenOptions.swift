internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyWorld

/// The options of `mockpostly token`, made from what a dialect declares.
enum TokenOptions {
    /// The options of which one names whose token it is.
    static func user(_ user: TokenUser) -> [Option] {
        let options = [user.option] + (user.alternative.map { [$0] } ?? [])
        return options.map { option in
            ClientOptions.single(
                option.name,
                option.placeholder,
                \.client.user,
                option.summary
            ).with { $0.isRequired = options.count == 1 }
        }
    }

    // MARK: What a token says

    /// The option that sets one claim; nil for an option that the dialect does not have.
    static func claim<D: Dialect>(_ claim: ClaimOption, of dialect: D.Type) -> Option? {
        switch claim.kind {
        case .own(let option):
            ClientOptions.single(
                option.name,
                option.placeholder,
                \.client.claimTexts[claim.claim],
                option.summary
            )
        case .setting(let name, let summary, let details):
            D.options.first { $0.name == name }.map { option in
                ServerOptions.lifted(option, of: dialect).with {
                    ($0.summary, $0.details) = (summary, details)
                }
            }
        }
    }

    /// How long the token holds; its default is that of the dialect.
    static func lifetime(_ lifetime: TokenOffer.Lifetime) -> Option {
        let type = ValueType<Duration>.duration(days: 36_500)
        return Option(
            name: "expires-in",
            kind: .value("TIME"),
            reach: .commandLine,
            summary: "how long the token holds",
            details: lifetime.details,
            expected: type.expected,
            completion: type.completion,
            take: { text, _, settings in
                guard let time = type.read(text) else { return false }
                settings.client.tokenLifetime = time
                return true
            },
            show: { type.show($0.client.tokenLifetime ?? lifetime.standard) }
        )
    }

    /// Which of the dialect's `kinds` the token is, the default kind first.
    static func kind(_ kinds: [String]) -> Option {
        Option.value(
            "kind",
            "KIND",
            \.client.tokenKind,
            ValueType.word(of: kinds).optional,
            "\(listed(kinds)); default: \(kinds[0])"
        ).with { $0.reach = .commandLine }
    }

    // MARK: What only a server does

    static let expiredFor = Option.value(
        "expired-for",
        "TIME",
        \.client.expiredFor,
        ValueType.duration(days: 36_500).optional,
        "a token that expired this long ago; needs a server"
    ).with { $0.reach = .commandLine }

    static let claims = Option.value(
        "claims",
        "JSON",
        \.client.claims,
        ValueType.object.optional,
        "claims to add or to replace, as a JSON object; needs a server"
    ).with { $0.reach = .commandLine }

    /// The name of ``fault(_:)``, whose other words differ between the dialects.
    static let faultName = "break"

    /// Which of `faults` the token is made with.
    static func fault(_ faults: [TokenFault]) -> Option {
        Option.value(
            faultName,
            "WHAT",
            \.client.tokenFault,
            ValueType.word(of: faults.map(\.rawValue)).optional,
            "a token with this fault; needs a server",
            faults.map { "\($0.rawValue): \($0.words)." }.joined(separator: " ")
        ).with { $0.reach = .commandLine }
    }
}

extension TokenFault {
    /// What is wrong with such a token, without a full stop.
    fileprivate var words: String {
        switch self {
        case .signature: "it does not fit the token"
        case .algorithm: "one that the system does not accept"
        case .format: "a part is missing, or has a wrong character"
        }
    }
}

/// `a, b or c`.
private func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
}

extension ValueType where Value == String {
    /// One of a few words.
    static func word(of words: [String]) -> ValueType {
        ValueType(
            expected: listed(words),
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

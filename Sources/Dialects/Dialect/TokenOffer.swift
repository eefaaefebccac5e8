package import MockPostlyCrypto

/// The tokens that a dialect makes, and how `mockpostly token` asks for them.
///
/// The only declaration of a dialect's tokens: the command line with its help and completion, the
/// control plane and `MockPostlyTesting` read it.
///
/// ```swift
/// static let tokens: TokenOffer? = TokenOffer(
///     outline: "what the server gives after a login",
///     summary: "make a token for a user",
///     user: .email,
///     examples: [.init("--email mira.sol@example.com", "a valid token")],
///     hint: "Name a user that exists, such as 'mira.sol@example.com'."
/// )
/// ```
package struct TokenOffer: Sendable {
    /// What is needed to make a token when no server runs.
    package enum Source: Sendable {
        /// A running server; nothing else can make it.
        case server
        /// The secret alone; the token is made for any user.
        case secret
        /// The secret and the content of a seed or a data file, where the user is looked up.
        case content
    }

    /// Where a request carries the token.
    package enum Carrier: Sendable, Equatable {
        /// `Authorization: Bearer TOKEN`.
        case bearer
        /// The query parameter with this name.
        case query(String)

        /// The members of a JSON object that show how to send `token`: their names and values.
        ///
        /// For `bearer` the members are `header` and `authorization`, for a query `query`.
        package func members(_ token: String) -> [(name: String, value: String)] {
            switch self {
            case .bearer:
                [
                    ("header", "Authorization: Bearer \(token)"),
                    ("authorization", "Bearer \(token)"),
                ]
            case .query(let name): [("query", "\(name)=\(token)")]
            }
        }
    }

    /// The lifetime of a token.
    package struct Lifetime: Sendable, Equatable {
        /// The lifetime of the default kind when a request names none.
        ///
        /// From the moment of the order, by the world's clock.
        package var standard: Duration
        /// What such a token is called where lifetimes are listed.
        package var noun: String
        /// What a log-in gives besides, such as a refresh token.
        package var others: [Other]
        /// Whole sentences for the long help of `--expires-in`; may be empty.
        package var details: String

        /// Another token, by its name and its lifetime.
        package struct Other: Sendable, Equatable {
            package var noun: String
            package var lifetime: Duration

            package init(_ noun: String, _ lifetime: Duration) {
                (self.noun, self.lifetime) = (noun, lifetime)
            }
        }

        package init(
            _ standard: Duration,
            noun: String = "token",
            others: [Other] = [],
            details: String = ""
        ) {
            (self.standard, self.noun) = (standard, noun)
            (self.others, self.details) = (others, details)
        }
    }

    /// An example of the command, without `mockpostly token` and the dialect's name.
    package struct Example: Sendable, Equatable {
        /// Without `mockpostly token NAME`.
        package var arguments: String
        /// Follows the example as a comment, without a capital letter.
        package var purpose: String

        package init(_ arguments: String, _ purpose: String) {
            (self.arguments, self.purpose) = (arguments, purpose)
        }
    }

    /// The kinds of tokens, the default kind first; at least one.
    package var kinds: [String]
    /// What the command makes, in words that follow its name: "what the server gives after a login".
    package var outline: String
    /// The command in one line of help, without a capital letter and without a full stop.
    package var summary: String
    /// Whole sentences for the long help; may be empty.
    package var description: String
    /// The option that names the user.
    package var user: TokenUser
    /// The collection of ``Dialect/collections`` whose records are the users, and the member by which
    /// a request for a token names one; nil when no records are.
    ///
    /// The control plane sends both, so that the dashboard can offer a list of users.
    package var users: (collection: String, member: String)? = ("people", "email")
    /// Options that set one claim each.
    package var claimOptions: [ClaimOption] = []
    /// Nil for tokens that do not expire.
    package var lifetime: Lifetime?
    /// Whether the tokens have claims that a request may change.
    package var hasClaims = true
    /// The faults that a token can be made with.
    package var faults = TokenFault.allCases
    /// Whether a server keeps a token that it makes without a fault, so that making one is a change.
    package var isKept = false
    /// What must be there when `mockpostly token` runs without a server.
    package var source = Source.content
    /// By default in a header field.
    package var carrier = Carrier.bearer
    /// At least one; they stand in the help of `mockpostly token` too.
    package var examples: [Example]
    /// The hint for an unknown user.
    ///
    /// One sentence, which ends with a user that exists: `…, such as 'emilys'.`
    package var hint: String

    /// The user that exists, with whom ``hint`` ends; nil when it names none.
    package var example: String? {
        let parts = hint.split(separator: "'", omittingEmptySubsequences: false)
        return parts.count < 3 ? nil : String(parts[parts.count - 2])
    }

    /// ``hint`` for an unknown user called `name`, without an example that is this user.
    ///
    /// So that no message says "nobody has X, such as X".
    package func hint(refusing name: String) -> String {
        let example = ", such as '\(name)'."
        return hint.hasSuffix(example) ? hint.dropLast(example.count) + "." : hint
    }

    /// An offer of tokens that do not expire and need the content.
    ///
    /// - Parameters:
    ///   - kinds: the first is the default.
    ///   - outline: follows the dialect's name in help.
    ///   - summary: one line.
    ///   - description: sentences.
    ///   - user: how a user is named.
    ///   - examples: at least one.
    ///   - hint: one sentence.
    package init(
        kinds: [String] = ["access"],
        outline: String,
        summary: String,
        description: String = "",
        user: TokenUser,
        examples: [Example],
        hint: String
    ) {
        precondition(!kinds.isEmpty, "an offer without a kind of token")
        (self.kinds, self.outline, self.summary) = (kinds, outline, summary)
        (self.description, self.user) = (description, user)
        (self.examples, self.hint) = (examples, hint)
    }

    /// The same offer after `change`.
    ///
    /// For the parts that the initialiser has no parameter for.
    package func with(_ change: (inout TokenOffer) -> Void) -> TokenOffer {
        var offer = self
        change(&offer)
        return offer
    }
}

/// The option of `mockpostly token` that names the user of the token.
package struct TokenUser: Sendable {
    package var option: TokenOption
    /// What a user is called by, in words that follow "nobody has the": `e-mail`.
    ///
    /// In the singular.
    package var noun: String
    /// Another option that names the user, in the place of ``option``; nil for none.
    package var alternative: TokenOption?

    /// The same, with an option that may stand in the place of the first.
    package func or(_ alternative: TokenOption) -> TokenUser {
        var user = self
        user.alternative = alternative
        return user
    }

    /// `noun` stands in the message for an unknown user.
    package init(_ option: TokenOption, noun: String) {
        (self.option, self.noun) = (option, noun)
    }

    /// `--email ADDRESS`, for tokens of accounts that are found by their e-mail address.
    package static let email = TokenUser(
        TokenOption(
            "email",
            "ADDRESS",
            "whose token",
            rule: .init(
                expected: "an address with an @",
                hint: "somebody of the standard seed: mira.sol@example.com",
                holds: { $0.utf8.contains(UInt8(ascii: "@")) }
            )
        ),
        noun: "e-mail"
    )
}

/// An option of `mockpostly token` with a text as its value.
package struct TokenOption: Sendable {
    /// What the value must be like.
    package struct Rule: Sendable {
        /// In words that follow "expected".
        package var expected: String
        /// The hint when the value is wrong.
        package var hint: String
        /// Called with a text that is not empty.
        package var holds: @Sendable (String) -> Bool

        package init(
            expected: String,
            hint: String,
            holds: @escaping @Sendable (String) -> Bool
        ) {
            (self.expected, self.hint, self.holds) = (expected, hint, holds)
        }
    }

    /// The name without dashes.
    package var name: String
    /// The word for the value in help.
    package var placeholder: String
    /// One line for help, without a capital letter and without a full stop.
    package var summary: String
    /// Nil when any text will do that is not empty.
    package var rule: Rule?

    package init(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        rule: Rule? = nil
    ) {
        (self.name, self.placeholder) = (name, placeholder)
        (self.summary, self.rule) = (summary, rule)
    }
}

/// An option of `mockpostly token` whose value becomes a claim of the token.
package struct ClaimOption: Sendable {
    /// Where the value of the claim comes from on the command line.
    package enum Kind: Sendable {
        /// An option of the command alone.
        case own(TokenOption)
        /// The option of the dialect's settings with this name, with other words in its help.
        case setting(String, summary: String, details: String)
    }

    /// The name of the claim, such as `sub`.
    package var claim: String
    package var kind: Kind

    package init(_ claim: String, _ kind: Kind) {
        (self.claim, self.kind) = (claim, kind)
    }
}

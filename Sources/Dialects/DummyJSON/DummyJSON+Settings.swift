internal import MockPostlyDialect
package import MockPostlyNouns
package import MockPostlyOptions

extension DummyJSON {
    /// Whether adds, updates and deletes are stored.
    package enum Writes: String, Sendable, CaseIterable {
        /// They are answered and nothing is stored, as in the original.
        case echo
        /// They are stored.
        case keep
    }

    /// Where links in responses lead.
    package enum Links: String, Sendable, CaseIterable {
        /// To the server that the client has reached.
        case local
        /// To `https://dummyjson.com`, as in the original.
        case upstream
    }

    /// Which version of the original is mocked.
    package enum Era: String, Sendable, CaseIterable {
        case current
        /// The API as it was at the turn of 2022 to 2023.
        case legacy
    }

    /// The options of the dialect.
    package struct Settings: DialectSettings {
        /// Where the records come from.
        package var source = DocumentSource.standard
        package var writes = Writes.echo
        package var links = Links.local
        package var era = Era.current
        /// Whether the number of requests from an address is limited.
        package var limitsRate = false
        /// Whether cookies have the attribute `Secure`.
        package var usesSecureCookies = true
        /// The limits for custom responses.
        package var customResponses = CustomResponseLimits()

        package init() {}
    }

    package static let options = [
        Option<Settings>.value(
            "dummyjson-data",
            "DATA",
            \.source,
            .documentSource,
            "standard, empty, or a directory of JSON files",
            """
            A directory holds posts.json, users.json, comments.json, todos.json, quotes.json, \
            products.json, recipes.json and carts.json, each an array of records as the original \
            answers them. With --data, what `mockpostly import dummyjson` has brought in counts \
            as standard.
            """
        ),
        Option<Settings>.value(
            "dummyjson-writes",
            "WORD",
            \.writes,
            .choice,
            "what becomes of adds, updates and deletes, echo or keep",
            """
            echo: they are answered and nothing is kept, as by the original. keep: they are \
            answered with the same words, and are real.
            """
        ),
        Option<Settings>.value(
            "dummyjson-links",
            "WORD",
            \.links,
            .choice,
            "where links to pictures lead, local or upstream",
            """
            local: to this server, under the name that the client has called it by, so that \
            nothing is loaded from outside. upstream: to https://dummyjson.com, as the original's.
            """
        ),
        Option<Settings>.value(
            "dummyjson-era",
            "WORD",
            \.era,
            .choice,
            "which years to answer for, current or legacy",
            """
            legacy: the shapes, words and log-ins of the turn of 2022 to 2023, for apps from \
            then; kminchelle logs in with 0lelplR.
            """
        ),
        Option<Settings>.boolean(
            "dummyjson-rate-limit",
            "refuse clients that ask too often",
            """
            As the original does: 100 requests of an address in 10 seconds, in the legacy era 120 \
            in a minute; more are answered 429.
            """,
            set: { $1.limitsRate = $0 },
            get: { $0.limitsRate }
        ),
        Option<Settings>.boolean(
            "insecure-cookies",
            "leave the attribute Secure out of cookies",
            """
            With Secure, as in the original, a client may not send a cookie back over plain http. \
            The Authorization header works in either case.
            """,
            set: { $1.usesSecureCookies = !$0 },
            get: { !$0.usesSecureCookies }
        ),
        Option<Settings>.value(
            "max-custom-responses",
            "N",
            \.customResponses.count,
            .count(0...1_000_000),
            "custom responses of a world, as /c/generate makes them",
            "One more is answered 507. Those of a seed or an import are not refused."
        ),
        Option<Settings>.value(
            "max-custom-bytes",
            "SIZE",
            \.customResponses.bytes,
            .size(from: 0),
            "bytes of those together",
            "One that makes them more is answered 507."
        ),
    ]
}

extension ValueType where Value == DocumentSource {
    fileprivate static let documentSource = ValueType(
        expected: "standard, empty, or the path of a directory",
        read: { text in
            switch text {
            case "": nil
            case "standard": .standard
            case "empty": .empty
            default: .directory(text)
            }
        },
        show: { .text($0.words) },
        completion: .wordsAndPaths(["standard", "empty"])
    )
}

extension DocumentSource {
    /// The value as the option spells it.
    package var words: String {
        switch self {
        case .standard: "standard"
        case .empty: "empty"
        case .directory(let path): path
        }
    }
}

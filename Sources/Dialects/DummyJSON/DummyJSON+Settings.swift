package import MockPostlyDialect
package import MockPostlyNouns
package import MockPostlyOptions

extension DummyJSON {
    /// Whether adds, updates and deletes are stored.
    package enum Writes: String, Sendable, CaseIterable {
        /// They are answered and nothing is stored, as in the original.
        ///
        /// Such an answer shows the record as if it were stored, with the next id.
        case echo
        /// They are stored.
        ///
        /// Until the world is reset; other clients see them too.
        case keep
    }

    /// Which version of the original is mocked.
    package enum Era: String, Sendable, CaseIterable {
        /// As `dummyjson.com` answers now.
        case current
        /// The API as it was in about January 2023.
        case legacy
    }

    /// The options of the dialect.
    package struct Settings: LinkSettings {
        /// Where the records come from.
        package var source = DocumentSource.standard
        package var writes = Writes.echo
        /// Pictures of products and users, and `href`s in tokens.
        package var linkTarget = LinkTarget.local
        package var era = Era.current
        /// Whether the number of requests from an address is limited.
        ///
        /// 100 requests of an address in 10 seconds; in the legacy era 120 in a minute.
        package var limitsRate = false
        /// Whether cookies have the attribute `Secure`.
        ///
        /// Some clients do not send such cookies over plain http.
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
            The directory has posts.json, users.json, comments.json, todos.json, quotes.json, \
            products.json, recipes.json and carts.json. Each is an array of records as the \
            original sends them; with the legacy era they may be of that time too. With --data, standard means the records that `mockpostly import \
            dummyjson` has put into the file, if any.
            """
        ),
        Option<Settings>.value(
            "dummyjson-writes",
            "WORD",
            \.writes,
            .choice,
            "what adds, updates and deletes do: echo or keep",
            """
            echo: they are answered but change nothing, as in the original. keep: the answers are \
            the same, and the changes are kept.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.value(
            "dummyjson-links",
            "WORD",
            \.linkTarget,
            .choice,
            "server in links to pictures: local or upstream",
            """
            local: this server, by the host name of the request, so that nothing is loaded from \
            the internet. upstream: https://dummyjson.com, as in the original.
            """
        ).with { $0.isHidden = true },
        Option<Settings>.value(
            "dummyjson-era",
            "WORD",
            \.era,
            .choice,
            "version of the original to imitate: current or legacy",
            """
            legacy: the fields, messages and log-ins of about January 2023, for apps from that \
            time. kminchelle logs in with 0lelplR.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.boolean(
            "dummyjson-rate-limit",
            "limit the rate of requests as the original does",
            """
            An address may send 100 requests in 10 seconds; with the legacy era 120 in a minute. \
            Further requests are answered with 429.
            """,
            set: { $1.limitsRate = $0 },
            get: { $0.limitsRate }
        ).with { $0.isPerWorld = true },
        Option<Settings>.boolean(
            "insecure-cookies",
            "send cookies without the attribute Secure",
            """
            The original's cookies have Secure, and some clients do not send such cookies back \
            over plain http. The Authorization header works in both cases.
            """,
            set: { $1.usesSecureCookies = !$0 },
            get: { !$0.usesSecureCookies }
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
        Option<Settings>.value(
            "max-custom-responses",
            "N",
            \.customResponses.count,
            .count(0...1_000_000),
            "most custom responses of a world, made with /c/generate",
            "Making another one is answered with 507. Seeds and imports may have more."
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
        Option<Settings>.value(
            "max-custom-bytes",
            "SIZE",
            \.customResponses.bytes,
            .size(from: 0),
            "most bytes of all custom responses of a world",
            "A response beyond this is answered with 507."
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
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

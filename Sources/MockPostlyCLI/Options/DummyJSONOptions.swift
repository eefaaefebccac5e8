internal import MockPostlyDomain
internal import MockPostlyServer

extension ServerOptions {
    /// What the DummyJSON API serves, and how.
    static let dummyJSON = [
        Option.value(
            "dummyjson-data",
            "DATA",
            \.configuration.dummyJSON.source,
            .documentSource,
            "standard, empty, or a directory of JSON files",
            """
            A directory holds posts.json, users.json, comments.json, todos.json, quotes.json, \
            products.json, recipes.json and carts.json, each an array of records as the original \
            answers them. With --data, what `mockpostly import dummyjson` has brought in counts \
            as standard.
            """
        ),
        Option.value(
            "dummyjson-writes",
            "WORD",
            \.configuration.dummyJSON.keepsWrites,
            .either("echo", "keep"),
            "what becomes of adds, updates and deletes, echo or keep",
            """
            echo: they are answered and nothing is kept, as by the original. keep: they are \
            answered with the same words, and are real.
            """
        ),
        Option.value(
            "dummyjson-links",
            "WORD",
            \.configuration.dummyJSON.linksUpstream,
            .either("local", "upstream"),
            "where links to pictures lead, local or upstream",
            """
            local: to this server, under the name that the client has called it by, so that \
            nothing is loaded from outside. upstream: to https://dummyjson.com, as the original's.
            """
        ),
        Option.value(
            "dummyjson-era",
            "WORD",
            \.configuration.dummyJSON.isLegacy,
            .either("current", "legacy"),
            "which years to answer for, current or legacy",
            """
            legacy: the shapes, words and log-ins of the turn of 2022 to 2023, for apps from \
            then; kminchelle logs in with 0lelplR.
            """
        ),
        Option.boolean(
            "dummyjson-rate-limit",
            "refuse clients that ask too often",
            """
            As the original does: 100 requests of an address in 10 seconds, in the legacy era 120 \
            in a minute; more are answered 429.
            """,
            set: { $1.configuration.dummyJSON.limitsRate = $0 },
            get: { $0.configuration.dummyJSON.limitsRate }
        ),
        Option.boolean(
            "insecure-cookies",
            "leave the attribute Secure out of cookies",
            """
            With Secure, as in the original, a client may not send a cookie back over plain http. \
            The Authorization header works in either case.
            """,
            set: { $1.configuration.dummyJSON.usesSecureCookies = !$0 },
            get: { !$0.configuration.dummyJSON.usesSecureCookies }
        ),
        Option.value(
            "max-custom-responses",
            "N",
            \.configuration.dummyJSON.customResponses.count,
            .count(0...1_000_000),
            "custom responses of a world, as /c/generate makes them",
            "One more is answered 507. Those of a seed or an import are not refused."
        ),
        Option.value(
            "max-custom-bytes",
            "SIZE",
            \.configuration.dummyJSON.customResponses.bytes,
            .size(from: 0),
            "bytes of those together",
            "One that makes them more is answered 507."
        ),
    ]
}

extension ValueType where Value == DocumentSource {
    static let documentSource = ValueType(
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

extension ValueType where Value == Bool {
    /// One of two words: `no` for false, `yes` for true.
    static func either(_ no: String, _ yes: String) -> ValueType {
        ValueType(
            expected: "\(no) or \(yes)",
            read: { text in
                switch text {
                case no: false
                case yes: true
                default: nil
                }
            },
            show: { .text($0 ? yes : no) },
            completion: .words([no, yes])
        )
    }
}

extension DocumentSource {
    var words: String {
        switch self {
        case .standard: "standard"
        case .empty: "empty"
        case .directory(let path): path
        }
    }
}

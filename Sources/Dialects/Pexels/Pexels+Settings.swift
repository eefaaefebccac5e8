internal import MockPostlyDialect
package import MockPostlyOptions

extension Pexels {
    /// The configuration of the photo search.
    package struct Settings: DialectSettings {
        /// The accepted API keys; empty accepts any key.
        package var keys: [String] = []
        /// The most requests of a key in a month; nil counts them and refuses none.
        package var limit: Int?
        /// Whether a query without a match finds nothing; otherwise it finds a choice of photos.
        package var isStrict = false

        package init() {}
    }

    package static let options = [
        Option<Settings>.list(
            "pexels-key",
            "KEY",
            \.keys,
            .text,
            "a key that is good; default: any is; repeatable",
            """
            It stands in Authorization; with another one, or with none, the answer is 401. In the \
            variable, commas stand between several.
            """
        ).with { $0.isSecret = true },
        Option<Settings>.value(
            "pexels-limit",
            "N",
            \.limit,
            ValueType.count(0...1_000_000_000).optional,
            "requests that a key may make in a month",
            """
            Beyond it the answer is 429, until the month of the world's clock is over. Without it \
            20000 are counted down and none is refused.
            """
        ),
        Option<Settings>.boolean(
            "pexels-strict",
            "find nothing where no photo matches",
            """
            Otherwise a search that matches nothing gives photos all the same, always the same \
            ones for the same words.
            """,
            set: { $1.isStrict = $0 },
            get: { $0.isStrict }
        ),
    ]
}

internal import MockPostlyOptions
internal import MockPostlyServer

extension ServerOptions {
    /// Whom the image search answers, and what.
    static let pexels = [
        Option.list(
            "pexels-key",
            "KEY",
            \.configuration.pexels.keys,
            .text,
            "a key that is good; default: any is; repeatable",
            """
            It stands in Authorization; with another one, or with none, the answer is 401. In the \
            variable, commas stand between several.
            """
        ).with { $0.isSecret = true },
        Option.value(
            "pexels-limit",
            "N",
            \.configuration.pexels.limit,
            ValueType.count(0...1_000_000_000).optional,
            "requests that a key may make in a month",
            """
            Beyond it the answer is 429, until the month of the world's clock is over. Without it \
            20000 are counted down and none is refused.
            """
        ),
        Option.boolean(
            "pexels-strict",
            "find nothing where no photo matches",
            """
            Otherwise a search that matches nothing gives photos all the same, always the same \
            ones for the same words.
            """,
            set: { $1.configuration.pexels.isStrict = $0 },
            get: { $0.configuration.pexels.isStrict }
        ),
    ]
}

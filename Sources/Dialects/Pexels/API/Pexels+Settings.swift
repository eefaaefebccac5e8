package import MockPostlyDialect
package import MockPostlyOptions

extension Pexels {
    /// The configuration of the photo search.
    package struct Settings: LinkSettings {
        /// The accepted API keys; empty accepts any key.
        ///
        /// Compared byte by byte with the field Authorization; a request without the field is
        /// answered 401.
        package var keys: [String] = []
        /// The most requests of a key in a month; nil counts them and refuses none.
        ///
        /// By the world's clock, in UTC; the next request is answered 429.
        package var limit: Int?
        /// Whether a query without a match finds nothing; otherwise it finds a choice of photos.
        package var isStrict = false
        /// The pages and pictures of photographs.
        package var linkTarget = LinkTarget.local

        package init() {}
    }

    package static let options = [
        Option<Settings>.list(
            "pexels-key",
            "KEY",
            \.keys,
            .text,
            "accepted API key; default: every key; repeatable",
            """
            Clients send it in Authorization. Requests with another key, or without one, are \
            answered with 401. In the variable, separate keys by commas.
            """
        ).with {
            $0.isSecret = true
            $0.isPerWorld = true
        },
        Option<Settings>.value(
            "pexels-limit",
            "N",
            \.limit,
            ValueType.count(0...1_000_000_000).optional,
            "most requests of a key in a month",
            """
            Further requests are answered with 429 until the month ends by the world's clock. \
            Without this option the answers count down from 20000, and no request is refused.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.boolean(
            "pexels-strict",
            "answer a search without matches with no photos",
            """
            By default such a search gives all photos, in an order that is always the same for \
            the same words.
            """,
            set: { $1.isStrict = $0 },
            get: { $0.isStrict }
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
        Option<Settings>.value(
            "pexels-links",
            "WORD",
            \.linkTarget,
            .choice,
            "server in links to photos: local or upstream",
            """
            local: this server, by the host name of the request. upstream: images.pexels.com and \
            www.pexels.com, for apps that allow pictures of these hosts only; the photos here are \
            made up, so there is nothing at those addresses.
            """
        ).with { $0.isHidden = true },
    ]
}

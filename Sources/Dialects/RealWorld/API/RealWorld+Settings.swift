package import MockPostlyDialect
package import MockPostlyOptions

extension RealWorld {
    /// Which version of the API is mocked.
    package enum Era: String, Sendable, CaseIterable {
        /// Since August 2024: lists have no texts, and a person may have no picture.
        case new
        /// As the servers answered that are gone.
        case old
    }

    /// The configuration of RealWorld.
    package struct Settings: LinkSettings {
        /// Nil: `old` for the names of the servers that are gone, else `new`.
        package var era: Era?
        /// Where pictures of people are; by default on the hosts of the seed.
        package var linkTarget = LinkTarget.upstream

        package init() {}
    }

    package static let options = [
        Option<Settings>.value(
            "realworld-era",
            "WORD",
            \.era,
            ValueType<Era>.choice.optional,
            "version of the API to imitate: new or old; default: by the name",
            """
            old: lists of articles have their texts, everybody has a picture, and log-ins fail with \
            403, as before August 2024; for apps from that time. By default what is asked for by \
            the names of the servers that are gone is answered so, and everything else as new.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.value(
            "realworld-links",
            "WORD",
            \.linkTarget,
            .choice,
            "server of pictures of people: upstream or local",
            """
            local: this server, by the host name of the request, so that nothing is loaded from the \
            internet. It concerns the pictures on the hosts of the standard seed.
            """
        ).with { $0.isHidden = true },
    ]
}

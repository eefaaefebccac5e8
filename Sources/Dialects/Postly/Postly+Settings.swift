package import MockPostlyDialect
package import MockPostlyOptions

extension Postly {
    /// Where covers and portraits are.
    package enum Images: String, Sendable, CaseIterable {
        /// On the hosts that the original names.
        case upstream
        /// On the server that the client has reached.
        ///
        /// So that an app needs no internet; the stored content keeps the original's addresses.
        case local
    }

    /// The configuration of Postly.
    package struct Settings: DialectSettings {
        /// By default on the hosts of the original.
        package var images = Images.upstream

        package init() {}

        package var links: LinkTarget? {
            get { LinkTarget(rawValue: images.rawValue) }
            set { if let newValue { images = newValue == .local ? .local : .upstream } }
        }
    }

    package static let options = [
        Option<Settings>.value(
            "postly-images",
            "WORD",
            \.images,
            .choice,
            "server of covers and portraits: upstream or local",
            """
            upstream: the hosts of the original, because its web client fails on pictures of a \
            host that its next/image does not allow. local: this server, by the host name of the \
            request, so that nothing is loaded from the internet. It concerns the pictures of the \
            original's hosts, in old content too; exec and the container image begin with local.
            """
        ).with { $0.isHidden = true }
    ]
}

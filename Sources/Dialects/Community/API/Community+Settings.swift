package import MockPostlyDialect
package import MockPostlyOptions

extension Community {
    /// The configuration of the community's sockets.
    package struct Settings: DialectSettings {
        /// The origins whose pages may open sockets; empty allows all.
        ///
        /// Such as `https://app.example`; pages of other origins are answered 403.
        package var origins: [String] = []
        /// Whether messages are compressed for clients that offer it.
        ///
        /// By permessage-deflate without context takeover; see ``DeflateSettings``.
        package var compresses = true
        /// How long a client may send nothing, by the machine's clock, before its socket is closed.
        package var idleTimeout = Duration.seconds(60)
        /// How long a long poll waits for a message, by the machine's clock.
        package var pollTimeout = Duration.seconds(10)
        /// The most bytes of a client's message.
        ///
        /// Decompressed, all fragments together; a larger one ends the socket with 1009.
        package var messageLimit = 8 * 1024 * 1024

        /// Where pictures are.
        ///
        /// Covers and portraits of the seed's people and posts.
        package var pictures = LinkTarget.upstream

        package init() {}

        package var links: LinkTarget? {
            get { pictures }
            set { if let newValue { pictures = newValue } }
        }
    }

    package static let options = [
        Option<Settings>.list(
            "community-origin",
            "ORIGIN",
            \.origins,
            .origin,
            "web origin whose pages may open sockets; default: all; repeatable",
            """
            A socket from a page of another origin is refused with 403. Apps send no origin and \
            are always accepted. In the variable, separate origins by commas.
            """
        ).with { $0.isPerWorld = true },
        Option<Settings>.boolean(
            "ws-compression",
            "do not compress the messages of sockets",
            "The default is to compress them for clients that offer permessage-deflate.",
            set: { $1.compresses = $0 },
            get: { $0.compresses }
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
        Option<Settings>.value(
            "community-idle-timeout",
            "TIME",
            \.idleTimeout,
            .duration(days: 7),
            "longest time without a frame from the client of a socket",
            "Heartbeats and pongs count too. Then the socket is closed with 1002."
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
        Option<Settings>.value(
            "community-poll-timeout",
            "TIME",
            \.pollTimeout,
            .duration(days: 1),
            "longest time that a long poll waits for a message",
            """
            A poll without a message is then answered with the status 204 in its body, and the \
            client polls again. A client that has not polled for one and a half times as long is disconnected.
            """
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
        Option<Settings>.value(
            "max-message",
            "SIZE",
            \.messageLimit,
            .size(from: 1 << 10),
            "longest message of a socket, all fragments together",
            "A longer one is not read, and the socket is closed with 1009."
        ).with {
            $0.reach = .environmentAndFile
            $0.isPerWorld = true
        },
    ]
}

extension ValueType where Value == String {
    /// The origin of a web page as browsers send it: scheme, host and, unless it is the default,
    /// port.
    fileprivate static let origin = ValueType(
        expected: "an origin without a path, such as https://app.example:8443",
        read: { text in
            guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
                return nil
            }
            let scheme = text[..<colon]
            let host = text[colon...].dropFirst(3)
            let isScheme =
                scheme.first?.isASCII == true
                && scheme.allSatisfy { letter in
                    letter.isASCII && (letter.isLetter || letter.isNumber || "+-.".contains(letter))
                }
            let isHost = host.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7F && !"/?#@,".utf8.contains(byte)
            }
            return isScheme && isHost && !host.isEmpty ? text.lowercased() : nil
        },
        show: { .text($0) }
    )
}

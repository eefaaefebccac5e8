internal import MockPostlyDialect
package import MockPostlyOptions

extension Community {
    /// The configuration of the community's sockets.
    package struct Settings: DialectSettings {
        /// The origins whose pages may open sockets; empty allows all.
        package var origins: [String] = []
        /// Whether messages are compressed for clients that offer it.
        package var compresses = true
        /// How long a client may send nothing, by the machine's clock, before its socket is closed.
        package var idleTimeout = Duration.seconds(60)
        /// How long a long poll waits for a message, by the machine's clock.
        package var pollTimeout = Duration.seconds(10)
        /// The most bytes of a client's message.
        package var messageLimit = 8 * 1024 * 1024

        package init() {}
    }

    package static let options = [
        Option<Settings>.list(
            "community-origin",
            "ORIGIN",
            \.origins,
            .origin,
            "whose pages may open sockets; default: any; repeatable",
            """
            A socket that a page of another origin asks for is refused with 403. Apps send no \
            origin and are always let in. In the variable, commas stand between several.
            """
        ),
        Option<Settings>.boolean(
            "ws-compression",
            "leave the messages of sockets uncompressed",
            "Otherwise they are compressed for clients that offer permessage-deflate.",
            set: { $1.compresses = $0 },
            get: { $0.compresses }
        ),
        Option<Settings>.value(
            "community-idle-timeout",
            "TIME",
            \.idleTimeout,
            .duration(days: 7),
            "time that a socket may be silent",
            "Any frame counts, a heartbeat or a pong as well. The socket is closed with 1002 then."
        ),
        Option<Settings>.value(
            "community-poll-timeout",
            "TIME",
            \.pollTimeout,
            .duration(days: 1),
            "time that a long poll waits for a message",
            """
            A poll that nothing came for is answered with status 204 then, and the client polls \
            again. Half as long again after its last poll a client is forgotten.
            """
        ),
        Option<Settings>.value(
            "max-message",
            "SIZE",
            \.messageLimit,
            .size(from: 1 << 10),
            "longest message of a socket, its fragments together",
            "A longer one closes the socket with 1009, before it is read."
        ),
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

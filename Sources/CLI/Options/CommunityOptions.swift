internal import MockPostlyOptions
internal import MockPostlyServer

extension ServerOptions {
    /// The sockets of the community's feed.
    static let community = [
        Option.list(
            "community-origin",
            "ORIGIN",
            \.configuration.community.origins,
            .origin,
            "whose pages may open sockets; default: any; repeatable",
            """
            A socket that a page of another origin asks for is refused with 403. Apps send no \
            origin and are always let in. In the variable, commas stand between several.
            """
        ),
        Option.boolean(
            "ws-compression",
            "leave the messages of sockets uncompressed",
            "Otherwise they are compressed for clients that offer permessage-deflate.",
            set: { $1.configuration.community.compresses = $0 },
            get: { $0.configuration.community.compresses }
        ),
        Option.value(
            "community-idle-timeout",
            "TIME",
            \.configuration.community.idleTimeout,
            .duration(days: 7),
            "time that a socket may be silent",
            "Any frame counts, a heartbeat or a pong as well. The socket is closed with 1002 then."
        ),
        Option.value(
            "max-message",
            "SIZE",
            \.configuration.community.messageLimit,
            .size(from: 1 << 10),
            "longest message of a socket, its fragments together",
            "A longer one closes the socket with 1009, before it is read."
        ),
    ]
}

extension ValueType where Value == String {
    /// The scheme, the host and perhaps the port of a page's address, as browsers send them.
    static let origin = ValueType(
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

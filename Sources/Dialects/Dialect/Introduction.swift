package import MockPostlyNouns

/// What the banner tells a person who wants to connect a client to a dialect.
package struct Introduction: Sendable, Equatable {
    /// One line of the banner: a label, a value, and a note beside it (empty for none).
    package struct Line: Sendable, Equatable {
        /// Addresses are completed by the banner, which knows host, port and world.
        package enum Content: Sendable, Equatable {
            /// An address of the server, from the scheme to the path.
            case address(scheme: String, path: String)
            /// The same address as the Android emulator reaches it.
            ///
            /// The emulator reaches its host as 10.0.2.2.
            case emulatorAddress(scheme: String, path: String)
            /// Any other text, such as a name or a token.
            case text(String)
        }

        /// In lower case, aligned by the banner.
        package var label: String
        package var content: Content
        package var note: String

        package init(_ label: String, _ content: Content, note: String = "") {
            self.label = label
            self.content = content
            self.note = note
        }

        /// The name of an account, with its password as the note.
        package static func logIn(_ name: String, password: String) -> Line {
            Line(logInLabel, .text(name), note: password)
        }

        private static let logInLabel = "Login"

        /// Whether the note is the password of the account that the text names.
        package var isLogIn: Bool { label == Self.logInLabel }

        /// Whether it is where the system is reached.
        package var isAddress: Bool {
            if case .text = content { false } else { true }
        }
    }

    /// Where the dialect's content comes from.
    package enum Source: Sendable, Equatable {
        /// The seed of the server.
        case seed
        /// Records of its own; the text is the value of the option that selects them.
        case records(String)
        case nothing
    }

    /// A request that works as it is, in a world with the content that the lines tell of.
    package struct Example: Sendable, Equatable {
        /// What follows the address of the world: `/api/posts?limit=1`.
        package var target: String
        /// A header line: `Authorization: any-key`; nil for none.
        package var header: String?
        /// The body of a POST; nil for a GET.
        package var body: String?

        package init(_ target: String, header: String? = nil, body: String? = nil) {
            (self.target, self.header, self.body) = (target, header, body)
        }
    }

    /// In the order in which they are printed.
    package var lines: [Line] = []
    /// Further lines, shown only when no other dialect shows an emulator address.
    package var linesWhenAlone: [Line] = []
    /// Where its content comes from.
    package var source = Source.nothing
    /// Further sentences, one string each.
    ///
    /// Printed below the lines of all dialects.
    package var notes: [String] = []
    /// Sentences about what will surely surprise; a server without a banner logs them.
    package var warnings: [String] = []
    /// For an agent that tries the system out; nil when every request needs a log-in first.
    package var example: Example?

    package init() {}
}

extension Introduction {
    /// People of the standard seed, as `docs/postly.md` names them, with their passwords.
    private static let standardLogIns = [
        ("mira.sol@example.com", "mira.sol-postly"),
        ("theo.lindqvist@example.com", "theo.lindqvist-postly"),
    ]

    /// Adds the log-ins of people of the standard seed; a data file may not have them.
    package mutating func addStandardLogIns(of users: UserStore) {
        for (email, password) in Self.standardLogIns
        where (try? users.hasAccount(email: email)) == true {
            lines.append(.logIn(email, password: password))
        }
    }
}

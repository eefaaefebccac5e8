/// What a person needs to know who points a client at a dialect.
package struct Introduction: Sendable, Equatable {
    /// One line: a label, what it is about, and a note beside it.
    package struct Line: Sendable, Equatable {
        package enum Content: Sendable, Equatable {
            /// An address of the server, from the scheme to the path.
            case address(scheme: String, path: String)
            /// The same, as the Android emulator reaches it.
            case emulatorAddress(scheme: String, path: String)
            /// A name, a token.
            case text(String)
        }

        package var label: String
        package var content: Content
        package var note: String

        package init(_ label: String, _ content: Content, note: String = "") {
            self.label = label
            self.content = content
            self.note = note
        }
    }

    package enum Source: Sendable, Equatable {
        /// The seed of the server.
        case seed
        /// Records of its own, as an option names them.
        case records(String)
        case nothing
    }

    package var lines: [Line] = []
    /// Lines for a dialect whose emulator address nobody else shows.
    package var linesWhenAlone: [Line] = []
    /// Where its content comes from.
    package var source = Source.nothing
    /// What else is worth a sentence.
    package var notes: [String] = []

    package init() {}
}

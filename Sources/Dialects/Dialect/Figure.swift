/// A figure of one dialect in one world, for the metrics.
package struct Figure: Sendable, Equatable {
    /// `channel_clients`; the same figure of several worlds has one name and one help text.
    package var name: String
    package var kind: Kind
    /// What is counted, as one sentence.
    package var help: String
    package var value: Int

    /// As Prometheus knows figures.
    package enum Kind: String, Sendable {
        /// Goes up and down.
        case gauge
        /// Only goes up.
        case counter
    }

    package init(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
        self.name = name
        self.kind = kind
        self.help = help
        self.value = value
    }
}

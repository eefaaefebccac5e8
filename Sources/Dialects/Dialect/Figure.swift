/// A metric of one dialect in one world, with its present value.
///
/// `GET /metrics` writes it as `mockpostly_channel_clients{world="default"} 3`.
package struct Figure: Sendable, Equatable {
    /// The name without prefix, such as `channel_clients`; one name has one help text in all
    /// worlds.
    package var name: String
    package var kind: Kind
    /// What is counted, as one sentence for Prometheus's `# HELP` line.
    package var help: String
    /// Never negative.
    package var value: Int

    /// The Prometheus type of the metric; the raw value stands in its `# TYPE` line.
    package enum Kind: String, Sendable {
        /// Goes up and down.
        case gauge
        /// Only goes up.
        case counter
    }

    package init(_ name: String, _ kind: Kind, help: String, value: Int) {
        self.name = name
        self.kind = kind
        self.help = help
        self.value = value
    }
}

/// The limits of journals: entries and bytes of each, bytes of all together, and of a body.
package struct JournalLimits: Sendable, Equatable {
    /// The most entries of a world; 0 for no journal.
    ///
    /// Beyond it the oldest is dropped.
    package var entries = 10_000
    /// The most bytes of a world's journal.
    package var bytes = 16 * 1024 * 1024
    /// The most bytes of the journals of all worlds.
    ///
    /// Beyond it the largest journal loses its oldest entries.
    package var total = 64 * 1024 * 1024

    /// The most bytes that are kept of a body or a message; of longer ones the beginning is kept.
    package var body = 64 * 1024

    /// The defaults of `mockpostly serve`.
    package init() {}
}

/// The limits of journals: entries and bytes of each, bytes of all together, and of a body.
package struct JournalLimits: Sendable, Equatable {
    /// The most entries of a world; 0 for no journal.
    package var entries = 10_000
    /// The most bytes of a world's journal.
    package var bytes = 16 * 1024 * 1024
    /// The most bytes of the journals of all worlds.
    package var total = 64 * 1024 * 1024

    /// The most bytes that are kept of a body or a message; of longer ones the beginning is kept.
    package var body = 64 * 1024

    package init() {}
}

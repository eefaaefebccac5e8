internal import MockPostlyContent
internal import MockPostlyThreads
internal import MockPostlyWorld

/// A seed with dates that are relative to the time of filling.
///
/// Contents that were made of it share what was learned of their dates.
package final class MovingSeed: Sendable {
    let source: SeedSource
    /// Nil before they are asked for; nil inside when the seed must be read for each time.
    private let learned = Monitor<DateMoves??>(nil)

    init(_ source: SeedSource) { self.source = source }

    /// Whether a content cannot move without reading the files.
    package var mustRead: Bool { (learned.withLock { $0 } ?? nil) == nil }

    /// Where the dates stand.
    ///
    /// The first call reads the seed once more.
    ///
    /// - Parameters:
    ///   - content: made of the seed.
    ///   - filled: at this time.
    ///   - registry: the parts of the content.
    ///   - origin: where the records of DummyJSON come from without an import.
    /// - Returns: nil when the seed must be read for each time.
    /// - Throws: SQLite's errors.
    func dates(
        of content: Content,
        filledAt filled: Instant,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin
    ) throws -> DateMoves? {
        if let known = learned.withLock({ $0 }) { return known }
        let moves: DateMoves?
        do {
            let time = filled + DateMoves.distance
            let other = try Content.reading(source, registry, origin, on: time)
            moves = try DateMoves(between: content.image, and: other.image, registry)
        } catch is SeedFault {
            // Files that have changed since, or a date that is too late.
            moves = nil
        }
        learned.withLock { $0 = .some(moves) }
        return moves
    }
}

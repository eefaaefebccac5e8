internal import MockPostlyDialect
internal import MockPostlyJournal
internal import MockPostlyLog
internal import MockPostlyWorld

/// Where what the dialects of a world tell goes: reports to the log, frames of channels to the journal.
final class WorldNotes: DialectListener {
    private let world: TimeAndChance
    /// Nil before the world is in the table of worlds.
    var log: Log?
    /// Nil when no frames are kept.
    var journal: Journal?

    init(of world: TimeAndChance) { self.world = world }

    var keepsFrames: Bool { journal != nil }

    func keep(_ frame: ChannelFrame, of dialect: String, fault: String?) {
        guard let journal else { return }
        let longest = journal.longestBody
        journal.add(
            RecordedMessage(frame, dialect: dialect, fault: fault, longest: longest),
            in: world
        )
    }

    func report(_ report: LogMessage) {
        switch report {
        case .failure(let words): log?.failure("world \(world.name): \(words)")
        case .warning(let words): log?.warning("world \(world.name): \(words)")
        case .notice(let words): log?.notice("world \(world.name): \(words)")
        case .detail(let words): log?.detail("world \(world.name): \(words)")
        }
    }
}

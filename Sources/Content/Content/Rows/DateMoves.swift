package import MockPostlySQLite
package import MockPostlyWorld

/// Where the dates of a content stand that are relative to the time of filling.
///
/// Two fillings of the same seed at different times tell it, so that no reader of a seed has to.
package struct DateMoves: Sendable {
    /// Dates of one column that move in the same way.
    fileprivate struct Dates {
        var isOfDay: Bool
        var move: DerivedSQL
        /// The first and the last key of rows that follow one another.
        var runs: [(first: [Value], last: [Value])] = []
        /// The place of the last row, counted from 0.
        var last = -2
    }

    fileprivate var dates: [Dates] = []
    fileprivate var texts: [TextDates] = []

    /// Whether records that were parsed of texts must be parsed again after a move.
    package var changesTexts: Bool { !texts.isEmpty }

    /// Whether the dates can be moved to `end`: in texts they have years of four digits.
    package func canMove(to end: Instant) -> Bool {
        texts.isEmpty || TextDates.range.contains(end.microseconds)
    }

    /// How far apart the fillings must be: a whole day tells nothing from a moment.
    package static let distance = Duration.seconds(25 * 3_600)

    /// Nil when the fillings differ in more than dates, which then cannot be moved.
    ///
    /// - Parameters:
    ///   - early: filled at some time.
    ///   - late: filled from the same seed ``distance`` later.
    ///   - registry: the parts of both.
    /// - Throws: SQLite's errors.
    package init?(
        between early: PageImage,
        and late: PageImage,
        _ registry: ContentRegistry
    ) throws {
        let (early, late) = (try Connection(.pages(early)), try Connection(.pages(late)))
        guard let start = try SeedingMark.date(on: early), let end = try SeedingMark.date(on: late)
        else { return nil }
        let shift = DateShift(from: start, to: end)
        for table in registry.tables where table.role != .mark {
            guard try add(table, early, late, shift) else { return nil }
        }
    }

    /// Adds the dates of a table; returns false for another difference.
    private mutating func add(
        _ table: ContentTable,
        _ early: Connection,
        _ late: Connection,
        _ shift: DateShift
    ) throws -> Bool {
        var found: [Int: [Bool: Dates]] = [:]
        var inTexts: [Int: TextDates] = [:]
        var (place, isSound) = (0, true)
        let texts = table.columns.map(\.rule.isText)
        try TableComparing(texts: texts, keys: table.keys).run(
            TableCursor(table.select, on: early),
            TableCursor(table.select, on: late),
            removed: { _ in isSound = false },
            added: { _ in isSound = false },
            both: { early, late, areSame in
                defer { place += 1 }
                guard !areSame, isSound else { return }
                let (old, new) = (table.values(of: early), table.values(of: late))
                let key = Array(old.prefix(table.keys))
                for column in old.indices where old[column] != new[column] {
                    let name = table.columns[column].name
                    if case .text(let before) = old[column], case .text(let after) = new[column] {
                        let places = TextDates.places(in: before, after, shift)
                        isSound = isSound && places != nil
                        inTexts[column, default: TextDates(table, name)].add(places ?? [], at: key)
                        continue
                    }
                    guard case .date = table.columns[column].rule,
                        case .integer(let before) = old[column],
                        case .integer(let after) = new[column],
                        let isOfDay = shift.isOfDay(after - before)
                    else {
                        isSound = false
                        return
                    }
                    let move = table.moving(name)
                    var dates =
                        found[column]?.removeValue(forKey: isOfDay)
                        ?? Dates(isOfDay: isOfDay, move: move)
                    dates.add(key, at: place)
                    found[column, default: [:]][isOfDay] = dates
                }
            }
        )
        for column in found.keys.sorted() { dates += found[column].map { Array($0.values) } ?? [] }
        self.texts += inTexts.keys.sorted().compactMap { inTexts[$0] }
        return isSound
    }

    /// Moves the dates of a content of the same seed, within an open transaction.
    ///
    /// - Parameters:
    ///   - start: when it was filled.
    ///   - end: when it would have been filled.
    ///   - connection: of the content, which is as its seed gave it.
    /// - Throws: SQLite's errors; the caller rolls back then.
    package func move(from start: Instant, to end: Instant, on connection: Connection) throws {
        let shift = DateShift(from: start, to: end)
        for text in texts { try text.move(shift, on: connection) }
        for dates in dates {
            let distance = dates.isOfDay ? shift.ofDay : shift.ofMoment
            guard distance != 0 else { continue }
            for run in dates.runs {
                try connection.run(dates.move, [.integer(distance)] + run.first + run.last)
            }
        }
    }
}

extension DateMoves.Dates {
    fileprivate mutating func add(_ key: [Value], at place: Int) {
        if last == place - 1 {
            runs[runs.count - 1].last = key
        } else {
            runs.append((key, key))
        }
        last = place
    }
}

/// How far dates are moved, in microseconds.
struct DateShift {
    let ofMoment, ofDay: Int64
    /// The time of filling from which they are moved.
    let start: Instant

    init(from start: Instant, to end: Instant) {
        self.start = start
        ofMoment = end.microseconds - start.microseconds
        ofDay = (end.daysSince1970 - start.daysSince1970) * Instant.microsecondsOfDay
    }

    func isOfDay(_ distance: Int64) -> Bool? {
        distance == ofMoment ? false : distance == ofDay ? true : nil
    }
}

internal import MockPostlySQLite
internal import MockPostlyWorld

/// Dates in the JSON of one column, as ``DateFilling`` writes them: `"2026-02-14T12:34:56.123Z"`.
struct TextDates: Sendable {
    /// A date in a text.
    struct Place: Sendable {
        /// Bytes before it.
        let offset: Int
        let isOfDay: Bool
    }

    private let read, write: DerivedSQL
    private var rows: [(key: [Value], places: [Place])] = []

    /// Bytes of a date, without its quotes.
    private static let length = 24

    /// Times of filling from which no date leaves the years of four digits, in microseconds.
    ///
    /// From the year 200 to 9800; a date is a hundred years away at most.
    static let range = -55_855_785_600_000_000...247_090_953_600_000_000 as ClosedRange<Int64>

    init(_ table: ContentTable, _ column: String) {
        (read, write) = table.value(ofColumn: column)
    }

    mutating func add(_ places: [Place], at key: [Value]) { rows.append((key, places)) }

    /// Where two texts have dates that are `shift` apart; nil when they differ in something else.
    static func places(in early: String, _ late: String, _ shift: DateShift) -> [Place]? {
        let (early, late) = (Array(early.utf8), Array(late.utf8))
        guard early.count == late.count else { return nil }
        var places: [Place] = []
        var at = 0
        while at < early.count {
            guard early[at] != late[at] else {
                at += 1
                continue
            }
            guard let quote = early[..<at].lastIndex(of: UInt8(ascii: "\"")),
                let before = date(in: early, at: quote + 1),
                let after = date(in: late, at: quote + 1),
                let isOfDay = shift.isOfDay(after.microseconds - before.microseconds)
            else { return nil }
            places.append(Place(offset: quote + 1, isOfDay: isOfDay))
            at = quote + 1 + length
        }
        return places
    }

    /// The date between quotes at a place; nil where there is none, or one of another form.
    private static func date(in text: [UInt8], at start: Int) -> Instant? {
        let end = start + length
        guard end < text.count, text[end] == UInt8(ascii: "\"") else { return nil }
        let written = String(decoding: text[start..<end], as: UTF8.self)
        guard let date = Instant(rfc3339: written), date.rfc3339Millis == written else {
            return nil
        }
        return date
    }

    /// Moves the dates of all rows, of a content that is as its seed gave it.
    func move(_ shift: DateShift, on connection: Connection) throws {
        for (key, places) in rows {
            let text = try connection.first(read, key) { Array($0.text(0).utf8) }
            guard var text else { continue }
            for place in places {
                let end = place.offset + Self.length
                guard let date = Self.date(in: text, at: place.offset) else { continue }
                text.replaceSubrange(place.offset..<end, with: shift.moved(date, place).utf8)
            }
            try connection.run(write, key + [.text(String(decoding: text, as: UTF8.self))])
        }
    }
}

extension DateShift {
    /// A date with milliseconds: the microseconds that it lost are those of the time of filling.
    fileprivate func moved(_ date: Instant, _ place: TextDates.Place) -> String {
        let lost = ((start.microseconds % 1000) + 1000) % 1000
        let distance = place.isOfDay ? ofDay : ofMoment + lost
        return Instant(microseconds: date.microseconds + distance).rfc3339Millis
    }
}

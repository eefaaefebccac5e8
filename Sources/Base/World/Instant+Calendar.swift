extension Instant {
    /// The same day and time of day so many months later, before for a negative number.
    ///
    /// In a shorter month its last day. Stops at the years 0 and 9999.
    package func adding(months: Int) -> Instant {
        var time = CalendarTime(self)
        let most: Int64 = 10_000 * 12
        let all = time.year * 12 + time.month - 1 + min(max(Int64(months), -most), most)
        let (year, month) = min(max(all, 0), most - 1).dividedRoundingDown(by: 12)
        (time.year, time.month) = (year, month + 1)
        time.day = min(time.day, CalendarTime.daysInMonth(time.month, of: year))
        return time.instant
    }

    /// Reads a date as headers and JSON have it: as ``init(dateText:)``, also without an offset, and
    /// as HTTP writes it (RFC 9110, section 5.6.7); without an offset it is in UTC.
    package init?(looseText text: String) {
        if let instant = Instant(dateText: text) ?? Instant(rfc3339: text + "Z") {
            self = instant
            return
        }
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0].last == ",", parts[5] == "GMT" || parts[5] == "+0000",
            let month = monthNames.firstIndex(where: { $0.prefix(3) == parts[2] })
        else { return nil }
        let pair = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        let day = parts[1].utf8.count == 1 ? "0\(parts[1])" : "\(parts[1])"
        guard let instant = Instant(rfc3339: "\(parts[3])-\(pair)-\(day)T\(parts[4])Z") else {
            return nil
        }
        self = instant
    }
}

private let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]
private let weekdayNames = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
]

/// A pattern of Java's `SimpleDateFormat`, such as `yyyy-MM-dd'T'HH:mm:ss`; dates are in UTC.
package struct JavaDateFormat: Sendable {
    private enum Part: Sendable {
        case text(String)
        case field(Character, Int)
    }

    private var parts: [Part] = []

    /// Nil for a pattern with a letter that is not one of `yMdHhmsSaEzZX`, or an open quote.
    package init?(_ pattern: String) {
        var rest = pattern[...]
        while let letter = rest.popFirst() {
            if letter == "'" {
                let text = rest.prefix { $0 != "'" }
                guard text.count < rest.count else { return nil }
                rest = rest.dropFirst(text.count + 1)
                parts.append(.text(text.isEmpty ? "'" : String(text)))
            } else if letter.isASCII, letter.isLetter {
                guard "yMdHhmsSaEzZX".contains(letter) else { return nil }
                let more = rest.prefix { $0 == letter }.count
                rest = rest.dropFirst(more)
                parts.append(.field(letter, more + 1))
            } else {
                parts.append(.text(String(letter)))
            }
        }
    }

    /// The date by the pattern, with English names.
    package func text(of instant: Instant) -> String {
        let time = CalendarTime(instant)
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let letter, let count): Self.text(of: letter, count, time)
            }
        }.joined()
    }

    private static func text(of letter: Character, _ count: Int, _ time: CalendarTime) -> String {
        func padded(_ number: Int64) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        switch letter {
        case "y": return count == 2 ? String(padded(time.year).suffix(2)) : padded(time.year)
        case "M":
            guard count > 2 else { return padded(time.month) }
            let name = monthNames[Int(time.month) - 1]
            return count == 3 ? String(name.prefix(3)) : name
        case "d": return padded(time.day)
        case "H": return padded(time.hour)
        case "h": return padded(time.hour % 12 == 0 ? 12 : time.hour % 12)
        case "m": return padded(time.minute)
        case "s": return padded(time.second)
        case "S": return padded(time.microsecond / 1000)
        case "a": return time.hour < 12 ? "AM" : "PM"
        case "E":
            let name = weekdayNames[time.weekday]
            return count < 4 ? String(name.prefix(3)) : name
        case "z": return "UTC"
        case "Z": return "+0000"
        default: return "Z"
        }
    }
}

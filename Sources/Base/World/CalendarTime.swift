/// A UTC date and time of day in the proleptic Gregorian calendar.
struct CalendarTime: Equatable {
    var year: Int64
    /// 1–12.
    var month: Int64
    /// 1–31.
    var day: Int64
    var hour: Int64
    var minute: Int64
    var second: Int64
    var microsecond: Int64

    init(year: Int64, month: Int64, day: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
        (hour, minute, second, microsecond) = (0, 0, 0, 0)
    }

    init(_ instant: Instant) {
        let (seconds, microsecond) = instant.microseconds.dividedRoundingDown(by: 1_000_000)
        let (days, secondOfDay) = seconds.dividedRoundingDown(by: 86_400)
        self.init(daysSince1970: days)
        self.microsecond = microsecond
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
    }

    /// Midnight of a day.
    ///
    /// Counts from 1 March of year 0, so that a leap day is the last day of its year: 400 years
    /// always have 146,097 days, and five months from March on have 153 days.
    private init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + 719_468).dividedRoundingDown(by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    /// Days from 1970-01-01 to this date; negative before.
    var daysSince1970: Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = yearFromMarch.dividedRoundingDown(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// The instant; the year must have at most four digits.
    var instant: Instant {
        let seconds = daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second
        return Instant(microseconds: seconds * 1_000_000 + microsecond)
    }

    /// 0 for Sunday.
    var weekday: Int {
        Int((daysSince1970 + 4).dividedRoundingDown(by: 7).remainder)
    }

    static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

internal import MockPostlyText

/// Reads `500ms`, `10s`, `15m`, `2h30m`, `7d`, `1w` or the ISO 8601 forms `PT15M`, `P7D`, `P2W`.
///
/// Units are `w d h m s ms us`, larger units first and each at most once. The last number may have a
/// fraction (`1.5s`), which is cut to microseconds. Returns nil for other texts: a number without
/// unit, a negative number, ISO years and months, whose length varies, and durations beyond 64 bits
/// of microseconds.
///
/// ```swift
/// parseDuration("1h30m")   // 90 minutes
/// parseDuration("1.5s")    // 1,500 milliseconds
/// parseDuration("10")      // nil: no unit
/// ```
package func parseDuration(_ text: String) -> Duration? {
    var reader = DurationReader(text: DigitReader(text.utf8[...]))
    if reader.text.skip("P") {
        let hasDate = reader.text.rest.first != UInt8(ascii: "T")
        if hasDate {
            // ISO 8601 does not combine weeks with other units.
            let units = reader.text.rest.last == UInt8(ascii: "W") ? isoWeeks : isoDays
            guard reader.read(units: units) else { return nil }
            if reader.text.rest.isEmpty { return .microseconds(reader.total) }
        }
        guard reader.text.skip("T"), reader.read(units: isoTime) else { return nil }
    } else {
        guard reader.read(units: [week] + shortUnits) else { return nil }
    }
    return reader.text.rest.isEmpty ? .microseconds(reader.total) : nil
}

/// The shortest text that ``parseDuration(_:)`` reads back, to the microsecond: `2h30m`, `0s`.
///
/// A negative duration has a leading minus, which ``parseDuration(_:)`` refuses.
///
/// Parts of a microsecond are cut off; there are no weeks in it, days are the largest unit.
package func formatDuration(_ duration: Duration) -> String {
    let microseconds = duration.wholeMicroseconds
    guard microseconds != 0 else { return "0s" }
    var rest = microseconds.magnitude
    var text = microseconds < 0 ? "-" : ""
    for unit in shortUnits where rest >= UInt64(unit.microseconds) {
        text += "\(rest / UInt64(unit.microseconds))\(unit.name)"
        rest %= UInt64(unit.microseconds)
    }
    return text
}

private struct DurationUnit {
    let name: String
    let microseconds: Int64
}

private let week = DurationUnit(name: "w", microseconds: 604_800_000_000)
private let shortUnits = [
    DurationUnit(name: "d", microseconds: 86_400_000_000),
    DurationUnit(name: "h", microseconds: 3_600_000_000),
    DurationUnit(name: "m", microseconds: 60_000_000),
    DurationUnit(name: "s", microseconds: 1_000_000),
    DurationUnit(name: "ms", microseconds: 1_000),
    DurationUnit(name: "us", microseconds: 1),
]
private let isoWeeks = [DurationUnit(name: "W", microseconds: 604_800_000_000)]
private let isoDays = [DurationUnit(name: "D", microseconds: 86_400_000_000)]
private let isoTime = [
    DurationUnit(name: "H", microseconds: 3_600_000_000),
    DurationUnit(name: "M", microseconds: 60_000_000),
    DurationUnit(name: "S", microseconds: 1_000_000),
]

/// Reads numbers with units from the front of a text and adds them up.
private struct DurationReader {
    var text: DigitReader<Substring.UTF8View>
    /// The sum so far in microseconds.
    var total: Int64 = 0

    /// Reads one or more numbers with units in the order of `units`, up to a `T` or the end.
    ///
    /// Returns false for any other text; a fraction is allowed only in the very last number.
    mutating func read(units: [DurationUnit]) -> Bool {
        var units = units[...]
        repeat {
            guard let amount = amount() else { return false }
            let name = text.rest.prefix(while: isLetter)
            guard let place = units.firstIndex(where: { $0.name.utf8.elementsEqual(name) }),
                let microseconds = amount.inMicroseconds(of: units[place])
            else { return false }
            text.rest.removeFirst(name.count)
            units.removeFirst(place - units.startIndex + 1)
            if amount.billionths != nil, !text.rest.isEmpty { return false }
            let (sum, overflow) = total.addingReportingOverflow(microseconds)
            if overflow { return false }
            total = sum
        } while !text.rest.isEmpty && text.rest.first != UInt8(ascii: "T")
        return true
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        byte > UInt8(ascii: "9") && byte != UInt8(ascii: "T")
    }

    /// Reads a number; nil without digits, when it is too large, or without digits after its point.
    private mutating func amount() -> Amount? {
        var whole: Int64?
        while let digit = text.digit() {
            let (product, tooLarge) = (whole ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, overflow) = product.addingReportingOverflow(digit)
            if tooLarge || overflow { return nil }
            whole = sum
        }
        guard let whole else { return nil }
        guard text.skip(".") else { return Amount(whole: whole, billionths: nil) }
        guard let billionths = text.fraction(places: 9) else { return nil }
        return Amount(whole: whole, billionths: billionths)
    }
}

/// A number with its fraction in billionths, nil when it was written without a fraction.
private struct Amount {
    var whole: Int64
    var billionths: Int64?

    /// The amount in a unit, cut to microseconds; nil on overflow.
    func inMicroseconds(of unit: DurationUnit) -> Int64? {
        let (product, tooLarge) = whole.multipliedReportingOverflow(by: unit.microseconds)
        // The unit is less than 2^40 and the fraction less than 2^30 billionths, so this cannot
        // overflow.
        let part = (billionths ?? 0).multipliedFullWidth(by: unit.microseconds)
        let (fraction, _) = Int64(1_000_000_000).dividingFullWidth(part)
        let (sum, overflow) = product.addingReportingOverflow(fraction)
        return tooLarge || overflow ? nil : sum
    }
}

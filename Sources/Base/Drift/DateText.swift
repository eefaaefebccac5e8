/// A date as a text writes it: its form and its time.
struct DateText: Sendable, Equatable {
    /// The text with `0` for each digit, except those of a zone; digits of a fraction are 0, 3, 6
    /// or 9, because some servers leave out zeros at its end.
    let form: String
    /// Seconds since 1970; without a zone, UTC is taken.
    let seconds: Int64

    /// Reads `2026-02-14`, RFC 3339 with `T` or a space and with or without a zone, and the date of
    /// HTTP (RFC 9110, 5.6.7); nil for other texts.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard 10...40 ~= bytes.count, let date = Self.iso(bytes) ?? Self.http(bytes) else {
            return nil
        }
        self = date
    }

    private init(form: String, seconds: Int64) {
        (self.form, self.seconds) = (form, seconds)
    }

    private static func iso(_ bytes: [UInt8]) -> DateText? {
        guard let year = number(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
            let month = number(bytes, 5, 2), 1...12 ~= month, bytes[7] == UInt8(ascii: "-"),
            let day = number(bytes, 8, 2), 1...31 ~= day
        else { return nil }
        let days = days(year, month, day)
        if bytes.count == 10 { return DateText(form: "0000-00-00", seconds: days * 86_400) }
        let separator = bytes[10]
        guard [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(separator), bytes.count >= 19,
            let hour = number(bytes, 11, 2), hour < 25, bytes[13] == UInt8(ascii: ":"),
            let minute = number(bytes, 14, 2), minute < 60, bytes[16] == UInt8(ascii: ":"),
            let second = number(bytes, 17, 2), second < 61
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit).count
            guard 1...9 ~= fraction else { return nil }
            rest = rest.dropFirst(1 + fraction)
        }
        guard let offset = zone(rest) else { return nil }
        let zeros = String(repeating: "0", count: (fraction + 2) / 3 * 3)
        let form =
            "0000-00-00\(String(decoding: [separator], as: UTF8.self))00:00:00"
            + (fraction > 0 ? "." + zeros : "") + String(decoding: rest, as: UTF8.self)
        let time = hour * 3_600 + minute * 60 + second
        return DateText(form: form, seconds: days * 86_400 + time - offset)
    }

    /// Seconds east of Greenwich; nil for what is no zone.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let sign = bytes.first else { return 0 }
        if bytes.elementsEqual("Z".utf8) || bytes.elementsEqual("z".utf8) { return 0 }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign), digits.count == 4,
            let hours = number(digits, 0, 2), let minutes = number(digits, 2, 2)
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func http(_ bytes: [UInt8]) -> DateText? {
        guard bytes.count == 29, bytes[3] == UInt8(ascii: ","),
            bytes.suffix(4).elementsEqual(" GMT".utf8),
            let day = number(bytes, 5, 2), let year = number(bytes, 12, 4),
            let month = months.firstIndex(of: String(decoding: bytes[8..<11], as: UTF8.self)),
            let hour = number(bytes, 17, 2), let minute = number(bytes, 20, 2),
            let second = number(bytes, 23, 2)
        else { return nil }
        let time = hour * 3_600 + minute * 60 + second
        let seconds = days(year, Int64(month + 1), day) * 86_400 + time
        return DateText(form: "Day, 00 Mon 0000 00:00:00 GMT", seconds: seconds)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int64? {
        guard start + count <= bytes.count else { return nil }
        let digits = bytes[start..<start + count]
        guard digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Days since 1970 in the Gregorian calendar, counted in years that begin in March.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}

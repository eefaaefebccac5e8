package import MockPostlyJSON
package import MockPostlyJavaScript
package import MockPostlyWorld

/// Knows which texts in a record are dates: dates of records are texts in JSON.
package protocol DateFinder: Sendable {
    /// Gives all texts of a record that are dates to `filling`.
    ///
    /// - Parameters:
    ///   - value: the record.
    ///   - source: the same as it is in the file.
    ///   - field: its path, for messages.
    ///   - filling: replaces those that are relative.
    func fill(
        _ value: inout JSValue,
        _ source: JSONValue,
        _ field: String,
        with filling: DateFilling
    )
}

/// Replaces relative dates.
package struct DateFilling {
    /// How a date is written.
    package enum Form: Sendable {
        /// `2026-02-14T12:34:56.123Z`.
        case moment
        /// `2026-02-14`.
        case day
    }

    private let now: Instant
    private let read: (JSONValue, _ field: String) -> RelativeDate?

    /// - Parameters:
    ///   - now: from which they count.
    ///   - read: gets each text that can be nothing but such a date, with its path; nil leaves it.
    package init(
        on now: Instant,
        read: @escaping (JSONValue, _ field: String) -> RelativeDate?
    ) {
        (self.now, self.read) = (now, read)
    }

    /// Replaces a text if it is a relative date.
    package func replace(
        _ value: inout JSValue,
        _ source: JSONValue,
        _ field: String,
        _ form: Form
    ) {
        guard let text = value.string, RelativeDate.isMeant(by: text),
            let date = read(source, field)?.instant(from: now)
        else { return }
        let written = date.rfc3339Millis
        value = .string(form == .day ? String(written.prefix(10)) : written)
    }
}

/// The date at the end of a path.
package struct DatePlace: DateFinder, Equatable {
    /// The names of the members that lead to it; each element of a list is followed.
    package var path: [String]
    package var form = DateFilling.Form.moment

    package init(_ path: [String], _ form: DateFilling.Form = .moment) {
        (self.path, self.form) = (path, form)
    }

    package func fill(
        _ value: inout JSValue,
        _ source: JSONValue,
        _ field: String,
        with filling: DateFilling
    ) {
        fill(&value, source, path[...], field, filling)
    }

    private func fill(
        _ value: inout JSValue,
        _ source: JSONValue,
        _ path: ArraySlice<String>,
        _ field: String,
        _ filling: DateFilling
    ) {
        switch value {
        case .array(var elements):
            for (index, element) in source.elements.enumerated()
            where elements.indices.contains(index) {
                fill(&elements[index], element, path, "\(field)[\(index)]", filling)
            }
            value = .array(elements)
        case .object(var object):
            guard let name = path.first, let inner = source[name] else { return }
            fill(&object[name], inner, path.dropFirst(), "\(field).\(name)", filling)
            value = .object(object)
        default:
            if path.isEmpty { filling.replace(&value, source, field, form) }
        }
    }

    /// Whether a record has something there.
    package func isIn(_ record: JSONValue) -> Bool { isIn(record, path[...]) }

    private func isIn(_ value: JSONValue, _ path: ArraySlice<String>) -> Bool {
        if value.kind == .array { return value.elements.contains { isIn($0, path) } }
        guard let name = path.first else { return true }
        return value[name].map { isIn($0, path.dropFirst()) } ?? false
    }
}

extension JSONValue {
    /// Replaces the relative dates that `finders` know.
    ///
    /// Costs one look at the text where nothing can be such a date.
    ///
    /// - Parameters:
    ///   - finders: know which texts are dates.
    ///   - field: the path of the record, for messages.
    ///   - now: from which relative dates count.
    ///   - read: gets each text that can be nothing but such a date, with its path; nil leaves it.
    /// - Returns: the record with whole dates; nil when it has no relative ones.
    package func filled(
        by finders: [any DateFinder],
        _ field: String,
        on now: Instant,
        read: @escaping (JSONValue, _ field: String) -> RelativeDate? = { value, _ in
            value.string.flatMap { RelativeDate($0) }
        }
    ) -> JSValue? {
        guard !finders.isEmpty, mayHaveRelativeDates else { return nil }
        var value = JSValue(self)
        var isFilled = false
        let filling = DateFilling(on: now) { text, field in
            let date = read(text, field)
            if date != nil { isFilled = true }
            return date
        }
        for finder in finders { finder.fill(&value, self, field, with: filling) }
        return isFilled ? value : nil
    }

    /// Whether `finders` know a text in it as a date that can be nothing but a relative one.
    package func hasRelativeDates(_ finders: [any DateFinder]) -> Bool {
        var isFound = false
        _ = filled(by: finders, "", on: Instant(seconds: 0)) { _, _ in
            isFound = true
            return nil
        }
        return isFound
    }

    /// Whether a text in it begins as relative dates do, or with an escape.
    private var mayHaveRelativeDates: Bool {
        var isAfterQuote = false
        for byte in rawText {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "n"), UInt8(ascii: "\\"):
                if isAfterQuote { return true }
            default: break
            }
            isAfterQuote = byte == UInt8(ascii: "\"")
        }
        return false
    }
}

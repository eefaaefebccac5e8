package import MockPostlyJSON
package import MockPostlyJavaScript
package import MockPostlyWorld

/// Where a record has a date, and in which form: dates of records are texts in JSON.
package struct DatePlace: Sendable, Equatable {
    package enum Form: Sendable {
        /// `2026-02-14T12:34:56.123Z`.
        case moment
        /// `2026-02-14`.
        case day
    }

    /// The names of the members that lead to it; each element of a list is followed.
    package var path: [String]
    package var form = Form.moment

    package init(_ path: [String], _ form: Form = .moment) {
        (self.path, self.form) = (path, form)
    }

    /// Replaces the relative dates that stand there.
    ///
    /// - Parameters:
    ///   - value: the record.
    ///   - source: the same as it is in the file.
    ///   - field: its path, for messages.
    ///   - now: from which they count.
    ///   - read: gets each text that can be nothing but such a date, with its path; nil leaves it.
    package func fill(
        _ value: inout JSValue,
        _ source: JSONValue,
        _ field: String,
        on now: Instant,
        read: @escaping (JSONValue, _ field: String) -> RelativeDate?
    ) {
        let fill = Filling(form: form, now: now, read: read)
        fill.fill(&value, source, path[...], field)
    }

    private struct Filling {
        let form: Form
        let now: Instant
        let read: (JSONValue, String) -> RelativeDate?

        func fill(
            _ value: inout JSValue,
            _ source: JSONValue,
            _ path: ArraySlice<String>,
            _ field: String
        ) {
            switch value {
            case .array(var elements):
                for (index, element) in source.elements.enumerated()
                where elements.indices.contains(index) {
                    fill(&elements[index], element, path, "\(field)[\(index)]")
                }
                value = .array(elements)
            case .object(var object):
                guard let name = path.first, let inner = source[name] else { return }
                fill(&object[name], inner, path.dropFirst(), "\(field).\(name)")
                value = .object(object)
            case .string(let text) where path.isEmpty && RelativeDate.isMeant(by: text):
                guard let date = read(source, field)?.instant(from: now) else { return }
                let written = date.rfc3339Millis
                value = .string(form == .day ? String(written.prefix(10)) : written)
            default: break
            }
        }
    }
}

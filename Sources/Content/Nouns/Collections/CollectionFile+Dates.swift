package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyWorld

/// Dates of rows that are relative to the time of filling.
extension CollectionFile {
    /// Rows of a collection that have such dates, or an object.
    package struct MovingRows: Sendable {
        fileprivate let dates: [any DateFinder]
        /// Their places among the rows; empty for an object.
        fileprivate let places: [Int]
    }

    /// The same file, whose rows are filled with dates for each world; itself when it has none.
    package func moving(_ dates: [String: [any DateFinder]]) -> CollectionFile {
        var moving: [String: MovingRows] = [:]
        for (name, member) in members {
            guard let dates = dates[name] else { continue }
            switch member {
            case .collection(let rows):
                let places = rows.rows.indices.filter {
                    rows.rows[$0].value.hasRelativeDates(dates)
                }
                if !places.isEmpty { moving[name] = MovingRows(dates: dates, places: places) }
            case .singular(let value):
                guard value.hasRelativeDates(dates) else { continue }
                moving[name] = MovingRows(dates: dates, places: [])
            case .note: continue
            }
        }
        guard !moving.isEmpty else { return self }
        return CollectionFile(
            path,
            members,
            hasLinks: hasLinks,
            namings: namings,
            movingRows: moving
        )
    }

    /// The file with the relative dates as of `now`; itself when it has none.
    ///
    /// Costs a copy of each collection with such dates, and the reading of the rows that have them.
    func filled(on now: Instant) -> CollectionFile {
        guard !movingRows.isEmpty else { return self }
        let filled = members.map { name, member -> (name: String, member: Member) in
            guard let moving = movingRows[name] else { return (name, member) }
            let fill = { (value: JSONValue) in value.stored(with: moving.dates, on: now) }
            switch member {
            case .collection(let rows):
                return (name, .collection(rows.changing(moving.places, fill)))
            case .singular(let value): return (name, .singular(fill(value)))
            case .note: return (name, member)
            }
        }
        return CollectionFile(path, filled, hasLinks: hasLinks, namings: namings)
    }
}

extension CollectionSource {
    /// The member of the options that says whether dates in the file may be relative.
    package static let relativeDatesName = "relativeDates"

    /// Whether dates in the file may be relative, as its options say; they may by default.
    package static func hasRelativeDates(_ options: JSONValue?) -> Bool {
        options?[relativeDatesName]?.bool ?? true
    }

    /// The first text in each member of the file that is a relative date by its form, where `dates`
    /// have none, with its path.
    package func textsLikeRelativeDates(
        outside dates: [String: [any DateFinder]]
    ) -> [(text: String, field: String)] {
        members.compactMap { member in
            guard member.name != Self.optionsName else { return nil }
            let finders = dates[member.name] ?? []
            return member.value.textLikeRelativeDate(outside: finders, member.name)
        }
    }

    /// Checks texts that can be nothing but relative dates.
    ///
    /// - Throws: ``SeedFault`` with the place of the first that is none.
    package func checkRelativeDates(_ dates: [String: [any DateFinder]]) throws(SeedFault) {
        for member in members {
            guard let dates = dates[member.name] else { continue }
            let isList = member.value.kind == .array
            for (index, value) in (isList ? member.value.elements : [member.value]).enumerated() {
                var fault: SeedFault?
                let field = isList ? "\(member.name)[\(index)]" : member.name
                _ = value.filled(by: dates, field, on: Instant(seconds: 0)) { text, field in
                    let date = text.string.flatMap { RelativeDate($0) }
                    let words = "expected \(RelativeDate.expected)"
                    if date == nil, fault == nil {
                        fault = SeedFault(at: member.path, text, field, words)
                    }
                    return date
                }
                if let fault { throw fault }
            }
        }
    }
}

extension JSONValue {
    /// The value with relative dates as of `now`.
    fileprivate func stored(with dates: [any DateFinder], on now: Instant) -> JSONValue {
        guard let value = filled(by: dates, "", on: now) else { return self }
        // A row of a file is no deeper than one that is stored.
        return (try? CollectionStore.stored(value).value) ?? self
    }
}

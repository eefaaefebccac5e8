package import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyWorld

/// Dates of rows that are relative to the time of filling.
extension CollectionFile {
    /// The same file, whose rows are filled with dates for each world.
    package func movingDates(at places: [String: [DatePlace]]) -> CollectionFile {
        CollectionFile(path, members, hasLinks: hasLinks, namings: namings, movingDates: places)
    }

    /// The file with the relative dates as of `now`; itself when it has none.
    func filled(on now: Instant) -> CollectionFile {
        guard !movingDates.isEmpty else { return self }
        let filled = members.map { name, member -> (name: String, member: Member) in
            guard let places = movingDates[name] else { return (name, member) }
            let fill = { (value: JSONValue) in value.filled(at: places, on: now) }
            switch member {
            case .collection(let rows): return (name, .collection(rows.mapValues(fill)))
            case .singular(let value): return (name, .singular(fill(value)))
            case .note: return (name, member)
            }
        }
        return CollectionFile(path, filled, hasLinks: hasLinks, namings: namings)
    }
}

extension CollectionSource {
    /// Those of `places` where the files have relative dates.
    ///
    /// - Throws: ``SeedFault`` with the place of the first text that is meant as one and is none.
    package func movingDates(
        at places: [String: [DatePlace]]
    ) throws(SeedFault) -> [String: [DatePlace]] {
        var moving: [String: [DatePlace]] = [:]
        for member in members {
            var fault: SeedFault?
            for place in places[member.name] ?? [] {
                var isMoving = false
                var value = JSValue(member.value)
                place.fill(&value, member.value, member.name, on: Instant(seconds: 0)) {
                    isMoving = true
                    let date = $0.string.flatMap { RelativeDate($0) }
                    let words = "expected \(RelativeDate.expected)"
                    if date == nil, fault == nil {
                        fault = SeedFault(at: member.path, $0, $1, words)
                    }
                    return date
                }
                if isMoving { moving[member.name, default: []].append(place) }
            }
            if let fault { throw fault }
        }
        return moving
    }
}

extension JSONValue {
    /// The value with relative dates in these places as of `now`.
    fileprivate func filled(at places: [DatePlace], on now: Instant) -> JSONValue {
        var value = JSValue(self)
        for place in places {
            place.fill(&value, self, "", on: now) { text, _ in
                text.string.flatMap { RelativeDate($0) }
            }
        }
        // A row of a file is no deeper than one that is stored.
        return (try? CollectionStore.stored(value).value) ?? self
    }
}

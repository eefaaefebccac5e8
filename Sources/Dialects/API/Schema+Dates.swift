internal import MockPostlyContent
internal import MockPostlySchemas

extension Schema {
    /// Where values have dates: texts with the format `date-time` or `date`.
    ///
    /// A member that leads back to its own schema is followed no further.
    var datePlaces: [DatePlace] { datePlaces([], below: []) }

    private func datePlaces(_ path: [String], below: Set<Schema>) -> [DatePlace] {
        guard !below.contains(self) else { return [] }
        let below = below.union([self])
        var places: [DatePlace] = []
        switch rules.format {
        case "date-time" where !path.isEmpty: places.append(DatePlace(path))
        case "date" where !path.isEmpty: places.append(DatePlace(path, .day))
        default: break
        }
        for part in rules.all { places += part.datePlaces(path, below: below) }
        if let items = rules.items { places += items.datePlaces(path, below: below) }
        for field in fields { places += field.schema.datePlaces(path + [field.name], below: below) }
        return places
    }
}

package import MockPostlyJSON

extension RecordQuery {
    /// The page of a list whose records are known by their positions.
    ///
    /// A mark holds a position, not an id: after a deletion before it, one record is left out.
    ///
    /// - Parameters:
    ///   - places: of the records with the searched text, in the order of the query.
    ///   - item: the JSON object of a record.
    /// - Returns: the page, with the marks of its neighbours.
    /// - Throws: ``RecordRefusal`` for a mark that is not of this list.
    package func page(of places: [Int], _ item: (Int) -> [UInt8]) throws -> RecordPage {
        var start = 0
        var end = places.count
        if let values = try markValues(1) {
            guard let place = values[0].int, place >= 0 else { throw Self.badMark }
            // Records may have gone since the mark was made.
            let mark = min(Int(clamping: place), places.count)
            if isBackward { end = mark } else { start = mark }
        }
        if isBackward {
            start = max(0, end - limit)
        } else {
            end = min(end, start + limit)
        }
        var page = RecordPage()
        page.items = places[start..<end].map(item)
        page.total = Int64(places.count)
        if end < places.count { page.next = mark(at: end) }
        if start > 0 { page.previous = mark(at: start) }
        return page
    }

    private func mark(at place: Int) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginArray()
        json.string(order)
        json.int(place)
        json.endArray()
        return json.finish()
    }
}

extension [RecordField] {
    /// A record in a list: its members that are no JSON, each with its `value` or null, as an object.
    package func object(_ value: (String) -> JSONValue?) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for field in self where field.kind != .json {
            json.key(field.name)
            guard let value = value(field.name) else {
                json.null()
                continue
            }
            if let text = value.string {
                json.string(String(text.prefix(mostCharactersInLists)))
            } else {
                json.raw(value)
            }
        }
        json.endObject()
        return json.finish()
    }
}

internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// The part of a list that `skip` and `limit` ask for.
struct Window: Equatable {
    /// How many records to skip; NaN and negative numbers skip none.
    var skip: Double
    /// How many records to return: 0 for all, NaN for none.
    ///
    /// A negative number returns all but that many at the end, as JavaScript's `slice` does.
    var limit: Double

    init(_ options: CommonOptions) {
        skip = options.skip.map { parseInteger($0.text) } ?? 0
        limit = options.limit.map { parseInteger($0.text) } ?? 30
    }

    /// Gives the limit the meaning that it had in the legacy era.
    ///
    /// The limit was the new length of a longer JavaScript array: 0 left nothing, a text that is
    /// not a number everything, and a negative number is JavaScript's error.
    mutating func limitAsBefore() throws(Failure) {
        guard !(limit < 0) else { throw Failure(500, "Invalid array length") }
        limit = limit == 0 ? .nan : limit.isNaN ? 0 : limit
    }

    /// The positions of the wanted records in a list of `count` records.
    func range(_ count: Int) -> Range<Int> {
        let start = skip > 0 ? Int(min(skip, Double(count))) : 0
        let length = count - start
        let kept: Int
        if limit.isNaN {
            kept = 0
        } else if limit == 0 {
            kept = length
        } else if limit > 0 {
            kept = Int(min(limit, Double(length)))
        } else {
            kept = length - Int(min(-limit, Double(length)))
        }
        return start..<(start + kept)
    }
}

/// The members of a record that `select` asks for.
enum Selection: Equatable {
    case all
    /// These members, after the id, in this order.
    case members([String])

    init(_ options: CommonOptions) {
        switch options.select {
        case .string(let text) where !text.isEmpty:
            let names = text.split(separator: ",", omittingEmptySubsequences: false)
            self = .members(Self.once(names.map { String($0) }))
        case .array(let elements): self = .members(Self.once(elements.map(\.text)))
        default: self = .all
        }
    }

    /// Each name once, without `id`, which always comes first.
    private static func once(_ names: [String]) -> [String] {
        var seen: Set<[UInt8]> = [Array("id".utf8)]
        return names.filter { seen.insert(Array($0.utf8)).inserted }
    }
}

/// The common options that a list route supports.
struct ListOptions: OptionSet {
    let rawValue: Int

    static let selects = ListOptions(rawValue: 1)
    static let sorts = ListOptions(rawValue: 2)
    static let everything: ListOptions = [.selects, .sorts]
}

extension Call {
    /// A page of the records of a kind that contain the text that the query asks for.
    func found(_ kind: DocumentKind) throws(Failure) -> Response {
        let text = try searchText()
        let all = documents.all(kind)
        guard !text.isEmpty else { return try page(kind, all, options: .everything) }
        let places = api.index.search(kind, text)
        guard !isSorted else {
            return try page(kind, places.map { all[$0] }, options: .everything)
        }
        return try page(kind, all, at: places, options: .everything)
    }

    /// A page of `documents`, as the query asks for it.
    func page(
        _ kind: DocumentKind,
        _ documents: [Document],
        options: ListOptions = []
    ) throws(Failure) -> Response {
        guard options.contains(.sorts), isSorted else {
            return try page(kind, documents, at: nil, options: options)
        }
        let isDescending = self.options.order?.string?.lowercased() == "desc"
        let name = self.options.sortBy?.text ?? ""
        let sorted = sorted(documents, by: name, isDescending: isDescending)
        return try page(kind, sorted, at: nil, options: options)
    }

    /// Whether the query asks for an order.
    private var isSorted: Bool { options.isSorted && !api.isLegacy }

    /// A page of the records at `places`, or of all, in their order.
    private func page(
        _ kind: DocumentKind,
        _ documents: [Document],
        at places: [Int]?,
        options: ListOptions
    ) throws(Failure) -> Response {
        var window = Window(self.options)
        if api.isLegacy { try window.limitAsBefore() }
        let total = places?.count ?? documents.count
        let range = window.range(total)
        let selection = options.contains(.selects) ? Selection(self.options) : .all
        // The records of a kind are of about the same length.
        let usual = range.first.map { documents[places?[$0] ?? $0].value.range.count } ?? 0
        return .json(reserving: range.count * (usual + usual / 8) + 128) { json in
            json.beginObject()
            json.key(kind.name)
            json.beginArray()
            for index in range {
                let document = documents[places?[index] ?? index]
                json.record(document, selection: selection, links: links)
            }
            json.endArray()
            json.field("total", total)
            json.key("skip")
            json.double(window.skip)
            json.field("limit", range.count)
            json.endObject()
        }
    }

    /// One record, with the members that the query asks for.
    func selected(_ document: Document) -> Response {
        .json { json in json.record(document, selection: Selection(options), links: links) }
    }

    /// One whole record.
    func whole(_ document: Document) -> Response {
        .json { json in json.record(document, links) }
    }
}

extension JSONWriter {
    /// Writes the selected members of a record.
    mutating func record(
        _ document: Document,
        selection: Selection,
        links: @autoclosure () -> LinkBase
    ) {
        guard case .members(let names) = selection else { return record(document, links()) }
        beginObject()
        field("id", document.id)
        for name in names {
            guard let value = document[name] else { continue }
            key(name)
            stored(value, of: document, links())
        }
        endObject()
    }
}

package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyWorld

/// The collections and objects of a JSON file, or of a folder of such files, which all worlds begin
/// with.
///
/// Read once and never written. Values keep the text of the file in memory.
package final class CollectionFile: Sendable {
    /// What a member of the file is.
    package enum Member: Sendable {
        case collection(CollectionRows)
        case singular(JSONValue)
        /// A member that is no resource, such as `$schema`.
        case note(JSONValue)
    }

    /// As it was given.
    package let path: String
    /// Whether a text in it is the address of something that this server has: ``CollectionLink``.
    package let hasLinks: Bool
    /// Names and members in JavaScript's order.
    package let members: [(name: String, member: Member)]
    /// How ids are found in rows of collections for which the settings do not say it.
    package let namings: [String: CollectionRows.Naming]
    /// The rows with dates that are relative to the time of filling, by collection.
    package let movingRows: [String: MovingRows]
    private let places: [String: Int]
    /// The names in lower case.
    private let foldedPlaces: [String: Int]

    package init(
        _ path: String,
        _ members: [(name: String, member: Member)],
        hasLinks: Bool = false,
        namings: [String: CollectionRows.Naming] = [:],
        movingRows: [String: MovingRows] = [:]
    ) {
        (self.path, self.hasLinks, self.namings) = (path, hasLinks, namings)
        self.movingRows = movingRows
        var order = JSObject()
        for one in members { order[one.name] = .bool(true) }
        let given = Dictionary(members.map { ($0.name, $0.member) }) { $1 }
        self.members = order.members.compactMap { one in given[one.name].map { (one.name, $0) } }
        places = Dictionary(self.members.enumerated().map { ($1.name, $0) }) { one, _ in one }
        foldedPlaces = Dictionary(self.members.enumerated().map { ($1.name.lowercased(), $0) }) {
            one,
            _ in one
        }
    }

    /// The same with an empty collection of this name, unless it has a member of the name.
    package func adding(collection name: String) -> CollectionFile {
        guard self[name] == nil else { return self }
        return CollectionFile(
            path,
            members + [(name, .collection(CollectionRows([], id: .init("id"))))],
            hasLinks: hasLinks,
            namings: namings,
            movingRows: movingRows
        )
    }

    /// The names of what is served, in the order of the file.
    package var resources: [String] {
        members.compactMap { if case .note = $0.member { nil } else { $0.name } }
    }

    /// How many rows all collections have.
    package var rowCount: Int {
        members.reduce(0) {
            if case .collection(let rows) = $1.member { $0 + rows.rows.count } else { $0 }
        }
    }

    package subscript(_ name: String) -> Member? { places[name].map { members[$0].member } }

    /// The name that the file has for a word of a path, which may have other capitals.
    package func name(matching word: String) -> String? {
        if places[word] != nil { return word }
        return foldedPlaces[word.lowercased()].map { members[$0].name }
    }
}

extension CollectionFile {
    /// Reads a file, or the files of a folder, each of which is a collection or an object.
    ///
    /// - Parameters:
    ///   - path: of a file with an object, or of a folder.
    ///   - id: the member that is the id of a row.
    ///   - givesTextIDs: whether ids become texts, and rows without one get one, which is the same
    ///     in each run.
    ///   - rounding: whether numbers are doubles, as in JavaScript.
    /// - Throws: ``SeedFault`` with the place of the first fault.
    package convenience init(
        reading path: String,
        id: String,
        givesTextIDs: Bool = false,
        rounding: Bool = false
    ) throws(SeedFault) {
        let source = try CollectionSource(reading: path)
        try self.init(source, id: id, givesTextIDs: givesTextIDs, rounding: rounding)
    }

    /// The collections and objects of files that were read; the rest as
    /// ``init(reading:id:givesTextIDs:rounding:)``.
    package convenience init(
        _ source: CollectionSource,
        id: String,
        givesTextIDs: Bool = false,
        rounding: Bool = false
    ) throws(SeedFault) {
        var reader = Reader(id: id, givesTextIDs: givesTextIDs, isRounding: rounding)
        var members: [(String, Member)] = []
        for member in source.members {
            members.append((member.name, try reader.member(member)))
        }
        self.init(source.path, members, hasLinks: source.hasLinks)
    }
}

/// Makes members of what was read.
private struct Reader {
    typealias Member = CollectionFile.Member

    let id: String
    let givesTextIDs: Bool
    let isRounding: Bool
    private var random = RandomSource(seed: 0)

    init(id: String, givesTextIDs: Bool, isRounding: Bool) {
        (self.id, self.givesTextIDs, self.isRounding) = (id, givesTextIDs, isRounding)
    }

    mutating func member(_ source: CollectionSource.Member) throws(SeedFault) -> Member {
        let (path, name, value) = (source.path, source.name, source.value)
        if name.hasPrefix("$") { return .note(value) }
        if name.contains("/") {
            throw SeedFault(at: path, value, name, "the name of a collection cannot have a slash")
        }
        switch value.kind {
        case .object: return .singular(try rounded(value, path))
        case .array:
            var twice: JSONValue?
            var elements = try givesTextIDs ? textIDs(path, value) : value.elements
            if isRounding {
                for place in elements.indices {
                    elements[place] = try rounded(elements[place], path)
                }
            }
            let rows = CollectionRows(elements, id: .init(id)) { twice = twice ?? $0 }
            if let twice {
                let text = CollectionRows.Naming(id).id(of: twice).text
                throw SeedFault(
                    at: path,
                    twice[id] ?? twice,
                    name,
                    "two rows have the \(id) \(text); give one of them another, or none"
                )
            }
            return .collection(rows)
        case .null, .bool, .number, .string:
            throw SeedFault(
                at: path,
                value,
                name,
                "expected an array of rows, or an object, found \(value.found)"
            )
        }
    }

    /// The rows with ids that are texts.
    private mutating func textIDs(_ path: String, _ list: JSONValue) throws(SeedFault)
        -> [JSONValue]
    {
        var rows: [JSONValue] = []
        for element in list.elements {
            guard element[id]?.string == nil, case .object(var object) = JSValue(element) else {
                rows.append(element)
                continue
            }
            let known = IDText(object[id])
            object[id] = .string(known?.text ?? CollectionRows.newID(&random))
            rows.append(try stored(.object(object), in: path, element))
        }
        return rows
    }

    /// With doubles for all numbers, if that is asked for.
    private func rounded(_ value: JSONValue, _ path: String) throws(SeedFault) -> JSONValue {
        guard isRounding else { return value }
        let double = JSValue(value, rounding: true)
        return double == JSValue(value) ? value : try stored(double, in: path, value)
    }

    private func stored(
        _ value: JSValue,
        in path: String,
        _ source: JSONValue
    ) throws(SeedFault) -> JSONValue {
        do throws(CollectionTooDeep) {
            return try CollectionStore.stored(value).value
        } catch {
            let words = "the row is nested deeper than \(CollectionTooDeep.limit)"
            throw SeedFault(at: path, source, "", words)
        }
    }
}

package import MockPostlyContent
package import MockPostlyJSON

/// A JSON file with collections, or a folder of such files, before it is known what they mean: the
/// options that decide this stand in it too.
package struct CollectionSource: Sendable {
    package struct Member: Sendable {
        package let name: String
        /// The file in which it stands.
        package let path: String
        package let value: JSONValue
    }

    /// The member with options for mockpostly, which is no resource.
    package static let optionsName = "$mockpostly"

    /// As it was given.
    package let path: String
    package private(set) var members: [Member] = []
    /// Whether a text in it may be a ``CollectionLink``.
    package private(set) var hasLinks = false

    /// The options; nil without any.
    package var options: Member? { members.first { $0.name == Self.optionsName } }

    /// Reads a file with an object, or the files of a folder, each of which is one member.
    ///
    /// - Throws: ``SeedFault`` with the place of the first fault.
    package init(reading path: String) throws(SeedFault) {
        guard try SeedFiles.isDirectory(path) else {
            try self.init(path, text: try SeedFiles.contents(of: path))
            return
        }
        self.init(path)
        try readFolder(path)
    }

    private init(_ path: String) { self.path = path }

    /// Reads the text of a file with an object; an empty one has no members.
    package init(_ path: String, text: [UInt8]) throws(SeedFault) {
        self.init(path)
        hasLinks = CollectionLink.isIn(text)
        guard let root = try Self.root(path, text) else { return }
        guard root.kind == .object else {
            throw SeedFault(
                at: path,
                root,
                "",
                "expected an object whose members are the collections, found \(root.found)"
            )
        }
        members = root.members.map { Member(name: $0.0, path: path, value: $0.1) }
    }

    private mutating func readFolder(_ path: String) throws(SeedFault) {
        let ending = ".json"
        for file in try SeedFiles.names(in: path)
        where file.hasSuffix(ending) && !file.hasPrefix(".") && !file.hasSuffix(".schema.json") {
            let whole = path.hasSuffix("/") ? path + file : "\(path)/\(file)"
            let text = try SeedFiles.contents(of: whole)
            guard let root = try Self.root(whole, text) else { continue }
            hasLinks = hasLinks || CollectionLink.isIn(text)
            let name = String(file.dropLast(ending.count))
            members.append(Member(name: name, path: whole, value: root))
        }
        guard !members.isEmpty else {
            throw SeedFault(file: path, words: "the folder has no file *.json")
        }
    }

    /// The value of a JSON file; nil for a file without any.
    ///
    /// A name that stands twice in an object is refused: nobody can know which of both is meant.
    package static func root(_ path: String, _ bytes: [UInt8]) throws(SeedFault) -> JSONValue? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        guard text.contains(where: { $0 > 0x20 }) else { return nil }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSON(parsing: bytes, skippingByteOrderMark: true).root
        } catch {
            let (line, column) = error.position(in: bytes)
            throw SeedFault(file: path, line: line, column: column, words: error.reason.words)
        }
        guard let (twin, first, second) = root.firstTwins else { return root }
        let line = first.position.line
        throw SeedFault(
            at: path,
            second,
            "",
            "the key \"\(twin)\" is there twice, first in line \(line)"
        )
    }
}

extension SeedFault {
    /// A fault of a value in a file.
    package init(at path: String, _ value: JSONValue, _ field: String, _ words: String) {
        let (line, column) = value.position
        self.init(file: path, line: line, column: column, field: field, words: words)
    }
}

extension JSONValue {
    /// What it is, for messages.
    package var found: String {
        switch kind {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

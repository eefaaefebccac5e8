internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyYAML

/// One file of a description, read as JSON or YAML by what is in it.
struct DescriptionFile: Sendable {
    /// The most bytes of one file.
    static let longest = 16 << 20

    /// For messages.
    let name: String
    let root: JSONValue
    /// The places of the values of a YAML file.
    private let yaml: YAMLText?
    /// The offsets at which the lines of a JSON file begin, but for the first.
    private let lines: [Int]

    init(reading path: String, below folder: String? = nil) throws(DescriptionFault) {
        let bytes: [UInt8]
        do throws(FileFailure) {
            let rule = FileRule(below: folder, limit: Self.longest, takesPipes: folder == nil)
            bytes = try FileSystem.contents(of: path, rule)
        } catch {
            throw DescriptionFault(file: path, words: Self.words(error))
        }
        try self.init(bytes, named: path)
    }

    init(_ bytes: [UInt8], named name: String) throws(DescriptionFault) {
        self.name = name
        guard let first = bytes.first(where: { !Self.isSpace($0) }) else {
            throw DescriptionFault(
                file: name,
                words: "the file is empty",
                hint: "an OpenAPI description begins with its version, such as: openapi: 3.1.0"
            )
        }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if isJSON {
            do throws(JSONError) {
                root = try JSON(parsing: bytes, skippingByteOrderMark: true).root
                yaml = nil
                lines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
            } catch {
                // YAML may begin with a brace too.
                guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else {
                    let (line, column) = error.position(in: bytes)
                    throw DescriptionFault(
                        file: name,
                        line: line,
                        column: column,
                        words: error.reason.words
                    )
                }
                (root, yaml, lines) = try Self.yaml(bytes, name)
                return
            }
            try refuseTwins()
            return
        }
        (root, yaml, lines) = try Self.yaml(bytes, name)
    }

    /// Refuses a name that stands twice in an object, as a reader of YAML must: which of both is meant
    /// nobody can know.
    private func refuseTwins() throws(DescriptionFault) {
        guard let (twin, first, second) = root.firstTwins else { return }
        let (line, column) = second.position
        throw DescriptionFault(
            file: name,
            line: line,
            column: column,
            words: "the key \"\(twin)\" is there twice, first in line \(first.position.line)"
        )
    }

    private static func yaml(
        _ bytes: [UInt8],
        _ name: String
    ) throws(DescriptionFault) -> (root: JSONValue, yaml: YAMLText?, lines: [Int]) {
        do throws(YAMLError) {
            let text = try YAMLText(parsing: bytes)
            guard let json = try? JSON(parsing: text.json) else {
                throw YAMLError(line: 1, column: 1, words: "it is no text")
            }
            return (json.root, text, [])
        } catch {
            throw DescriptionFault(
                file: name,
                line: error.line,
                column: error.column,
                words: error.words
            )
        }
    }

    /// Where `value` stands, from 1.
    func position(of value: JSONValue) -> (line: Int, column: Int) {
        yaml?.position(of: value.offset) ?? value.position
    }

    /// The line in which `value` stands, from 1; cheaper than its position.
    func line(of value: JSONValue) -> Int {
        if let yaml { return yaml.position(of: value.offset).line }
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle] <= value.offset { low = middle + 1 } else { high = middle }
        }
        return low + 1
    }

    /// The JSON pointer of the value of this file that contains `value`, with the names on its way
    /// escaped.
    func pointer(to value: JSONValue) -> String {
        var (node, pointer) = (root, "")
        let offset = value.offset
        search: while node.offset != offset {
            if node.kind == .array {
                for (place, element) in node.elements.enumerated()
                where element.range.contains(offset) {
                    (node, pointer) = (element, "\(pointer)/\(place)")
                    continue search
                }
                break
            }
            var found: (String, JSONValue)?
            node.forEachMember { name, member in
                if member.range.contains(offset) { found = (name, member) }
            }
            guard let found else { break }
            let name = found.0.split(separator: "~", omittingEmptySubsequences: false)
                .joined(separator: "~0")
                .split(separator: "/", omittingEmptySubsequences: false)
                .joined(separator: "~1")
            (node, pointer) = (found.1, "\(pointer)/\(name)")
        }
        return pointer
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        // With the bytes of a byte order mark.
        byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }

    /// `no such file or directory`, as it stands in a sentence.
    private static func words(_ failure: FileFailure) -> String {
        let words = failure.words
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}

internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyOptions

/// A JSON file with one member for each option that it sets.
struct ConfigurationFile {
    /// One member, with its value as texts that the option's parser accepts.
    struct Entry {
        var option: Option
        /// The member's name as written: `cache` or `no-cache`.
        var name: String
        var texts: [String]
        /// `file:line:column` of the value.
        var place: String
    }

    static let hint = "`mockpostly serve --help` lists the options, whose names it has"

    let path: String
    let entries: [Entry]

    /// Reads a file; throws with the position of malformed JSON or of an unknown option.
    init(path: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try contents(ofFile: path, .small)
        } catch {
            throw Failure(
                "configuration file \(path): \(error.words)",
                hint: "--config and MOCKPOSTLY_CONFIG name a JSON file",
                .configuration
            )
        }
        try self.init(path: path, bytes: bytes)
    }

    init(path: String, bytes: [UInt8]) throws(Failure) {
        self.path = path
        let document: JSON
        do throws(JSONError) {
            document = try JSON(parsing: bytes, skippingByteOrderMark: true)
        } catch {
            let (line, column) = error.position(in: bytes)
            throw Self.failure("\(path):\(line):\(column)", error.reason.words)
        }
        guard document.root.kind == .object else {
            throw Self.failure(
                Self.place(path, document.root),
                "expected an object with a value for each option"
            )
        }
        var entries: [Entry] = []
        for (name, value) in document.root.members {
            entries.append(try Self.entry(path, name: name, value: value, in: bytes))
        }
        self.entries = entries
        try refuseBothNames()
    }

    /// Refuses an option that is there by its former name and by its present one.
    private func refuseBothNames() throws(Failure) {
        for entry in entries where entry.name == entry.option.formerName {
            let name = entry.option.name
            guard entries.contains(where: { $0.name == name }) else { continue }
            throw Self.failure(
                entry.place,
                "\(quoted(entry.name)) and \(quoted(name)) are the same option",
                hint: "\(quoted(entry.name)) is the former name of \(quoted(name))"
            )
        }
    }

    private static func entry(
        _ path: String,
        name: String,
        value: JSONValue,
        in bytes: [UInt8]
    ) throws(Failure) -> Entry {
        let place = place(path, value)
        let known = ServerOptions.all.filter { $0.reach.includesFile }
        guard
            let option = known.first(where: {
                $0.members.contains(name) || $0.formerName == name
            })
        else {
            let meant = suggestion(for: name, among: known.flatMap(\.members))
            throw failure(
                namePlace(path, value, in: bytes),
                "unknown option \(quoted(name))",
                hint: meant.map { "did you mean \(quoted($0))?" }
            )
        }
        guard let texts = texts(of: value, for: option, isContrary: name == "no-\(option.name)")
        else {
            throw failure(place, "\(name): expected \(option.expected), found \(found(value))")
        }
        return Entry(option: option, name: name, texts: texts, place: place)
    }

    /// The value as command-line texts; nil when its JSON type is wrong for the option.
    private static func texts(
        of value: JSONValue,
        for option: Option,
        isContrary: Bool
    ) -> [String]? {
        if option.kind == .boolean {
            if option.takesWords, !isContrary, let word = value.string { return [word] }
            return value.bool.map { [String($0 != isContrary)] }
        }
        switch value.kind {
        case .string: return value.string.map { [$0] }
        case .number: return [String(decoding: value.rawText, as: UTF8.self)]
        case .array where option.isList:
            let texts = value.elements.compactMap(\.string)
            return texts.count == value.count && !texts.isEmpty ? texts : nil
        default: return nil
        }
    }

    private static func found(_ value: JSONValue) -> String {
        switch value.kind {
        case .null: "null"
        case .bool: value.bool == true ? "true" : "false"
        case .number, .string: String(decoding: value.rawText, as: UTF8.self)
        case .array: "an array"
        case .object: "an object"
        }
    }

    private static func place(_ path: String, _ value: JSONValue) -> String {
        let (line, column) = value.position
        return "\(path):\(line):\(column)"
    }

    /// `file:line:column` of the name before a member's value.
    private static func namePlace(
        _ path: String,
        _ value: JSONValue,
        in bytes: [UInt8]
    ) -> String {
        let quote = UInt8(ascii: "\"")
        let close = bytes[..<value.offset].lastIndex(of: quote) ?? value.offset
        let open = bytes[..<close].lastIndex(of: quote) ?? close
        let (line, column) = lineAndColumn(of: open, in: bytes)
        return "\(path):\(line):\(column)"
    }

    private static func failure(_ place: String, _ words: String, hint: String? = nil) -> Failure {
        Failure(
            "\(place): \(words)",
            hint: hint ?? Self.hint,
            .configuration
        )
    }
}

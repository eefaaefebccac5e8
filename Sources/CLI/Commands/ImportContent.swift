internal import MockPostlyContent
internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlySeeds

/// The content that `mockpostly import` sends: one database or one seed.
struct ImportContent {
    let bytes: [UInt8]

    /// Reads a file, the seed files of a directory, or with `-` standard input.
    ///
    /// An empty one is refused with the words of what was `expected`.
    init(
        _ operand: String,
        expecting expected: String = "a seed or an SQLite file"
    ) throws(Failure) {
        do throws(FileProblem) {
            if operand == "-" {
                bytes = try Self.standardInput()
            } else if FileKind(of: operand) == .directory {
                bytes = try Self.seed(inDirectory: operand)
            } else {
                bytes = try contents(ofFile: operand)
            }
        } catch {
            throw Failure("\(operand): \(error.words)", hint: "nothing was changed")
        }
        guard !bytes.isEmpty else {
            throw Failure("\(operand) is empty", hint: "give it \(expected)")
        }
    }

    /// Reads a file, or with `-` standard input.
    init(
        file operand: String,
        expecting expected: String = "a seed or an SQLite file"
    ) throws(Failure) {
        guard FileKind(of: operand) != .directory else {
            throw Failure("\(operand) is a directory", hint: "name a file")
        }
        try self.init(operand, expecting: expected)
    }

    private static func standardInput() throws(FileProblem) -> [UInt8] {
        do throws(FileFailure) {
            return try FileSystem.standardInput()
        } catch {
            throw FileProblem(error)
        }
    }

    private static func names(in directory: String) throws(FileProblem) -> [String] {
        do throws(FileFailure) {
            return try FileSystem.names(in: directory)
        } catch {
            throw FileProblem(error)
        }
    }

    private static func seed(inDirectory directory: String) throws(FileProblem) -> [UInt8] {
        let names = try names(in: directory)
            .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        guard !names.isEmpty else { throw FileProblem(words: "there is no *.json file in it") }
        var documents: [JSON] = []
        for name in names {
            let path = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
            let bytes = try contents(ofFile: path)
            if names.count == 1 { return bytes }
            do throws(JSONError) {
                documents.append(try JSON(parsing: bytes, skippingByteOrderMark: true))
            } catch {
                let (line, column) = error.position(in: bytes)
                throw FileProblem(words: "\(name):\(line):\(column): \(error.reason.words)")
            }
        }
        // The server gets one merged document, so only here the faulty file can be named.
        if let fault = SeedSummary.check(.paths([directory]), .standard, limit: 1).faults.first {
            throw FileProblem(words: fault.description)
        }
        return try merged(documents.map(\.root))
    }

    /// Merges seed documents into one: arrays are joined, objects get the members of all.
    static func merged(_ documents: [JSONValue]) throws(FileProblem) -> [UInt8] {
        var writer = JSONWriter(escaping: .utf8)
        try write(documents, at: "the outermost value", to: &writer)
        return writer.finish()
    }

    private static func write(
        _ values: [JSONValue],
        at place: String,
        to writer: inout JSONWriter
    ) throws(FileProblem) {
        if values.count == 1 {
            writer.value(values[0])
        } else if values.allSatisfy({ $0.kind == .array }) {
            writer.beginArray()
            for value in values { for element in value.elements { writer.value(element) } }
            writer.endArray()
        } else if values.allSatisfy({ $0.kind == .object }) {
            var names: [String] = []
            for (name, _) in values.flatMap(\.members) where !names.contains(name) {
                names.append(name)
            }
            writer.beginObject()
            for name in names {
                writer.key(name)
                try write(values.compactMap { $0[name] }, at: quoted(name), to: &writer)
            }
            writer.endObject()
        } else if values.allSatisfy({ $0.rawText.elementsEqual(values[0].rawText) }) {
            writer.value(values[0])
        } else {
            throw FileProblem(words: "its files do not agree on \(place)")
        }
    }
}

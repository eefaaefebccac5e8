internal import MockPostlyJSON
internal import MockPostlySchemas

/// The files of a description: the one that was given, and those to which it refers.
struct DescriptionFiles {
    /// The first is the one that was given.
    private(set) var list: [DescriptionFile]
    /// Relative to the folder of the first.
    private var paths: [String]
    /// Of the first; nil for a description in memory, which has no other files.
    private let folder: String?
    private let readsSiblings: Bool
    private var references: [(value: JSONValue, file: Int)] = []

    /// The most files of one description.
    private static let most = 1_000

    init(_ first: DescriptionFile, in folder: String?, readsSiblings: Bool) throws(DescriptionFault)
    {
        list = [first]
        paths = [String(first.name.split(separator: "/").last ?? "")]
        (self.folder, self.readsSiblings) = (folder, readsSiblings)
        var next = 0
        while next < list.count {
            try readReferences(of: next)
            next += 1
        }
    }

    var documents: SchemaDocuments {
        SchemaDocuments(
            zip(paths, list).map { SchemaDocuments.Document(path: $0, root: $1.root) }
        )
    }

    private mutating func readReferences(of file: Int) throws(DescriptionFault) {
        var walk = ReferenceWalk(readsSiblings: readsSiblings)
        walk.walk(list[file].root)
        var known: Set<String> = []
        for value in walk.found {
            references.append((value, file))
            guard let text = value.string, known.insert(text).inserted,
                let reference = SchemaReference(text), let name = reference.file
            else { continue }
            if reference.isRemote {
                throw fault(value, file, "nothing is fetched from the network", Self.remoteHint)
            }
            guard let path = SchemaReference.path(name, from: paths[file]) else {
                throw fault(
                    value,
                    file,
                    "is outside the folder of the description",
                    "files are read from the folder of the description and below it"
                )
            }
            guard !paths.contains(path) else { continue }
            try open(path, for: value, file)
        }
    }

    private static let missingHint = "describe what it names there, or correct the reference"
    private static let loopHint = "let one of these references be a schema instead"
    private static let remoteHint = "save that file beside the description and refer to it there"

    private mutating func open(
        _ path: String,
        for value: JSONValue,
        _ file: Int
    ) throws(DescriptionFault) {
        let endings = [".yaml", ".yml", ".json"]
        guard let folder, endings.contains(where: { path.hasSuffix($0) }) else {
            throw fault(value, file, "points to nothing", "files *.yaml, *.yml and *.json are read")
        }
        guard list.count < Self.most else {
            throw fault(value, file, "is one file too many: \(Self.most) are read", "")
        }
        let whole = folder.isEmpty ? path : "\(folder)/\(path)"
        do throws(DescriptionFault) {
            list.append(try DescriptionFile(reading: whole, below: folder.isEmpty ? "." : folder))
            paths.append(path)
        } catch {
            // A file that is there and wrong is told by itself.
            guard error.line == 0 else { throw error }
            throw fault(value, file, "points to nothing", "\(error.file): \(error.words)")
        }
    }

    /// Throws for a reference that leads nowhere, or only to itself.
    func check(_ documents: SchemaDocuments) throws(DescriptionFault) {
        var known: [Int: Set<String>] = [:]
        for (value, file) in references {
            guard let text = value.string, known[file, default: []].insert(text).inserted else {
                continue
            }
            guard let target = documents.target(of: text, from: file) else {
                throw fault(value, file, "points to nothing", Self.missingHint)
            }
            if leadsToItself(target, documents) {
                throw fault(value, file, "leads to itself", Self.loopHint)
            }
        }
    }

    private func leadsToItself(_ node: SchemaNode, _ documents: SchemaDocuments) -> Bool {
        var (node, steps) = (node, 0)
        while let text = node.reference, let next = documents.target(of: text, from: node.document)
        {
            steps += 1
            if steps > 40 { return true }
            node = next
        }
        return false
    }

    private func fault(
        _ value: JSONValue,
        _ file: Int,
        _ words: String,
        _ hint: String
    ) -> DescriptionFault {
        let (line, column) = list[file].position(of: value)
        var pointer = list[file].pointer(to: value)
        if pointer.hasSuffix("/$ref") { pointer.removeLast("/$ref".count) }
        let text = value.string ?? ""
        return DescriptionFault(
            file: list[file].name,
            line: line,
            column: column,
            words: "\(pointer.isEmpty ? "/" : pointer): $ref \(text) \(words)",
            hint: hint
        )
    }
}

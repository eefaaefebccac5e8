internal import MockPostlyContent
internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyRegex
internal import MockPostlySchemas
internal import MockPostlyWorld

/// What the rows of collections must be like: the JSON Schema beside the file.
///
/// `db.schema.json` describes `db.json` as a whole, as editors use it: the rows of `posts` are
/// `properties.posts.items` in it. In a folder, `posts.schema.json` describes `posts.json`.
package struct RowSchemas: Sendable {
    private var schemas: [String: RowSchema] = [:]

    init() {}

    /// Reads the schemas beside the file or the files of a folder at `path`.
    ///
    /// - Throws: ``SeedFault`` with the place of the first fault of a schema.
    init(beside path: String, _ file: CollectionFile) throws(SeedFault) {
        guard try SeedFiles.isDirectory(path) else {
            let base = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
            guard let document = try SchemaDocument(optional: base + ".schema.json") else { return }
            for name in file.resources {
                guard let schema = document.resolved(document.root)["properties"]?[name] else {
                    continue
                }
                add(name, schema, document, file)
            }
            return
        }
        for name in file.resources {
            let base = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            guard let document = try SchemaDocument(optional: base + ".schema.json") else {
                continue
            }
            add(name, document.root, document, file)
        }
    }

    private mutating func add(
        _ name: String,
        _ schema: JSONValue,
        _ document: SchemaDocument,
        _ file: CollectionFile
    ) {
        guard case .collection? = file[name] else {
            schemas[name] = RowSchema(document: document, schema: schema)
            return
        }
        schemas[name] = document.resolved(schema)["items"].map {
            RowSchema(document: document, schema: $0)
        }
    }

    /// What is wrong with a row of a collection, or with an object of the file; nil when nothing is.
    func problem(with value: JSValue, of name: String) -> String? {
        schemas[name]?.problem(with: value)
    }

    /// Where rows of a collection, or an object of the file, have dates.
    func dates(of name: String) -> SchemaDates? { schemas[name]?.dates }

    /// Checks all rows of a file, with any time in place of relative dates.
    ///
    /// - Throws: ``SeedFault`` with the place of the first row that does not fit.
    func check(
        _ source: CollectionSource,
        _ moving: [String: [any DateFinder]]
    ) throws(SeedFault) {
        for member in source.members {
            guard let schema = schemas[member.name] else { continue }
            let isList = member.value.kind == .array
            for value in isList ? member.value.elements : [member.value] {
                let row = value.filled(by: moving[member.name] ?? [], "", on: Instant(seconds: 0))
                guard let problem = schema.problem(with: row ?? JSValue(value)) else { continue }
                throw SeedFault(at: member.path, value, member.name, problem)
            }
        }
    }
}

/// A file with a JSON Schema, checked: its patterns compile, and its references lead somewhere.
struct SchemaDocument: Sendable {
    let root: JSONValue
    private let path: String
    private let owner: SchemaBookOwner

    /// Its schemas.
    var book: SchemaBook { owner.book }

    /// Nil when there is no file at `path`.
    init?(optional path: String) throws(SeedFault) {
        guard FileKind(of: path) == .file,
            let root = try CollectionSource.root(path, try SeedFiles.contents(of: path))
        else { return nil }
        (self.root, self.path) = (root, path)
        owner = SchemaBookOwner(
            SchemaBook(SchemaDocuments([.init(path: "", root: root)]), .jsonSchema)
        )
        try check(root)
    }

    /// The schema that `schema` stands for: itself, or where its reference leads.
    func resolved(_ schema: JSONValue) -> JSONValue {
        book.documents.followed(SchemaNode(schema, in: 0)).value
    }

    private func check(_ schema: JSONValue) throws(SeedFault) {
        guard schema.kind == .object else {
            for element in schema.elements { try check(element) }
            return
        }
        for (name, value) in schema.members {
            switch name {
            case "$ref": try checkReference(value)
            case "pattern": try checkPattern(value)
            case "type": try checkTypes(value)
            // What is in these is data.
            case "enum", "const", "default", "example", "examples", "required": break
            default: try check(value)
            }
        }
    }

    private func checkReference(_ value: JSONValue) throws(SeedFault) {
        // A property can have the name too.
        guard value.kind != .object else { return }
        guard let text = value.string, text.hasPrefix("#"),
            book.documents.target(of: text, from: 0) != nil
        else {
            throw fault(value, "$ref", "expected a place in this file, such as #/$defs/name")
        }
    }

    private func checkPattern(_ value: JSONValue) throws(SeedFault) {
        guard value.kind != .object else { return }
        guard let text = value.string else {
            throw fault(value, "pattern", "expected a regular expression, found \(value.found)")
        }
        do {
            _ = try SchemaPattern(text)
        } catch {
            throw fault(value, "pattern", "no regular expression: \(error.words)")
        }
    }

    private func checkTypes(_ value: JSONValue) throws(SeedFault) {
        guard value.kind != .object else { return }
        let names = value.kind == .array ? value.elements : [value]
        guard names.allSatisfy({ $0.string.map(RowSchema.types.contains) ?? false }) else {
            let known = RowSchema.types.joined(separator: ", ")
            throw fault(value, "type", "expected one of \(known), or a list of them")
        }
    }

    private func fault(_ value: JSONValue, _ field: String, _ words: String) -> SeedFault {
        SeedFault(at: path, value, field, words)
    }
}

internal import MockPostlyJSON
package import MockPostlySchemas

/// A description of an API: OpenAPI 3.0, 3.1, or Swagger 2.0.
///
/// May be used on any thread. Its schemas are read when they are first used.
///
/// ```swift
/// let description = try Description(file: "openapi.yaml")
/// for operation in description.operations { print(operation.method, operation.path) }
/// ```
package final class Description: Sendable {
    package enum Version: Sendable {
        case swagger20, openAPI30, openAPI31
    }

    /// The most operations.
    package static let mostOperations = 20_000

    /// The path that was given.
    package let path: String
    package let version: Version
    /// As the description has it, such as `3.0.3`.
    package let versionText: String
    /// `info.title`; empty without one.
    package let title: String
    /// `info.version`; empty without one.
    package let apiVersion: String
    /// Of the servers, each once, such as `/api/v3`.
    ///
    /// `""` for the root. Never empty.
    package let basePaths: [String]
    /// In the order of the file.
    package let operations: [Operation]
    package let securitySchemes: [SecurityScheme]
    /// The files that were read, for whom watches them: their paths, the given one first.
    package let files: [String]
    package let book: SchemaBook
    /// The names of the schemas below `components`, in the order of the file.
    package let componentNames: [String]
    private let components: SchemaNode?
    /// What was found while reading it.
    private let ownWarnings: [DescriptionWarning]
    private let sources: [DescriptionFile]

    /// Reads the description at `path`, and the files below its folder to which it refers.
    ///
    /// - Throws: ``DescriptionFault`` with the first fault that keeps it from being served.
    package convenience init(file path: String) throws(DescriptionFault) {
        let file = try DescriptionFile(reading: path)
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = names.dropLast().joined(separator: "/")
        try self.init(file, in: folder.isEmpty && path.hasPrefix("/") ? "/" : folder)
    }

    /// Reads a description in memory, which has no other files.
    package convenience init(
        _ bytes: [UInt8],
        named name: String = "openapi.yaml"
    ) throws(DescriptionFault) {
        try self.init(try DescriptionFile(bytes, named: name), in: nil)
    }

    private init(_ file: DescriptionFile, in folder: String?) throws(DescriptionFault) {
        let head = try DescriptionHead(file)
        let files = try DescriptionFiles(
            file,
            in: folder,
            readsSiblings: head.version == .openAPI31
        )
        let documents = files.documents
        try files.check(documents)
        let book = SchemaBook(
            documents,
            head.version == .openAPI31 ? .openAPI31 : .openAPI30
        )
        var reader = OperationReader(files.list, book, head.version)
        (path, version, versionText) = (file.name, head.version, head.text)
        (title, apiVersion) = (head.title, head.apiVersion)
        operations = try reader.read()
        (basePaths, securitySchemes) = (reader.basePaths, reader.securitySchemes)
        ownWarnings = head.warnings
        sources = files.list
        self.files = files.list.map(\.name)
        self.book = book
        components =
            head.version == .swagger20
            ? documents.root()["definitions"] : documents.root()["components"]?["schemas"]
        var names: [String] = []
        components?.forEachMember { name, _ in names.append(name) }
        componentNames = names
    }

    deinit {
        book.forget()
    }

    /// What breaks the rules of OpenAPI, or is not read, and is served all the same.
    ///
    /// In the order of the lines. Reads all schemas: for whom asks, not for each start.
    package var warnings: [DescriptionWarning] {
        var inspection = SchemaInspection(sources, book)
        inspection.look(at: operations.flatMap(\.schemas))
        inspection.look(at: componentNames.compactMap(component))
        let order = Dictionary(zip(files, files.indices)) { first, _ in first }
        let examples = operations.flatMap { $0.exampleWarnings(in: path) }
        let found = (inspection.warnings + examples).sorted { left, right in
            (order[left.file] ?? 0, left.line, left.words)
                < (order[right.file] ?? 0, right.line, right.words)
        }
        return ownWarnings + found
    }

    /// The schema of the component `name`; nil when there is none.
    package func component(_ name: String) -> Schema? {
        components?[name].map { book.schema($0) }
    }
}

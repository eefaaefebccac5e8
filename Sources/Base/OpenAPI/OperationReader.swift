internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// Reads the operations of a description.
struct OperationReader {
    let files: [DescriptionFile]
    let book: SchemaBook
    let version: Description.Version
    let root: SchemaNode
    private(set) var basePaths: [String] = []
    private(set) var securitySchemes: [SecurityScheme] = []
    private var security: [SecurityRequirement] = []
    private let memory = Memory()

    /// What several operations share by references: each is read once.
    private final class Memory {
        var responses: [SchemaDocuments.Place: Operation.Response] = [:]
        var parameters: [SchemaDocuments.Place: Operation.Parameter?] = [:]
    }

    static let methods: Set<String> = [
        "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
    ]

    init(_ files: [DescriptionFile], _ book: SchemaBook, _ version: Description.Version) {
        (self.files, self.book, self.version) = (files, book, version)
        root = book.documents.root()
        basePaths = servers(of: root) ?? [""]
        securitySchemes = readSecuritySchemes()
        security = requirements(of: root) ?? []
    }

    /// The operations in the order of the file.
    mutating func read() throws(DescriptionFault) -> [Operation] {
        guard let paths = root["paths"] else { return [] }
        var operations: [Operation] = []
        var places: [String: Int] = [:]
        var known: [String: (path: String, node: SchemaNode)] = [:]
        for (name, node) in members(of: paths) where !name.hasPrefix("x-") {
            let path = PathTemplate(name)
            let item = book.documents.followed(node)
            for (method, member) in members(of: item)
            where Self.methods.contains(method) && member.value.kind == .object {
                guard operations.count < Description.mostOperations else {
                    throw tooMany(member)
                }
                if path.variant == nil {
                    let shape = "\(method.uppercased()) \(path.shape)"
                    if let other = known.updateValue((name, node), forKey: shape) {
                        throw twin(name, node, other.path, line(of: other.node))
                    }
                }
                var operation = read(method, member, of: item, at: path)
                operation.hasOwnSecurity = member["security"] != nil
                let key = "\(operation.method) \(path.withoutVariant)"
                if let place = places[key] {
                    operations[place].add(operation, at: path, in: book)
                } else {
                    places[key] = operations.count
                    operations.append(operation)
                }
            }
        }
        return operations
    }

    private func read(
        _ method: String,
        _ node: SchemaNode,
        of item: SchemaNode,
        at path: PathTemplate
    ) -> Operation {
        Operation(
            method: method.uppercased(),
            path: path.path,
            variants: path.variant.map { [$0] } ?? [],
            query: path.query,
            operationID: node.value["operationId"]?.string,
            summary: node.value["summary"]?.string ?? node.value["description"]?.string,
            tags: node.value["tags"]?.elements.compactMap(\.string) ?? [],
            isDeprecated: node.value["deprecated"]?.bool ?? false,
            parameters: parameters(of: node, item),
            body: version == .swagger20 ? swaggerBody(of: node, item) : body(of: node),
            responses: responses(of: node),
            answerType: version == .swagger20 ? answerType(of: node) : nil,
            security: requirements(of: node) ?? security,
            basePaths: servers(of: node) ?? servers(of: item) ?? basePaths,
            line: line(of: node)
        )
    }

    // MARK: Parameters

    /// The parameters of an operation, those of its path that it does not have itself first.
    func parameterNodes(of operation: SchemaNode, _ item: SchemaNode) -> [SchemaNode] {
        func nodes(_ node: SchemaNode) -> [SchemaNode] {
            elements(of: node["parameters"]).map { book.documents.followed($0) }
        }
        func key(_ node: SchemaNode) -> String {
            "\(node.value["in"]?.string ?? "") \(node.value["name"]?.string ?? "")"
        }
        let own = nodes(operation)
        let keys = Set(own.map(key))
        return nodes(item).filter { !keys.contains(key($0)) } + own
    }

    private func parameters(of operation: SchemaNode, _ item: SchemaNode) -> [Operation.Parameter] {
        parameterNodes(of: operation, item).compactMap { node in
            if let known = memory.parameters[node.place] { return known }
            let read = parameter(node)
            memory.parameters[node.place] = .some(read)
            return read
        }
    }

    /// Nil for one that is in the body, or that OpenAPI ignores.
    private func parameter(_ node: SchemaNode) -> Operation.Parameter? {
        guard let name = node.value["name"]?.string,
            let place = node.value["in"]?.string.flatMap(Operation.Parameter.Place.init)
        else { return nil }
        let ignored = ["accept", "content-type", "authorization"]
        guard place != .header || !ignored.contains(name.lowercased()) else { return nil }
        return parameter(name, place, node)
    }

    private func parameter(
        _ name: String,
        _ place: Operation.Parameter.Place,
        _ node: SchemaNode
    ) -> Operation.Parameter {
        let content = node["content"].flatMap { members(of: $0).first }
        let isForm = place == .query || place == .cookie
        let declared = node.value["style"]?.string.flatMap(Operation.Parameter.Style.init)
        var style = declared ?? (isForm ? .form : .simple)
        var isExploded = node.value["explode"]?.bool ?? (style == .form)
        if version == .swagger20 {
            let collection = node.value["collectionFormat"]?.string
            isExploded = collection == "multi"
            if collection == "pipes" { style = .pipeDelimited }
            if collection == "ssv" { style = .spaceDelimited }
        }
        let schema =
            version == .swagger20
            ? book.schema(node)
            : (content?.node["schema"] ?? node["schema"]).map { book.schema($0) }
        return Operation.Parameter(
            name: name,
            place: place,
            isRequired: place == .path || node.value["required"]?.bool ?? false,
            style: style,
            isExploded: isExploded,
            schema: schema,
            isJSON: content != nil,
            description: node.value["description"]?.string,
            example: version == .swagger20 ? nil : examples(of: node).first
        )
    }

    // MARK: Bodies

    private func body(of operation: SchemaNode) -> Operation.Body? {
        guard let node = operation["requestBody"].map({ book.documents.followed($0) }) else {
            return nil
        }
        return Operation.Body(
            isRequired: node.value["required"]?.bool ?? false,
            contents: contents(of: node)
        )
    }

    func contents(of node: SchemaNode) -> [Operation.Content] {
        guard let content = node["content"] else { return [] }
        return members(of: content).map { type, media in
            let media = book.documents.followed(media)
            return Operation.Content(
                type: Self.plainType(type),
                declaredType: type,
                schema: media["schema"].map { book.schema($0) },
                examples: examples(of: media)
            )
        }
    }

    /// `application/json` of `Application/JSON; charset=utf-8`.
    static func plainType(_ type: String) -> String {
        let name = type.split(separator: ";", maxSplits: 1).first ?? ""
        return name.filter { $0 != " " }.lowercased()
    }

    /// The `example` of a content, a parameter or a header, then its `examples`.
    func examples(of node: SchemaNode) -> [JSValue] {
        var values = node.value["example"].map { [JSValue($0)] } ?? []
        for member in node["examples"].map({ members(of: $0) }) ?? [] {
            let example = book.documents.followed(member.node)
            if let value = example.value["value"] { values.append(JSValue(value)) }
        }
        return values
    }

    // MARK: Responses

    private func responses(of operation: SchemaNode) -> [Operation.Response] {
        guard let responses = operation["responses"] else { return [] }
        return members(of: responses).filter { !$0.name.hasPrefix("x-") }.map { status, node in
            let node = book.documents.followed(node)
            let status = status == "default" ? status : status.uppercased()
            // The types of an answer are those of the operation in Swagger.
            if version != .swagger20, let known = memory.responses[node.place] {
                return known.as(status)
            }
            let read = Operation.Response(
                status: status,
                description: node.value["description"]?.string ?? "",
                headers: headers(of: node),
                contents: version == .swagger20
                    ? swaggerContents(of: node, operation) : contents(of: node)
            )
            memory.responses[node.place] = read
            return read
        }
    }

    private func headers(of node: SchemaNode) -> [Operation.Header] {
        guard let headers = node["headers"] else { return [] }
        return members(of: headers).filter { $0.name.lowercased() != "content-type" }
            .map { name, node in
                let node = book.documents.followed(node)
                let schema =
                    version == .swagger20 ? book.schema(node) : node["schema"].map(book.schema)
                return Operation.Header(
                    name: name,
                    isRequired: node.value["required"]?.bool ?? false,
                    schema: schema,
                    example: version == .swagger20 ? nil : examples(of: node).first
                )
            }
    }

    // MARK: Nodes

    /// The members of an object, which may be a reference.
    func members(of node: SchemaNode) -> [(name: String, node: SchemaNode)] {
        var members: [(name: String, node: SchemaNode)] = []
        book.documents.followed(node).forEachMember { members.append(($0, $1)) }
        return members
    }

    func elements(of node: SchemaNode?) -> [SchemaNode] {
        guard let node = node.map({ book.documents.followed($0) }) else { return [] }
        return node.value.elements.map { SchemaNode($0, in: node.document) }
    }

    func line(of node: SchemaNode) -> Int {
        files[node.document].line(of: node.value)
    }

    func position(of node: SchemaNode) -> (line: Int, column: Int) {
        files[node.document].position(of: node.value)
    }

    // MARK: Faults

    private func twin(
        _ name: String,
        _ node: SchemaNode,
        _ other: String,
        _ otherLine: Int
    ) -> DescriptionFault {
        let (line, column) = position(of: node)
        return DescriptionFault(
            file: files[node.document].name,
            line: line,
            column: column,
            words: "the path \(name) is the same as \(other) in line \(otherLine)",
            hint: "names of parameters tell no paths apart: make one path of both"
        )
    }

    private func tooMany(_ node: SchemaNode) -> DescriptionFault {
        let (line, column) = position(of: node)
        return DescriptionFault(
            file: files[node.document].name,
            line: line,
            column: column,
            words: "it has more than \(Description.mostOperations) operations"
        )
    }
}

/// A path of a description.
private struct PathTemplate {
    /// Without query and variant.
    let path: String
    let query: [(name: String, value: String)]
    /// What stands after `#`; nil without one.
    let variant: String?

    init(_ text: String) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        variant = parts.count == 2 ? String(parts[1]) : nil
        let halves = parts[0].split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        path = halves[0].hasPrefix("/") ? String(halves[0]) : "/\(halves[0])"
        query = (halves.count == 2 ? halves[1] : "").split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(sides[0]), sides.count == 2 ? String(sides[1]) : "")
        }
    }

    /// The path with its query.
    var withoutVariant: String {
        query.isEmpty
            ? path : path + "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    /// The path with its query, without the names of its parameters.
    var shape: String {
        var (shape, isName) = ("", false)
        for character in withoutVariant {
            if character == "}" { isName = false }
            if !isName { shape.append(character) }
            if character == "{" { isName = true }
        }
        return shape
    }
}

extension Operation {
    /// Takes the bodies of `operation`, which is the same for clients, as choices; the one without a
    /// variant in its path is that which the others vary, wherever it stands.
    fileprivate mutating func add(
        _ operation: Operation,
        at path: PathTemplate,
        in book: SchemaBook
    ) {
        if let variant = path.variant {
            variants.append(variant)
            takeBodies(of: operation, in: book)
        } else {
            var whole = operation
            whole.variants = variants
            whole.takeBodies(of: self, in: book)
            self = whole
        }
    }

    private mutating func takeBodies(of operation: Operation, in book: SchemaBook) {
        guard let other = operation.body else { return }
        guard var body else {
            self.body = other
            return
        }
        for content in other.contents {
            guard let place = body.contents.firstIndex(where: { $0.type == content.type }) else {
                body.contents.append(content)
                continue
            }
            let schemas = [body.contents[place].schema, content.schema].compactMap(\.self)
            guard !schemas.isEmpty else { continue }
            // Of more than two variants all are choices of one schema.
            let flat = schemas.flatMap { $0.choices }
            body.contents[place].schema = book.schema(anyOf: flat)
        }
        self.body = body
    }
}

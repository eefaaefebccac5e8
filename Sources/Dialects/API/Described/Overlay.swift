internal import MockPostlyContent
internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyYAML

/// What a file beside a description says in place of a guess: `openapi.mock.yaml`.
struct Overlay: Sendable {
    struct Collection: Sendable {
        var path: String
        var id: String?
        var array: [String]?
        var wrapper: [String]?
        /// As they stand in the file, whose dates may be relative.
        var rows: [JSONValue]?
        /// Whether a parent that is not there is a 404.
        var checksParent = false
        var unique: [String] = []
    }

    struct View: Sendable {
        var operation: String
        var of: String
        /// Members with the values that rows must have; `{name}` stands for a parameter.
        var members: [(name: String, value: JSValue)]
    }

    struct Action: Sendable {
        var operation: String
        var members: [(name: String, value: JSValue)]
        var status: Int?
    }

    /// The object in which refusals of a kind are answered, and their status.
    struct ErrorForm: Sendable {
        var status: Int?
        /// Nil for the schema of the description.
        var body: JSObject?
    }

    var base: String?
    var demandsTokens: Bool?
    var rows: Int?
    var pageName: String?
    var sizeName: String?
    var firstPage: Int?
    var notFound: ErrorForm?
    var invalid: ErrorForm?
    var collections: [Collection] = []
    var views: [View] = []
    var actions: [Action] = []
    var singletons: [String] = []
    var stateless: [String] = []

    init() {}
}

/// Reads an overlay; the first fault ends it.
struct OverlayReader {
    /// The most first rows of a collection.
    private static let mostRows = 1000

    private let path: String
    private let text: YAMLText
    private let root: JSONValue

    /// - Throws: ``SeedFault`` for a file that is no YAML with an object.
    init(_ path: String) throws(SeedFault) {
        self.path = path
        let bytes = try SeedFiles.contents(of: path)
        do throws(YAMLError) {
            text = try YAMLText(parsing: bytes)
        } catch {
            throw SeedFault(file: path, line: error.line, column: error.column, words: error.words)
        }
        guard let json = try? JSON(parsing: text.json) else {
            throw SeedFault(file: path, words: "it is no text")
        }
        root = json.root
    }

    /// The overlay beside a description, `openapi.mock.yaml` for `openapi.yaml`; nil without one.
    static func path(beside description: String) -> String? {
        paths(beside: description).first { FileKind(of: $0) == .file }
    }

    /// Where the overlay of a description may be.
    static func paths(beside description: String) -> [String] {
        guard let dot = description.utf8.lastIndex(of: UInt8(ascii: ".")) else { return [] }
        let stem = String(description.utf8[..<dot]) ?? description
        return ["yaml", "yml", "json"].map { "\(stem).mock.\($0)" }
    }

    func fault(_ value: JSONValue, _ words: String) -> SeedFault {
        let (line, column) = text.position(of: value.offset)
        return SeedFault(file: path, line: line, column: column, words: words)
    }

    func overlay() throws(SeedFault) -> Overlay {
        var overlay = Overlay()
        for (name, value) in try members(root, "the overlay") {
            switch name {
            case "base": overlay.base = try text(value, name)
            case "auth":
                let word = try text(value, name)
                guard ["none", "required"].contains(word) else {
                    throw fault(value, "auth: expected none or required")
                }
                overlay.demandsTokens = word == "required"
            case "rows": overlay.rows = try number(value, name, 0...Self.mostRows)
            case "paging": try readPaging(value, &overlay)
            case "errors": try readErrors(value, &overlay)
            case "collections":
                for (path, value) in try members(value, name) {
                    overlay.collections.append(try collection(path, value))
                }
            case "views":
                for (operation, value) in try members(value, name) {
                    overlay.views.append(try view(operation, value))
                }
            case "actions":
                for (operation, value) in try members(value, name) {
                    overlay.actions.append(try action(operation, value))
                }
            case "singletons": overlay.singletons = try texts(value, name)
            case "stateless": overlay.stateless = try texts(value, name)
            default:
                throw fault(
                    value,
                    "\(name): there is no such member; they are base, auth, rows, paging, errors,"
                        + " collections, views, actions, singletons and stateless"
                )
            }
        }
        return overlay
    }

    private func readPaging(_ value: JSONValue, _ overlay: inout Overlay) throws(SeedFault) {
        for (name, value) in try members(value, "paging") {
            switch name {
            case "page": overlay.pageName = try text(value, "paging.page")
            case "size": overlay.sizeName = try text(value, "paging.size")
            case "first": overlay.firstPage = try number(value, "paging.first", 0...1)
            default: throw fault(value, "paging.\(name): there are page, size and first")
            }
        }
    }

    private func readErrors(_ value: JSONValue, _ overlay: inout Overlay) throws(SeedFault) {
        for (name, value) in try members(value, "errors") {
            var form = Overlay.ErrorForm()
            var body = JSObject()
            for (member, value) in try members(value, "errors.\(name)") {
                if member == "status", value.int != nil {
                    form.status = try number(value, "errors.\(name).status", 400...599)
                } else {
                    body[member] = JSValue(value)
                }
            }
            if body.count > 0 { form.body = body }
            switch name {
            case "not-found": overlay.notFound = form
            case "invalid": overlay.invalid = form
            default: throw fault(value, "errors.\(name): there are not-found and invalid")
            }
        }
    }

    /// Members from the outside, such as `data.items`.
    private func path(_ value: JSONValue, _ field: String) throws(SeedFault) -> [String] {
        try text(value, field).split(separator: ".").map(String.init)
    }

    private func collection(_ path: String, _ value: JSONValue) throws(SeedFault)
        -> Overlay.Collection
    {
        var one = Overlay.Collection(path: path)
        for (name, value) in try members(value, path) {
            let field = "collections.\(path).\(name)"
            switch name {
            case "id": one.id = try text(value, field)
            case "array": one.array = try self.path(value, field)
            case "wrapper": one.wrapper = try self.path(value, field)
            case "unique": one.unique = try texts(value, field)
            case "parent":
                guard try text(value, field) == "check" else {
                    throw fault(value, "\(field): expected check")
                }
                one.checksParent = true
            case "rows":
                guard value.kind == .array else { throw fault(value, "\(field): expected a list") }
                let rows = value.elements
                guard rows.count <= Self.mostRows else {
                    throw fault(value, "\(field): there are more than \(Self.mostRows)")
                }
                one.rows = Array(rows)
            default:
                throw fault(
                    value,
                    "\(field): there are id, array, wrapper, rows, parent and unique"
                )
            }
        }
        return one
    }

    private func view(_ operation: String, _ value: JSONValue) throws(SeedFault) -> Overlay.View {
        var view = Overlay.View(operation: operation, of: "", members: [])
        for (name, value) in try members(value, operation) {
            switch name {
            case "of": view.of = try text(value, "views.\(operation).of")
            case "where":
                view.members = try members(value, "where").map { ($0.name, JSValue($0.value)) }
            default: throw fault(value, "views.\(operation).\(name): there are of and where")
            }
        }
        return view
    }

    private func action(_ operation: String, _ value: JSONValue) throws(SeedFault) -> Overlay.Action
    {
        var action = Overlay.Action(operation: operation, members: [])
        for (name, value) in try members(value, operation) {
            switch name {
            case "set":
                action.members = try members(value, "set").map { ($0.name, JSValue($0.value)) }
            case "status":
                action.status = try number(value, "actions.\(operation).status", 200...299)
            default: throw fault(value, "actions.\(operation).\(name): there are set and status")
            }
        }
        return action
    }

    // MARK: Values

    private func members(
        _ value: JSONValue,
        _ field: String
    ) throws(SeedFault) -> [(name: String, value: JSONValue)] {
        guard value.kind == .object else {
            throw fault(value, "\(field): expected a mapping, found \(value.found)")
        }
        return value.members.map { ($0.0, $0.1) }
    }

    private func text(_ value: JSONValue, _ field: String) throws(SeedFault) -> String {
        guard let text = value.string, !text.isEmpty else {
            throw fault(value, "\(field): expected a text, found \(value.found)")
        }
        return text
    }

    private func texts(_ value: JSONValue, _ field: String) throws(SeedFault) -> [String] {
        guard value.kind == .array else { throw fault(value, "\(field): expected a list") }
        var texts: [String] = []
        for element in value.elements { texts.append(try text(element, field)) }
        return texts
    }

    private func number(
        _ value: JSONValue,
        _ field: String,
        _ range: ClosedRange<Int>
    ) throws(SeedFault) -> Int {
        guard let number = value.int, range.contains(Int(clamping: number)) else {
            throw fault(
                value,
                "\(field): expected a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return Int(number)
    }

    /// The fault of a path or operation that the description lacks.
    func missing(_ text: String, nearest: String?) -> SeedFault {
        let hint = nearest.map { "; the nearest is \($0)" } ?? ""
        return fault(place(of: text) ?? root, "\(text): the description has no such path\(hint)")
    }

    /// What the overlay says of a path, or of an operation.
    private func place(of text: String) -> JSONValue? {
        for name in ["collections", "views", "actions"] {
            if let value = root[name]?[text] { return value }
        }
        for name in ["singletons", "stateless"] {
            let found = root[name]?.elements.first { value in
                value.string.map { $0 == text || "GET \($0)" == text } ?? false
            }
            if let found { return found }
        }
        return root["views"]?.members.lazy.compactMap { $0.value["of"] }.first { $0.string == text }
    }
}

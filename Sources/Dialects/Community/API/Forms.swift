internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The JSON object in a request's body; the media type is ignored.
struct RequestBody {
    private let root: JSONValue

    /// Reads the body of `request`; an object in a member called `resource` is used instead of the
    /// whole.
    ///
    /// Throws ``Failure/badRequest`` when the body is not a JSON object.
    init(_ request: Request, of resource: String) throws {
        guard let document = try? JSON(parsing: request.body), document.root.kind == .object else {
            throw Failure.badRequest
        }
        if let inner = document.root[resource], inner.kind == .object {
            root = inner
        } else {
            root = document.root
        }
    }

    subscript(_ name: String) -> JSONValue? { root[name] }
}

/// Reads the fields of a body and collects what is wrong with them.
///
/// Faults are listed in the order in which fields are read. Read them in alphabetical order, which
/// is the order of Elixir's maps.
struct Form {
    private let body: RequestBody
    private var faults: [Failure.Field] = []

    init(_ body: RequestBody) {
        self.body = body
    }

    func has(_ name: String) -> Bool { body[name] != nil }

    /// Reads a text that is required and must not be blank.
    mutating func text(_ name: String, most: Int = .max) -> String {
        guard let value = body[name], !value.isNull else { return fault(name, "can't be blank") }
        guard let text = value.string else { return fault(name, "is invalid") }
        if text.isBlank { return fault(name, "can't be blank") }
        if text.hasMoreCharacters(than: most) {
            return fault(name, "should be at most \(most) character(s)")
        }
        return text
    }

    /// Reads an optional text: nil when absent, an inner nil for null and for an empty text.
    mutating func optionalText(_ name: String) -> String?? {
        guard let value = body[name] else { return nil }
        if value.isNull { return .some(nil) }
        guard let text = value.string else { return .some(fault(name, "is invalid")) }
        return .some(text.isEmpty ? nil : text)
    }

    /// Throws a ``Failure`` with all faults found so far, if there are any.
    func requireNoFaults() throws {
        guard faults.isEmpty else { throw Failure(faults) }
    }

    private mutating func fault(_ name: String, _ words: String) -> String {
        faults.append(.init(name, words))
        return ""
    }
}

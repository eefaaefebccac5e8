internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The JSON object in a request's body, whatever its media type says.
struct RequestBody {
    private let root: JSONValue

    /// Reads the body of `request`; an object under the name of the `resource` is taken for it.
    ///
    /// Throws ``Failure/badRequest`` for what is no JSON object.
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

/// Takes the fields of a body apart, and collects what is wrong with them.
///
/// Fields are told in the order in which they are taken; take them by the alphabet, as Elixir's
/// maps have them.
struct Form {
    private let body: RequestBody
    private var faults: [Failure.Field] = []

    init(_ body: RequestBody) {
        self.body = body
    }

    func has(_ name: String) -> Bool { body[name] != nil }

    /// A text that must be there and have something in it.
    mutating func text(_ name: String, most: Int = .max) -> String {
        guard let value = body[name], !value.isNull else { return fault(name, "can't be blank") }
        guard let text = value.string else { return fault(name, "is invalid") }
        if text.isBlank { return fault(name, "can't be blank") }
        if text.hasMoreCharacters(than: most) {
            return fault(name, "should be at most \(most) character(s)")
        }
        return text
    }

    /// A text that may be left out, which gives nil; null and an empty text are no text.
    mutating func optionalText(_ name: String) -> String?? {
        guard let value = body[name] else { return nil }
        if value.isNull { return .some(nil) }
        guard let text = value.string else { return .some(fault(name, "is invalid")) }
        return .some(text.isEmpty ? nil : text)
    }

    /// Throws a ``Failure`` when something was wrong.
    func check() throws {
        guard faults.isEmpty else { throw Failure(faults) }
    }

    private mutating func fault(_ name: String, _ words: String) -> String {
        faults.append(.init(name, words))
        return ""
    }
}

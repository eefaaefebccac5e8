internal import MockPostlyHTTP
internal import MockPostlyJSON

/// The JSON object in a request's body.
struct RequestBody {
    private let root: JSONValue

    /// Reads the body of `request` as Flask's `get_json` does.
    ///
    /// Throws a ``Failure`` with `status` for another media type, for malformed JSON, and for a
    /// JSON value that is not an object.
    init(_ request: Request, failingWith status: Int = 400) throws {
        guard Self.isJSON(request.contentType) else {
            throw Failure(
                status,
                "415 Unsupported Media Type: Did not attempt to load JSON data because the"
                    + " request Content-Type was not 'application/json'."
            )
        }
        do {
            root = try JSON(parsing: request.body, skippingByteOrderMark: true).root
        } catch {
            throw Failure(
                status,
                "400 Bad Request: The browser (or proxy) sent a request that this server could"
                    + " not understand."
            )
        }
        guard root.kind == .object else {
            throw Failure(status, "'\(Self.typeName(root))' object has no attribute 'get'")
        }
    }

    /// The member called `name`, or nil when it is absent.
    subscript(_ name: String) -> JSONValue? { root[name] }

    /// Whether the member is absent or false in Python: `null`, `""`, `0`, `false`, `[]`, `{}`.
    func isFalsy(_ name: String) -> Bool {
        root[name]?.isFalsy ?? true
    }

    /// The text of the member; nil when it is absent.
    ///
    /// Throws a ``Failure`` when the member is not a text. With `allowsNull`, `null` counts as
    /// absent.
    func text(_ name: String, allowsNull: Bool = false) throws -> String? {
        guard let value = root[name] else { return nil }
        if value.isNull && allowsNull { return nil }
        guard let text = value.string else { throw Failure(400, "\(name) must be a string") }
        return text
    }

    /// Python's type name of a value that is not an object.
    private static func typeName(_ value: JSONValue) -> String {
        switch value.kind {
        case .null: "NoneType"
        case .array: "list"
        case .string: "str"
        case .number: value.isIntegerLiteral ? "int" : "float"
        case .bool: "bool"
        case .object: "dict"
        }
    }

    /// Whether a Content-Type is `application/json` or `application/…+json`, in any case and with
    /// any parameters.
    private static func isJSON(_ contentType: String?) -> Bool {
        guard let contentType else { return false }
        var type = contentType.prefix { $0 != ";" }
        while let first = type.first, first == " " || first == "\t" { type.removeFirst() }
        while let last = type.last, last == " " || last == "\t" { type.removeLast() }
        let name = type.lowercased()
        return name == "application/json"
            || (name.hasPrefix("application/") && name.hasSuffix("+json"))
    }
}

extension JSONValue {
    /// Whether the value is false in Python.
    var isFalsy: Bool {
        switch kind {
        case .null: true
        case .bool: bool == false
        case .number: double == 0
        case .string: string?.isEmpty ?? true
        case .array, .object: count == 0
        }
    }
}

internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import WreelyContent

/// The fields of a POST request: a JSON object whose values are texts or numbers.
struct RequestBody {
    private let root: JSONValue

    /// Reads the body of `request`, whatever its media type.
    ///
    /// Throws ``Failure/notJSON`` when it is empty or not a JSON object.
    init(_ request: Request) throws(Failure) {
        guard let document = try? JSON(parsing: request.body, skippingByteOrderMark: true),
            document.root.kind == .object
        else { throw .notJSON }
        root = document.root
    }

    /// The field called `name` as a text: a number or `true` as it is written.
    ///
    /// Nil when it is missing, null, an array or an object.
    subscript(_ name: String) -> String? {
        guard let value = root[name] else { return nil }
        switch value.kind {
        case .string: return value.string
        case .number, .bool: return String(decoding: value.rawText, as: UTF8.self)
        case .null, .array, .object: return nil
        }
    }

    /// The number at the start of the field called `name`; 0 when there is none.
    func number(_ name: String) -> Int64 { leadingNumber(self[name] ?? "") }

    /// The URL in the field called `name`, which the app opens or shows; empty for none, nil when it
    /// is missing.
    ///
    /// Throws ``Failure/badLink(_:)``.
    func link(_ name: String) throws(Failure) -> String? {
        guard let link = self[name].map(\.trimmed) else { return nil }
        guard link.isEmpty || link.isWebAddress else { throw .badLink(name) }
        return link
    }

    /// Throws a ``Failure`` with those of `names` that are missing or blank.
    func require(_ names: String...) throws(Failure) {
        let missing = names.filter { isBlank($0) }
        guard missing.isEmpty else { throw .missing(missing) }
    }

    /// Throws a ``Failure`` with all of `names` when each of them is missing or blank.
    func requireOne(of names: String...) throws(Failure) {
        guard names.contains(where: { !isBlank($0) }) else { throw .missing(names) }
    }

    private func isBlank(_ name: String) -> Bool {
        self[name]?.allSatisfy(\.isWhitespace) ?? true
    }
}

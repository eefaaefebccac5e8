internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// The version of a row, for requests that say which one they mean (RFC 9110, section 13).
///
/// It is the member `etag` where rows have one, else it is made of their bytes. Where no operation of a
/// collection declares such a header, none is shown or heeded.
struct RowVersion {
    private let call: DescribedCall
    private let home: ResourceHome

    init(_ call: DescribedCall, _ home: ResourceHome) { (self.call, self.home) = (call, home) }

    /// The version of a row, without quotes.
    private func text(of row: JSValue) -> String {
        if let member = home.member(Self.member), !row[member].isNullish {
            return row[member].text
        }
        var shown = JSObject()
        if case .object(let object) = row {
            for (name, value) in object.members where !name.hasPrefix("$") { shown[name] = value }
        }
        var writer = JSONWriter(escaping: .utf8)
        (home.isSingleton && shown.count == 0 ? row : .object(shown)).write(&writer)
        return Self.bare(entityTag(of: writer.finish()))
    }

    private static let member = "etag"

    /// Whether an operation has versions: a header of its answer, or one of its requests.
    static func isNamed(by operation: Operation) -> Bool {
        let shown = operation.success(.other).response?.headers.map(\.name) ?? []
        let asked = operation.parameters.filter { $0.place == .header }.map(\.name)
        return shown.contains { $0.lowercased() == "etag" }
            || asked.contains { ["if-match", "if-none-match"].contains($0.lowercased()) }
    }

    // MARK: Answers

    /// Adds the version, so that the next request can say it; what the client has already is a 304.
    func finish(_ response: Response, with row: JSValue) -> Response {
        guard home.hasVersions else { return response }
        let version = text(of: row)
        let tag = Response.Field("ETag", "\"\(version)\"")
        if call.request.method.isRead, let known = call.request.header("if-none-match"),
            Self.names(known, version)
        {
            return Response(status: 304, fields: [tag])
        }
        var response = response
        response.fields.append(tag)
        return response
    }

    // MARK: Writes

    /// Refuses to change a row that is not at the version that the request says.
    ///
    /// - Throws: 412, or 428 where the description demands a version and the request has none.
    func check(_ row: JSValue) throws {
        guard let wanted = call.request.header("if-match") else {
            guard call.operation.response("428") == nil else {
                throw DescribedFailure(428, "the header If-Match is required")
            }
            return
        }
        guard home.hasVersions else { return }
        let version = text(of: row)
        guard !Self.names(wanted, version) else { return }
        throw DescribedFailure(
            412,
            "the \(home.noun) is at version \(version), not \(Self.bare(wanted))"
        )
    }

    /// Gives a changed row its next version, where it shows one that was not sent.
    func advance(_ row: inout JSObject, sent: JSObject) {
        guard let member = home.member(Self.member), let field = home.row?.field(member),
            !sent.members.contains(where: { home.member($0.name) == member })
        else { return }
        let old = row[member]
        let next: JSValue
        if case .number(let number) = old {
            next = .number(number + 1)
        } else if let number = old.string.flatMap({ Int($0) }), number < .max {
            next = .string("\(number + 1)")
        } else {
            row[member] = .undefined
            next = .string(text(of: .object(row)))
        }
        row[member] = field.accepts(next) ? next : old
    }

    // MARK: Tags

    /// Whether a field names a version: a star, or a list of tags with or without quotes.
    private static func names(_ field: String, _ version: String) -> Bool {
        // A tag may have a comma in it.
        bare(field) == version
            || field.split(separator: ",").contains { part in
                let tag = bare(String(part))
                return tag == "*" || tag == version
            }
    }

    /// A tag without `W/` and quotes.
    private static func bare(_ tag: String) -> String {
        var text = Substring(tag)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        if text.hasPrefix("W/") { text.removeFirst(2) }
        if text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
            text = text.dropFirst().dropLast()
        }
        return String(text)
    }
}

extension Method {
    fileprivate var isRead: Bool { self == .get || self == .head }
}

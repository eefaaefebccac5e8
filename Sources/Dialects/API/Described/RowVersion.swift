internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// The version of a row, for requests that say which one they mean (RFC 9110, section 13).
///
/// It is the member `etag` where rows have one, else it is made of their bytes. What is not declared
/// is not heeded: a header of the answer, or one of the request.
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

    /// Whether the description has this header of the request.
    private func takes(_ name: String) -> Bool {
        call.operation.parameters.contains { $0.place == .header && $0.name.lowercased() == name }
    }

    /// Whether the answer of an operation has an `ETag`.
    private func shows(_ operation: Operation) -> Bool {
        operation.success(.other).response?.headers.contains { $0.name.lowercased() == "etag" }
            ?? false
    }

    // MARK: Answers

    /// Adds the version where the answer shows it; what the client has already is a 304.
    func finish(_ response: Response, with row: JSValue) -> Response {
        let isShown = shows(call.operation)
        let known = call.request.method.isRead ? call.request.header("if-none-match") : nil
        let asks = known != nil && (isShown || takes("if-none-match"))
        guard isShown || asks else { return response }
        let version = text(of: row)
        let tag = Response.Field("ETag", "\"\(version)\"")
        if asks, let known, Self.names(known, version) {
            return Response(status: 304, fields: [tag])
        }
        var response = response
        if isShown { response.fields.append(tag) }
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
        let get = call.described.source.recognition.plans.first {
            $0.key == call.plan.key && $0.method == .get
        }
        guard takes("if-match") || get.map({ shows($0.operation) }) ?? false else { return }
        let version = text(of: row)
        guard !Self.names(wanted, version) else { return }
        throw DescribedFailure(
            412,
            "the \(home.singular) is at version \(version), not \(Self.bare(wanted))"
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

internal import MockPostlyCompression
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyWorld

/// Reads the body of a request in one of the types that its operation declares.
struct DescribedBody {
    /// After decompression, in bytes.
    private static let largest = 100 << 20

    private let call: DescribedCall
    private let type: MediaType
    /// What the description says of the body; nil where it says nothing.
    private(set) var content: Operation.Content?
    /// Whether there is no body: one of no bytes may be an empty file.
    private(set) var isMissing = false

    init(_ call: DescribedCall) {
        self.call = call
        type = MediaType(call.request.contentType)
    }

    /// The value of the body, undefined without one.
    mutating func value() throws -> JSValue {
        let declared = call.operation.body?.contents ?? []
        content =
            declared.first { $0.type == type.name } ?? declared.first { isLike($0) }
            ?? declared.first { isInRange($0.type) }
        isMissing = call.request.body.isEmpty && !(content.map { isFile($0) } ?? false)
        guard !isMissing else {
            content = content ?? declared.first(where: \.isJSON) ?? declared.first
            return .undefined
        }
        if content == nil, !declared.isEmpty {
            if !type.name.isEmpty, call.operation.response("415") != nil {
                throw DescribedFailure(415, "the body must be \(declared[0].declaredType)")
            }
            content =
                declared.first(where: \.isJSON) ?? declared.first(where: \.isForm) ?? declared[0]
        }
        switch type.name {
        case "application/x-www-form-urlencoded": return try form()
        case "multipart/form-data": return try multipart()
        default: return try json()
        }
    }

    /// The status for a body that cannot be read: 422 only where the description has that alone.
    private var malformed: Int {
        call.operation.response("400") != nil ? 400 : call.operation.refusal
    }

    private func isLike(_ content: Operation.Content) -> Bool {
        let isJSON = type.name.hasSuffix("/json") || type.name.hasSuffix("+json")
        return content.isJSON && isJSON
    }

    /// Whether the type of the body is one of `image/*` or `*/*`.
    private func isInRange(_ range: String) -> Bool {
        range == "*/*" || range.hasSuffix("/*") && type.name.hasPrefix(range.dropLast())
    }

    private var saysJSON: Bool { type.name.isEmpty || type.name.hasSuffix("json") }

    /// Whether a body of a declared content is JSON.
    private func isJSON(_ content: Operation.Content) -> Bool {
        content.type.hasSuffix("/*") ? saysJSON : content.isJSON
    }

    /// Whether a body of a declared content is neither members nor text of them, but a file.
    private func isFile(_ content: Operation.Content) -> Bool {
        !isJSON(content) && !saysJSON && !type.name.hasSuffix("xml")
            && !type.name.hasPrefix("multipart/")
            && type.name != "application/x-www-form-urlencoded"
    }

    private mutating func json() throws -> JSValue {
        let bytes = try whole()
        let isJSON = content.map { self.isJSON($0) } ?? true
        if let content, isFile(content) {
            self.content = nil
            return try DescribedUpload(call).members(keeping: bytes, type.name)
        }
        if !isJSON, type.name.hasSuffix("xml") {
            guard let value = XMLBody.value(of: bytes, as: content?.schema) else {
                throw DescribedFailure(malformed, "the body is no XML")
            }
            return withEmptyLists(value)
        }
        do throws(JSONError) {
            return JSValue(try JSON(parsing: bytes, skippingByteOrderMark: true).root)
        } catch {
            // Another notation says nothing of the row.
            guard isJSON else {
                content = nil
                return .undefined
            }
            let (line, column) = error.position(in: bytes)
            throw DescribedFailure(
                malformed,
                "the body is no JSON: \(line):\(column): \(error.reason.words)"
            )
        }
    }

    // MARK: Forms

    private func form() throws -> JSValue {
        guard let bytes = try? whole(), let object = try? parseForm(bytes) else {
            throw DescribedFailure(malformed, "the form has too many or too deep members")
        }
        return withEmptyLists(Self.typed(.object(object), content?.schema))
    }

    /// A form or XML with the lists that a whole row must have: neither can say that one is empty.
    private func withEmptyLists(_ value: JSValue) -> JSValue {
        guard call.plan.makesWhole, let schema = content?.schema, case .object(var form) = value
        else { return value }
        for name in schema.rules.required
        where form[name] == .undefined && schema.field(name)?.element != nil {
            form[name] = .array([])
        }
        return .object(form)
    }

    /// Texts of a form as the numbers, booleans and lists that the schema wants.
    static func typed(_ value: JSValue, _ schema: Schema?, _ level: Int = 0) -> JSValue {
        guard let schema, level < 10 else { return value }
        switch value {
        case .object(let object):
            var made = JSObject()
            for (name, member) in object.members {
                made[name] = typed(member, schema.field(name), level + 1)
            }
            return .object(made)
        case .array(let elements):
            return .array(elements.map { typed($0, schema.element, level + 1) })
        case .string(let text):
            if let items = schema.element {
                return .array(text.isEmpty ? [] : [typed(value, items, level + 1)])
            }
            if schema.accepts(value, .part) { return value }
            // A number is not rounded until it fits.
            let number = JSValue(spelling: text)
            if schema.isNumber, number.number.isFinite, !text.isEmpty { return number }
            return schema.fitted(value) ?? value
        default: return value
        }
    }

    private func multipart() throws -> JSValue {
        let bytes = try whole()
        guard let boundary = Multipart.boundary(in: call.request.contentType ?? ""),
            let form = try? Multipart(bytes, boundary: boundary, limits: .asBrowsersSend)
        else { throw DescribedFailure(malformed, "the body is no multipart form") }
        var fields = JSObject()
        var files: [DescribedUpload.Sent] = []
        for part in form.parts {
            guard let name = part.name else { continue }
            if part.isFile {
                let file = try keep(part, of: form, name)
                fields.add(name, file.address)
                files.append(file)
            } else if !isText(name),
                let json = try? JSON(parsing: Array(form.bytes(of: part))).root,
                json.kind == .object || json.kind == .array
            {
                fields[name] = JSValue(json)
            } else {
                fields.add(name, form.text(of: part))
            }
        }
        // What parts say of a file, wherever they stand, goes before what is seen of it.
        for file in files { DescribedUpload(call).describe(file, in: &fields) }
        return Self.typed(.object(fields), content?.schema)
    }

    /// Whether a member can be no object and no list, so that a text like one is a text.
    private func isText(_ name: String) -> Bool {
        content?.schema?.field(name)?.rules.types?.isDisjoint(with: [.object, .array]) ?? false
    }

    /// Keeps a file in the world; its member is the address under which it is served.
    private func keep(
        _ part: Multipart.Part,
        of form: Multipart,
        _ name: String
    ) throws -> DescribedUpload.Sent {
        let bytes = Array(form.bytes(of: part))
        let (title, type) = (part.filename ?? "", part.contentType)
        return DescribedUpload.Sent(
            bytes: bytes,
            name: title,
            type: type,
            address: try DescribedUpload(call).keep(bytes, name: title, type: type),
            field: name,
            form: content?.schema
        )
    }

    /// The body without its content encoding.
    private func whole() throws -> [UInt8] {
        let body = call.request.body
        let coding = call.request.header("content-encoding")?.lowercased() ?? ""
        guard !coding.isEmpty, coding != "identity" else { return body }
        let codings: [String: ContentCoding] = ["gzip": .gzip, "deflate": .deflate]
        guard let known = codings[coding] else {
            throw DescribedFailure(415, "unsupported content encoding \"\(coding)\"")
        }
        do throws(DecompressionError) {
            return try decompress(body, known, limit: Self.largest)
        } catch {
            switch error {
            case .tooLarge: throw DescribedFailure(413, "the body is too large")
            case .malformed(let words): throw DescribedFailure(malformed, words)
            }
        }
    }
}

internal import MockPostlyCompression
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript

extension Call {
    /// The limit for JSON and form bodies after decompression, in bytes.
    static let largestBody = 300_000

    /// Reads the query and the body of `request`, whatever its method and path are.
    ///
    /// Multipart bodies are read by ``checkOptions()``, which comes later in the original.
    static func reading(_ request: Request, _ api: DummyJSON) throws(Failure) -> Call {
        let query = request.rawQuery.isEmpty ? JSObject() : parseQueryString(request.rawQuery)
        // An empty body counts too when its length was sent; without a type nothing is read.
        guard
            !request.body.isEmpty
                || request.contentType != nil && request.header("content-length") != nil
        else {
            return Call(api, request, query: query, body: JSObject())
        }
        let reader = BodyReader(request, readsFormsToo: !api.isLegacy)
        return Call(api, request, query: query, body: try reader.members())
    }

    /// Checks the common options of the query, then reads a multipart body.
    func checkOptions() throws(Failure) -> QueryChecks {
        let checks = try QueryChecks(options, isLegacy: api.isLegacy)
        guard !api.isLegacy, request.isMultipart, let type = request.contentType else {
            return checks
        }
        guard request.method == .post || request.method == .put else {
            let method = request.method.name.lowercased()
            throw Failure(400, "Multipart/form-data is not allowed with \(method) requests")
        }
        body = try MultipartFields.read(request.body, contentType: type)
        return checks
    }
}

extension Request {
    /// Whether the request declares a multipart form as its body.
    var isMultipart: Bool {
        guard let type = contentType, let first = type.utf8.first else { return false }
        return first | 0x20 == UInt8(ascii: "m")
            && type.lowercased().hasPrefix("multipart/form-data")
    }
}

/// Reads JSON and form bodies as the original's middleware does.
private struct BodyReader {
    private let body: [UInt8]
    private let coding: String?
    private let mediaType: String
    private let charset: String
    /// Whether forms are read too; the legacy era read JSON only.
    private let readsFormsToo: Bool

    init(_ request: borrowing Request, readsFormsToo: Bool) {
        self.readsFormsToo = readsFormsToo
        body = request.body
        coding = request.header("content-encoding")
        let type = MediaType(request.contentType)
        mediaType = type.name
        charset = type.charset ?? "utf-8"
    }

    func members() throws(Failure) -> JSObject {
        switch mediaType {
        case "application/json": return try json()
        case "application/x-www-form-urlencoded" where readsFormsToo: return try form()
        default: return JSObject()
        }
    }

    private func json() throws(Failure) -> JSObject {
        guard charset == "utf-8" || charset.hasPrefix("utf-") else { throw unsupportedCharset }
        let text = try decoded(try inflated())
        // White space alone is not valid JSON, but an empty text is read as an empty object.
        guard !text.isEmpty else { return JSObject() }
        switch try document(text) {
        case .object(let object): return object
        case .array(let elements):
            var object = JSObject()
            for (index, element) in elements.enumerated() { object["\(index)"] = element }
            return object
        default: throw Failure(400, "Unexpected end of JSON input")
        }
    }

    /// The value of a JSON text.
    ///
    /// The strict parser reads nearly all texts; what it rejects is read as V8 would.
    private func document(_ text: [UInt8]) throws(Failure) -> JSValue {
        if let json = try? JSON(parsing: text, skippingByteOrderMark: true),
            json.root.kind == .object || json.root.kind == .array
        {
            return JSValue(json.root, rounding: true)
        }
        if let message = bodyParserError(text) { throw Failure(400, message) }
        guard let value = parseJavaScriptJSON(text) else {
            throw Failure(400, "The JSON has more than 1000 arrays and objects inside one another")
        }
        return value
    }

    private func form() throws(Failure) -> JSObject {
        guard charset == "utf-8" else { throw unsupportedCharset }
        let text = try inflated()
        do throws(FormFault) {
            return try parseForm(text)
        } catch {
            switch error {
            case .tooManyParameters: throw Failure(413, "too many parameters")
            case .tooDeep: throw Failure(400, "The input exceeded the depth")
            }
        }
    }

    private var unsupportedCharset: Failure {
        Failure(415, "unsupported charset \"\(charset.uppercased())\"")
    }

    /// The body without its content encoding.
    private func inflated() throws(Failure) -> [UInt8] {
        let tooLarge = Failure(413, "request entity too large")
        guard let coding = coding?.lowercased(), !coding.isEmpty, coding != "identity" else {
            guard body.count <= Call.largestBody else { throw tooLarge }
            return body
        }
        let codings: [String: ContentCoding] = ["gzip": .gzip, "deflate": .deflate]
        guard let known = codings[coding] else {
            throw Failure(415, "unsupported content encoding \"\(coding)\"")
        }
        do throws(DecompressionError) {
            return try decompress(body, known, limit: Call.largestBody)
        } catch {
            switch error {
            case .tooLarge: throw tooLarge
            case .malformed(let words): throw Failure(400, words)
            }
        }
    }

    /// The bytes as UTF-8; the parser skips a byte order mark of UTF-8.
    private func decoded(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        switch charset {
        case "utf-8": return bytes
        case "utf-16", "utf-16le", "utf-16be":
            guard let text = utf8(bytes, of: charset) else { throw unsupportedCharset }
            return text
        default: throw unsupportedCharset
        }
    }
}

/// Reads the text fields of a multipart body; files are skipped.
private enum MultipartFields {
    private static let largestBody = 25 * 1024 * 1024

    static func read(_ body: [UInt8], contentType: String) throws(Failure) -> JSObject {
        // The original requires the boundary at the end of the header.
        let last = contentType.split(separator: ";").last.map { trimmed(String($0)) }
        guard let last, last.lowercased().hasPrefix("boundary="),
            let boundary = Multipart.boundary(in: contentType)
        else {
            throw Failure(400, "Malformed multipart/form-data header: missing boundary")
        }
        guard body.count <= largestBody else { throw Failure(413, "Request payload too large") }
        guard !body.isEmpty else { return JSObject() }
        var limits = Multipart.Limits()
        limits.files = 5
        limits.fileSize = 5 * 1024 * 1024
        let multipart: Multipart
        do throws(Multipart.Fault) {
            multipart = try Multipart(body, boundary: boundary, limits: limits)
        } catch {
            switch error {
            case .fileTooLarge:
                throw Failure(400, "Error processing multipart data: File too large")
            case .tooManyFiles:
                throw Failure(400, "Error processing multipart data: Too many files")
            case .textTooLarge:
                throw Failure(400, "Error processing multipart data: Field value too long")
            case .unexpectedEnd, .malformedPartHeader, .tooManyParts:
                throw malformed
            }
        }
        var fields = JSObject()
        for part in multipart.parts where !part.isFile {
            guard let name = part.name else {
                throw Failure(400, "Error processing multipart data: Field name missing")
            }
            guard fields.append(field: name, .string(multipart.text(of: part))) else {
                throw malformed
            }
        }
        return fields
    }

    private static var malformed: Failure { Failure(400, "Malformed multipart/form-data request") }
}

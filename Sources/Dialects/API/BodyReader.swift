internal import MockPostlyCompression
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyText

/// Reads bodies: JSON and forms as the original does; others as well as they allow, or not at all
/// where the original's answers are wanted.
struct BodyReader {
    /// After decompression, in bytes.
    private static let largest = 10 << 20

    private let request: Request
    private let type: MediaType
    private let isOriginal: Bool
    /// Whether every body is read as JSON, as json-server 1.0 does.
    private let isV1: Bool

    init(_ request: Request, _ settings: API.Settings) {
        self.request = request
        isOriginal = settings.likeness == .jsonServer
        isV1 = settings.language == .v1
        type = MediaType(request.contentType)
    }

    /// The files of a form, with the names of their fields; ``value()`` has found them.
    private(set) var files: [(field: String, file: CollectionUpload)] = []

    /// An object or an array; an empty object without a body.
    mutating func value() throws(Failure) -> JSValue {
        guard !request.body.isEmpty else { return .object(JSObject()) }
        if isV1 {
            guard let field = request.contentType, type.name == "multipart/form-data", !isOriginal
            else { return try json() }
            return .object(try multipart(field))
        }
        switch type.name {
        case "application/json": return try json()
        case "application/x-www-form-urlencoded": return .object(try form())
        default: return isOriginal ? .object(JSObject()) : try other()
        }
    }

    private func json() throws(Failure) -> JSValue {
        let charset = type.charset ?? "utf-8"
        guard charset.hasPrefix("utf-"), let text = utf8(try whole(), of: charset) else {
            throw Failure(415, "unsupported charset \"\(charset.uppercased())\"")
        }
        return try value(of: text)
    }

    private func value(of text: [UInt8]) throws(Failure) -> JSValue {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: text, skippingByteOrderMark: true)
        } catch {
            if error.reason == .empty, text.isEmpty { return .object(JSObject()) }
            let (line, column) = error.position(in: text)
            throw Failure(400, "the body is no JSON: \(line):\(column): \(error.reason.words)")
        }
        switch json.root.kind {
        case .object: break
        case .array where isOriginal && !isV1: break
        default: throw .noObject
        }
        return JSValue(json.root, rounding: isOriginal)
    }

    /// The fields of a form; a repeated name has an array, and brackets are part of names.
    private func form() throws(Failure) -> JSObject {
        let charset = type.charset ?? "utf-8"
        guard charset == "utf-8" else {
            throw Failure(415, "unsupported charset \"\(charset.uppercased())\"")
        }
        var fields = JSObject()
        for part in try whole().split(separator: UInt8(ascii: "&")) {
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            fields.add(Self.text(name), Self.text(part[name.endIndex...].dropFirst()))
        }
        return fields
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        return decodeURIComponent(spaced) ?? String(decoding: spaced, as: UTF8.self)
    }

    /// A body of a type that the original drops: JSON without a proper type, or a multipart form.
    private mutating func other() throws(Failure) -> JSValue {
        if let field = request.contentType, type.name == "multipart/form-data" {
            return .object(try multipart(field))
        }
        let bytes = try whole()
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            throw Failure(
                415,
                "the body is neither JSON nor a form; send it as application/json"
            )
        }
        return try value(of: bytes)
    }

    private mutating func multipart(_ field: String) throws(Failure) -> JSObject {
        let bytes = try whole()
        guard let boundary = Multipart.boundary(in: field),
            let form = try? Multipart(bytes, boundary: boundary, limits: .asBrowsersSend)
        else { throw Failure(400, "the body is no multipart form") }
        var fields = JSObject()
        for part in form.parts {
            guard let name = part.name else { continue }
            guard !part.isFile else {
                let file = CollectionUpload(
                    name: part.filename ?? "",
                    contentType: part.contentType,
                    data: Base64.encode(Array(form.bytes(of: part)))
                )
                files.append((name, file))
                continue
            }
            fields.add(name, form.text(of: part))
        }
        return fields
    }

    /// The body without its content encoding.
    private func whole() throws(Failure) -> [UInt8] {
        let coding = request.header("content-encoding")?.lowercased() ?? ""
        guard !coding.isEmpty, coding != "identity" else {
            guard request.body.count <= Self.largest else { throw Self.tooLarge }
            return request.body
        }
        let codings: [String: ContentCoding] = ["gzip": .gzip, "deflate": .deflate]
        guard let known = codings[coding] else {
            throw Failure(415, "unsupported content encoding \"\(coding)\"")
        }
        do throws(DecompressionError) {
            return try decompress(request.body, known, limit: Self.largest)
        } catch {
            switch error {
            case .tooLarge: throw Self.tooLarge
            case .malformed(let words): throw Failure(400, words)
            }
        }
    }

    private static let tooLarge = Failure(413, "the body is larger than 10 MiB")
}

extension JSObject {
    /// Adds a field of a form; the values of a repeated name become an array.
    mutating func add(_ name: String, _ text: String) {
        switch self[name] {
        case .undefined: self[name] = .string(text)
        case .array(let values): self[name] = .array(values + [.string(text)])
        case let first: self[name] = .array([first, .string(text)])
        }
    }
}

extension Multipart.Limits {
    /// Those of a form of an API of one's own.
    static var asBrowsersSend: Self {
        var limits = Self()
        limits.takesControls = true
        return limits
    }
}

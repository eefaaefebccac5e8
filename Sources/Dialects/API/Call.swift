internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyText
internal import MockPostlyWorld

/// One request while it is processed, with what was read from it.
///
/// Belongs to the loop's thread.
package final class Call {
    let api: API
    let request: Request
    /// With the method that a POST names in place of its own.
    let method: Method
    /// The query; nested paths add to it.
    var query: JSObject
    /// The body: an object, or an array where the original takes one.
    var body: JSValue
    /// The files of a form, which have no members in ``body`` until they are kept.
    private var files: [(field: String, file: CollectionUpload)] = []
    /// Who may use the resource; nil for everybody.
    let guardian: Guard?
    /// The guard at the beginning of the path, with its slash; empty without one.
    let guardPrefix: String
    /// The account whose token was checked.
    var asker: String?
    /// The account to whose rows a list is limited.
    var owner: String?
    /// Whether the hashes of passwords are shown: to whoever asks for the account of their own.
    var showsPasswords = false
    /// The segments of the path, decoded, without a guard.
    let segments: [String]
    /// A path of as many segments, for the route table.
    let shape: [UInt8]

    /// Reads path, query and body, whatever the path and the method are.
    init(_ api: API, _ request: Request, _ query: JSObject) throws(Failure) {
        (self.api, self.request, self.query) = (api, request, query)
        var method = request.method == .head ? .get : request.method
        if method == .post, let name = request.firstHeader("x-http-method-override") {
            method = Method(name.uppercased())
        }
        self.method = method
        var segments = try Self.segments(request.rawPathWithoutPrefix)
        let prefix = api.settings.prefix.split(separator: "/").map(String.init)
        guard segments.starts(with: prefix) else { throw .notFound }
        segments.removeFirst(prefix.count)
        var guardian: Guard?
        if api.settings.authenticates {
            guardian = segments.first.flatMap { Guard($0) }
            if guardian != nil { segments.removeFirst() }
        }
        guardPrefix = guardian.map { "/" + $0.digits } ?? ""
        self.guardian =
            guardian
            ?? segments.first.flatMap {
                api.settings.guards[api.store.file.name(matching: $0) ?? $0]
            }
        self.segments = segments
        var reader = BodyReader(request, api.settings)
        body = try reader.value()
        files = reader.files
        shape = Array(Self.shape(of: segments, method, api).utf8)
    }

    /// A path for the route table: words that have routes of their own stay, all else is a dash.
    private static func shape(of segments: [String], _ method: Method, _ api: API) -> String {
        if segments.count == 3, method == .get, let word = api.ownWord(segments[0]) {
            return "/\(word)/-/-"
        }
        guard segments.count == 1 else {
            return segments.isEmpty ? "/" : String(repeating: "/-", count: segments.count)
        }
        let word = segments[0].lowercased()
        if word == "db" { return "/db" }
        guard api.settings.authenticates else { return "/-" }
        if method == .post, word == Accounts.collection { return "/register" }
        let isOwn =
            method == .post && Accounts.words.contains(word)
            || method == .get && word == "me" && api.store.file.name(matching: word) == nil
        return isOwn ? "/" + word : "/-"
    }

    /// Empty segments are left out: a slash too many makes no difference.
    private static func segments(_ path: ArraySlice<UInt8>) throws(Failure) -> [String] {
        var segments: [String] = []
        for part in path.split(separator: UInt8(ascii: "/")) {
            guard let text = decodeURIComponent(part) else {
                throw .badEscape
            }
            segments.append(text)
        }
        return segments
    }

    var store: CollectionStore { api.store }
    var settings: API.Settings { api.settings }
    /// Whether the query language is that of json-server 1.0.
    var isV1: Bool { settings.language == .v1 }

    /// The longest that a request can ask to wait, in milliseconds.
    private static let longestDelay = 60_000.0

    /// How long the client wants to wait, by `_delay` in milliseconds.
    var delay: Duration {
        get throws {
            let wanted = query["_delay"]
            guard !wanted.isNullish else { return .zero }
            let number = leadingNumber(wanted.text)
            guard !number.isNaN, number != 0 || api.isOriginal else { return .zero }
            // The original takes 0 for no wish at all, and then waits a second.
            let milliseconds = number == 0 ? 1000 : max(1, min(number, Self.longestDelay))
            return segments == ["db"] ? .zero : .milliseconds(milliseconds)
        }
    }

    // MARK: Resources

    /// The name of the resource of the path's first segment.
    ///
    /// - Throws: 404 when the file has none.
    func resource() throws(Failure) -> String { try resource(segments[0]) }

    /// The name of the resource that a segment means.
    func resource(_ segment: String) throws(Failure) -> String {
        guard let name = store.file.name(matching: segment), !isV1 || name == segment else {
            throw .notFound
        }
        if case .note? = store.file[name] { throw .notFound }
        return name
    }

    /// The rows of a collection.
    ///
    /// - Throws: 404 when the file has no collection of this name.
    func rows(_ name: String) throws -> CollectionRows {
        guard let rows = try store.rows(name) else { throw Failure.notFound }
        return rows
    }

    /// A row as it is shown: without the hash of a password.
    func hiding(_ row: JSValue, of name: String) -> JSValue {
        guard settings.authenticates, name == Accounts.collection, !showsPasswords,
            case .object(var object) = row
        else { return row }
        object["password"] = .undefined
        return .object(object)
    }

    /// Whether rows of this collection have something that is not shown.
    func hides(_ name: String) -> Bool {
        settings.authenticates && name == Accounts.collection && !showsPasswords
    }

    /// Prints a row as it is shown.
    func write(_ row: JSONValue, of name: String, _ text: inout PrettyJSON) {
        if hides(name) {
            text.write(hiding(JSValue(row), of: name))
        } else {
            text.write(row)
        }
    }

    /// Keeps the files of the form, whose members become links to them, and calls `body`: all of it
    /// is done, or nothing.
    func keepingFiles<Result>(_ body: () throws -> Result) throws -> Result {
        guard !files.isEmpty, case .object(var members) = self.body else { return try body() }
        return try store.together {
            for (field, file) in files {
                let id = CollectionRows.newID(&api.world.random)
                let row = file.row(id: id, settings.id)
                try store.add(CollectionUpload.collection, row, id: .string(id))
                let name = file.name.isEmpty ? "file" : encoded(file.name)
                members.add(field, "\(CollectionLink.scheme)\(Files.word)/\(id)/\(name)")
            }
            self.body = .object(members)
            return try body()
        }
    }

    /// The response with addresses of this server where rows have a `CollectionLink`.
    func localized(_ response: Response) -> Response {
        guard api.hasLinks else { return response }
        var response = response
        response.body = CollectionLink.localized(
            response.body,
            at: request.site + settings.prefix
        )
        return response
    }

    /// The URL of a resource, below which its rows are.
    func url(of name: String) -> String {
        "\(request.site)\(settings.prefix)\(guardPrefix)/\(encoded(name))"
    }

    /// Scheme, host, path and query as the client has called them.
    var fullURL: String {
        request.site + String(decoding: request.rawTargetWithoutPrefix, as: UTF8.self)
    }
}

/// The number with which a text begins, as `parseFloat` reads it; NaN without one.
func leadingNumber(_ text: String) -> Double {
    let bytes = Array(text.utf8.drop { $0 <= 0x20 })
    var end = min(bytes.count, 40)
    while end > 0 {
        let start = String(decoding: bytes[..<end], as: UTF8.self)
        // Not every form that Swift reads is one of JavaScript's.
        if start.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let value = Double(start)
        {
            return value
        }
        end -= 1
    }
    return .nan
}

/// A text as a part of a path: everything but letters, digits and `-_.!~*'()` is escaped.
func encoded(_ text: String) -> String {
    let plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()"
    return percentEncoded(text.utf8) { plain.utf8.contains($0) }
}

/// A URL in which only what no URL may have is escaped.
func encodedURL(_ text: String) -> String {
    let plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()%#$&+,/:;=?@[]"
    return percentEncoded(text.utf8) { plain.utf8.contains($0) }
}

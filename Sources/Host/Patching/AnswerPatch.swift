internal import MockPostlyBodies
internal import MockPostlyCompression
internal import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJSON

/// Changes of an answer that was really given: its JSON, its fields, its status.
package struct AnswerPatch: Sendable, Equatable {
    /// The values of all fields with one name.
    package struct FieldChange: Sendable, Equatable {
        package var name: String
        /// Empty to remove the field.
        package var values: [String]

        package init(_ name: String, _ values: [String]) {
            (self.name, self.values) = (name, values)
        }
    }

    /// The field of the answer that says what was changed.
    package static let field = "X-Mockpostly-Patch"

    /// Nil to keep the body.
    package var document: DocumentPatch?
    package var fields: [FieldChange] = []
    /// Nil to keep the status.
    package var status: Int?

    /// No change.
    package init() {}

    /// The request that the real answer is asked for: without conditions, so that there is a body for
    /// the changes, or for another status.
    package func asked(_ request: Request) -> Request {
        document == nil && status == nil ? request : request.withoutConditions
    }

    /// `response` with the changes.
    ///
    /// A body keeps its content coding. Its ETag is that of the changed body, and a client that
    /// names it in If-None-Match gets a 304. An answer that hands its connection over stays as it is.
    ///
    /// - Parameters:
    ///   - response: the real answer to ``asked(_:)``.
    ///   - request: as it came.
    /// - Returns: the answer, which is no longer repeatable.
    package func applied(to response: Response, asked request: Request) -> Response {
        guard response.takeover == nil else { return response }
        var response = response
        response.isRepeatable = false
        if let document {
            let words = Self.change(&response, by: document)
            response.fields.append(.init(Self.field, words))
            if request.hasOrigin {
                // Else a page of another origin could not read it (Fetch, CORS protocol).
                response.fields.append(.init("Access-Control-Expose-Headers", Self.field))
            }
        }
        if let status { response.status = status }
        for change in fields {
            response.removeFields([change.name.lowercased()])
            response.fields += change.values.map { .init(change.name, $0) }
        }
        if document != nil, request.isFresh(response) { response.becomeNotModified() }
        return response
    }

    // MARK: The body

    /// Changes the body, and the fields that tell of it; returns what was done.
    private static func change(_ response: inout Response, by document: DocumentPatch) -> String {
        let nothing = { (why: String) in "nothing: the answer has \(why)" }
        guard response.source == nil else { return nothing("a body that is too long") }
        guard !response.body.isEmpty else { return nothing("no body") }
        guard response.status != 206 else { return nothing("a part of a body") }
        let sent = DecodedBody(
            of: response,
            sent: response.body.count,
            limit: DocumentPatch.longestDocument
        )
        guard sent.isWhole else { return nothing("a body that is too long") }
        guard !sent.isSealed, let json = try? JSON(parsing: sent.content) else {
            return nothing("no JSON")
        }
        let result = document.applied(to: json.root)
        guard result.count > 0 else { return result.words }
        let body = sent.content.isIndented ? JSONWriter.pretty(result.bytes) : result.bytes
        response.put(body, coding: sent.coding)
        return result.words
    }
}

extension [UInt8] {
    /// Whether a document is laid out for people, with its first member on a line of its own.
    fileprivate var isIndented: Bool { starts(with: "{\n".utf8) || starts(with: "[\n".utf8) }
}

extension Response {
    /// Fields about the bytes of the real body, which are not true of another one.
    private static let untrue: Set<String> = [
        "last-modified", "content-md5", "content-digest", "repr-digest", "digest",
    ]

    /// Takes `body` as the body, in the content coding `name` if that is known.
    fileprivate mutating func put(_ body: [UInt8], coding name: String?) {
        removeFields(Self.untrue)
        if self["ETag"] != nil {
            removeFields(["etag"])
            fields.append(.init("ETag", entityTag(of: body)))
        }
        guard let name else {
            self.body = body
            return
        }
        if let coding = ContentCoding.allCases.first(where: { $0.name == name }) {
            self.body = compress(body, coding)
        } else {
            removeFields(["content-encoding"])
            self.body = body
        }
    }

    /// Becomes the answer to a client that has it already (RFC 9110, section 15.4.5).
    fileprivate mutating func becomeNotModified() {
        status = 304
        body = []
        isChunked = false
        removeFields(["content-type", "content-encoding"])
    }

    /// Removes all fields with one of these names, which are in lower case.
    fileprivate mutating func removeFields(_ names: Set<String>) {
        guard allFields.contains(where: { names.contains($0.name.lowercased()) }) else { return }
        fields = allFields.filter { !names.contains($0.name.lowercased()) }
        sharedFields = nil
    }
}

extension Request {
    /// Whether a client has `response` already: its ETag is one of If-None-Match (RFC 9110,
    /// section 13.1.2).
    fileprivate func isFresh(_ response: Response) -> Bool {
        guard method == .get || method == .head, (200...299).contains(response.status),
            let known = ifNoneMatch, let tag = response["ETag"]
        else { return false }
        let opaque = { (tag: Substring) in tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
        return known.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { one in
            one == "*" || opaque(one) == opaque(tag[...])
        }
    }
}

internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlyText

/// The answers to creates with an `Idempotency-Key`, which the world keeps: the same key gets the
/// same answer, and makes nothing (draft-ietf-httpapi-idempotency-key-header).
struct RepeatedCreates {
    /// The collection with the answers.
    static let collection = "$answers"
    /// How many are kept; the oldest goes first.
    private static let most = 1000

    private let call: DescribedCall
    /// The operation, its path and the key.
    private let name: String

    /// Nil for a request that makes nothing, or that has no key.
    init?(_ call: DescribedCall) {
        guard call.plan.method == .post, call.plan.role.hasState else { return nil }
        let declared = call.operation.parameters.first {
            $0.place == .header && Words.plain($0.name).hasPrefix(Self.stem)
        }?.name
        let header = declared?.lowercased() ?? "idempotency-key"
        let key = call.request.fields.first { $0.name.lowercased() == header }?.value
        guard let key, !key.isEmpty, key.utf8.count <= 1000 else { return nil }
        // The key of one client says nothing of another's.
        let asker = call.request.findings?.asker ?? call.request.authorization ?? ""
        (self.call, name) = (call, "\(ViewPath(call).text) \(key) \(asker)")
    }

    private static let stem = "idempoten"

    /// The answer of the first request with the key; nil for the first one.
    ///
    /// - Throws: 422 for another body under the same key.
    func known() throws -> Response? {
        guard let row = try call.store.rows(Self.collection)?.row(IDText(name))?.value else {
            return nil
        }
        guard row["of"]?.string == digest else {
            throw DescribedFailure(422, "the key was used with another body")
        }
        var response = Response(
            status: Int(row["status"]?.int ?? 200),
            body: row["body"]?.string.flatMap { Base64.decode($0) } ?? []
        )
        for field in row["fields"]?.elements ?? [] {
            let parts = field.elements.compactMap(\.string)
            if parts.count == 2 { response.fields.append(.init(parts[0], parts[1])) }
        }
        response.fields.append(.init("Idempotency-Replayed", "true"))
        return response
    }

    func keep(_ response: Response) throws {
        guard (200..<300).contains(response.status) else { return }
        let rows = try call.store.rows(Self.collection)?.rows ?? []
        if rows.count >= Self.most, let oldest = rows.first {
            try call.store.remove(Self.collection, [oldest])
        }
        var row = JSObject()
        row["$key"] = .string(name)
        row["of"] = .string(digest)
        row["status"] = .number(Double(response.status))
        row["body"] = .string(Base64.encode(response.body))
        row["fields"] = .array(
            response.allFields.map { .array([.string($0.name), .string($0.value)]) }
        )
        try call.store.add(Self.collection, .object(row), id: row["$key"])
    }

    /// Tells bodies from each other.
    private var digest: String { entityTag(of: call.request.body) }
}

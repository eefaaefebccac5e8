internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText
internal import MockPostlyThreads
internal import MockPostlyWorld

/// The API of a description over the rows of one world.
///
/// Belongs to the loop's thread.
final class Described {
    let source: DescribedSource
    unowned let api: API

    init(_ source: DescribedSource, _ api: API) {
        (self.source, self.api) = (source, api)
    }

    var store: CollectionStore { api.store }

    /// The most sentences that are remembered.
    private static let mostSaid = 1000

    /// Writes a sentence to the log, the first time that any world says it.
    func sayOnce(_ words: String) {
        let isNew = source.said.withLock { said in
            said.count < Self.mostSaid && said.insert(words).inserted
        }
        if isNew { api.context.report(.notice(words)) }
    }

    var now: Instant { api.world.now }

    // MARK: Requests

    /// The answer, and whether an operation or an endpoint for tokens took the request.
    ///
    /// Throws only faults of the server.
    func respond(to request: Request) throws -> (Response, isTaken: Bool) {
        if request.method == .options, !isDeclared(request) {
            return (DescribedHeading.preflight(request), true)
        }
        if isForToken(request) {
            let response = DescribedTokens(self, request).response()
            return (DescribedHeading.finished(response, request), true)
        }
        do {
            let (place, values, base) = try find(request)
            let call = DescribedCall(self, request, place, values, base)
            return (DescribedHeading.finished(try response(of: call), request), true)
        } catch let failure as DescribedFailure {
            return (refusal(failure, request), false)
        } catch let failure as MethodFailure {
            let words = "the path has \(failure.allowed), not \(request.method.name)"
            var response = refusal(DescribedFailure(405, words), request)
            response.fields.append(.init("Allow", failure.allowed))
            return (response, false)
        }
    }

    private func response(of call: DescribedCall) throws -> Response {
        do {
            return try store.together { try call.response() }
        } catch let failure as DescribedFailure {
            return call.response(to: failure)
        } catch is CollectionTooDeep {
            return call.response(to: DescribedFailure(400, "the body is nested too deep"))
        }
    }

    /// Whether ``respond(to:)`` would take the request.
    func hasOperation(for request: Request) -> Bool {
        request.method == .options || isForToken(request) || (try? find(request)) != nil
    }

    private func isForToken(_ request: Request) -> Bool {
        guard request.method == .post, !source.tokenPaths.isEmpty else { return false }
        let path = String(decoding: request.rawPathWithoutPrefix, as: UTF8.self)
        return source.tokenPaths.contains(path)
    }

    /// Whether OPTIONS is an operation of the description, and no browser asks for CORS.
    private func isDeclared(_ request: Request) -> Bool {
        request.header("access-control-request-method") == nil && (try? find(request)) != nil
    }

    private func find(_ request: Request) throws -> (Int, [String], String) {
        var segments: [String] = []
        for part in request.rawPathWithoutPrefix.split(separator: UInt8(ascii: "/")) {
            guard let text = decodeURIComponent(part) else {
                throw DescribedFailure(400, "the path has an escape that is not UTF-8")
            }
            segments.append(text)
        }
        switch source.table.find(request.method, segments, Query(request.rawQuery)) {
        case .plan(let place, let values, let base):
            return (place, try whole(values, source.recognition.plans[place]), base)
        case .otherMethods(let methods):
            let names = Set(methods.map(\.name)).sorted().joined(separator: ", ")
            throw MethodFailure(allowed: names)
        case .nothing(let nearest):
            let path = String(decoding: request.rawPathWithoutPrefix, as: UTF8.self)
            let hint = nearest.map { "; the nearest is \($0)" } ?? ""
            throw DescribedFailure(404, "the description has no path \(path)\(hint)")
        }
    }

    /// The values of a path with those of the list in which the row is, where its id alone names it.
    private func whole(_ values: [String], _ plan: Plan) throws -> [String] {
        guard plan.findsAlone, let place = plan.home, let id = values.first else { return values }
        let home = source.recognition.homes[place]
        let row = try rows(home, in: nil).first { home.key(of: JSValue($0.value)) == id }
        guard let list = row?.value[CollectionRows.Naming.list]?.string else {
            return Array(repeating: Self.elsewhere, count: home.parents) + values
        }
        return list.split(separator: "/").map {
            String(decoding: percentDecoded($0.utf8), as: UTF8.self)
        } + values
    }

    /// A refusal of a request that has no operation.
    func refusal(_ failure: DescribedFailure, _ request: Request) -> Response {
        let body = DescribedErrors(self).body(failure, source.errorSchema)
        return DescribedHeading.finished(body, request)
    }

    /// An error of this status in the words of the description, for a fault or a failure.
    func errorResponse(_ status: Int, _ words: String, to request: Request) -> Response {
        let failure = DescribedFailure(status, words)
        guard let (place, values, base) = try? find(request) else {
            return refusal(failure, request)
        }
        let call = DescribedCall(self, request, place, values, base)
        return DescribedHeading.finished(call.response(to: failure), request)
    }

    // MARK: Rows

    /// The rows of a list; all rows of the collection without one.
    func rows(_ home: ResourceHome, in list: String?) throws -> [CollectionRow] {
        let rows = try store.rows(home.name)?.rows ?? []
        guard let list, home.parents > 0 else { return rows }
        return rows.filter { $0.value[CollectionRows.Naming.list]?.string ?? "" == list }
    }

    /// The row that is called `id` in a list, by its id or by another name that it has.
    func row(_ home: ResourceHome, in list: String, id: String) throws -> CollectionRow? {
        guard let rows = try store.rows(home.name) else { return nil }
        let key = CollectionRows.Naming.id(id, in: home.parents > 0 ? list : "")
        if let row = rows.row(IDText(key)) { return row }
        if home.parents > 0 {
            let elsewhere = CollectionRows.Naming.id(id, in: Self.elsewhere)
            if let row = rows.row(IDText(elsewhere)) { return row }
        }
        return try second(home, in: list, id)
    }

    /// The list of rows that were made on another path, which does not say where they belong.
    static let elsewhere = "~"

    private func second(
        _ home: ResourceHome,
        in list: String,
        _ id: String
    ) throws -> CollectionRow? {
        guard let schema = home.row else { return nil }
        let names = Words.secondIDs.compactMap { schema.fieldName($0) }.filter { $0 != home.id }
        guard !names.isEmpty else { return nil }
        for row in try rows(home, in: list) {
            for name in names where row.value[name]?.string?.utf8.elementsEqual(id.utf8) ?? false {
                return row
            }
        }
        return nil
    }

    /// Whether the row with this key of the collection was deleted, and not made again.
    func isGone(_ home: ResourceHome, _ key: String) throws -> Bool {
        try store.rows(Tombstone.collection)?.has(IDText("\(home.name)/\(key)")) ?? false
    }

    /// The row with which a deleted one can be made again.
    func tombstone(_ home: ResourceHome, _ key: String) throws -> CollectionRow? {
        try store.rows(Tombstone.collection)?.row(IDText("\(home.name)/\(key)"))
    }

    /// Forgets that a row was deleted.
    func forget(_ home: ResourceHome, _ key: String) throws {
        guard let stone = try tombstone(home, key) else { return }
        try store.remove(Tombstone.collection, [stone])
    }
}

/// A path with other methods than that of the request.
struct MethodFailure: Error {
    var allowed: String
}

internal import MockPostlyContent
internal import MockPostlyFiles
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
package import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText
internal import MockPostlyThreads

/// A description of an API as it is served: what its operations do, and the rows with which its
/// collections begin.
///
/// Read once, and the same for all worlds.
package final class DescribedSource: Sendable {
    let description: Description
    let recognition: Recognition
    let table: OperationTable
    /// The paths of lists and rows of collections, by the keys of their templates.
    let homes: [String: Int]
    /// What is read of the parameters of each operation.
    let pages: [PageParameters]
    /// The schema of errors that most operations have; nil without any.
    let errorSchema: Schema?
    /// Where tokens are fetched that no operation gives.
    let tokenPaths: Set<String>
    /// What was said once in the log.
    let said = Monitor<Set<String>>([])
    /// The collections, with their first rows.
    package let file: CollectionFile
    /// Where rows of its collections have dates.
    let dates: [String: [any DateFinder]]

    /// What a file beside the description says in place of a guess.
    let overlay: Overlay

    /// A description, with what was read of it.
    ///
    /// - Throws: ``SeedFault`` for an overlay that names what the description does not have.
    init(
        _ description: Description,
        rows: Int,
        overlay reader: OverlayReader?
    ) throws(SeedFault) {
        self.description = description
        let overlay = try reader?.overlay() ?? Overlay()
        self.overlay = overlay
        var recogniser = Recogniser(description.operations)
        recogniser.recognise()
        if let reader { try recogniser.apply(overlay, reader) }
        let recognition = Recognition(homes: recogniser.homes, plans: recogniser.plans)
        self.recognition = recognition
        table = OperationTable(recognition.plans) { plan in
            // Also without the base path, and below that of other operations: many clients are given
            // the host alone, or one address for all.
            let own = plan.operation.basePaths
            let others = own == description.basePaths ? [] : description.basePaths
            return (overlay.base.map { [$0] } ?? own + others) + [""]
        }
        var homes: [String: Int] = [:]
        for (place, home) in recognition.homes.enumerated()
        where !home.isSingleton && !home.isAppended {
            homes[home.path.key + "/{}"] = place
        }
        self.homes = homes
        pages = recognition.plans.map { PageParameters($0, overlay) }
        errorSchema = Self.usualError(recognition.plans)
        tokenPaths = Self.tokenPaths(description, table)
        var dates: [String: [any DateFinder]] = [:]
        for home in recognition.homes {
            if let row = home.row { dates[home.name] = [SchemaDates(row)] }
        }
        file = FirstRows(recognition, rows: overlay.rows ?? rows).file(description.path)
            .moving(dates)
        self.dates = dates
    }

    /// A refusal in the form of the overlay; nil where it says nothing.
    func response(to failure: DescribedFailure) -> Response? {
        guard let form = form(of: failure), let body = form.body else { return nil }
        return DescribedErrors.json(
            Self.filled(.object(body), failure.message),
            form.status ?? failure.status,
            type: "application/json"
        )
    }

    /// A refusal with the status that the overlay gives it.
    func renumbered(_ failure: DescribedFailure) -> DescribedFailure {
        form(of: failure)?.status.map { DescribedFailure($0, failure.message) } ?? failure
    }

    private func form(of failure: DescribedFailure) -> Overlay.ErrorForm? {
        switch failure.status {
        case 404: overlay.notFound
        case 400, 422: overlay.invalid
        default: nil
        }
    }

    private static func filled(_ value: JSValue, _ message: String) -> JSValue {
        switch value {
        case .string("$message"): return .string(message)
        case .array(let elements): return .array(elements.map { filled($0, message) })
        case .object(let object):
            var made = JSObject()
            for (name, member) in object.members { made[name] = filled(member, message) }
            return .object(made)
        default: return value
        }
    }

    private static func usualError(_ plans: [Plan]) -> Schema? {
        var counts: [Schema: Int] = [:]
        var order: [Schema] = []
        for plan in plans {
            for response in plan.operation.responses {
                guard response.status.hasPrefix("4") || response.status == "default",
                    let schema = response.json?.schema
                else { continue }
                if counts[schema] == nil { order.append(schema) }
                counts[schema, default: 0] += 1
            }
        }
        return order.max { counts[$0] ?? 0 < counts[$1] ?? 0 }
    }

    /// Whether a file is a description rather than data: whether it says so at its top.
    static func isDescription(_ path: String) -> Bool {
        if [".yaml", ".yml"].contains(where: { path.hasSuffix($0) }) { return true }
        guard FileKind(of: path) == .file, let bytes = try? SeedFiles.contents(of: path),
            let first = bytes.first(where: { $0 > 0x20 && $0 < 0x80 })
        else { return false }
        // What is no object is no data of an API either, and YAML begins with a name.
        guard first == UInt8(ascii: "{") else {
            guard path.hasSuffix(".json") else { return first != UInt8(ascii: "[") }
            let text = String(decoding: bytes, as: UTF8.self)
            return ["openapi:", "swagger:"].contains { text.holds($0) }
        }
        guard let root = try? JSON(parsing: bytes, skippingByteOrderMark: true).root else {
            return false
        }
        return root["openapi"]?.string != nil || root["swagger"]?.string != nil
    }
}

extension PageParameters {
    init(_ plan: Plan, _ overlay: Overlay) {
        let declared = plan.operation.parameters.filter { $0.place == .query }
        for (name, schema) in declared.flatMap(\.values) {
            declare(name)
            guard let rules = schema?.rules else { continue }
            switch Self.kind(name) {
            case .page:
                if case .number(0)? = rules.defaultValue { firstPage = 0 }
                if rules.defaultValue == nil, rules.number.least == 0 { firstPage = 0 }
            case .offset:
                // SCIM and others count rows from 1.
                if case .number(1)? = rules.defaultValue { firstOffset = 1 }
                if rules.defaultValue == nil, rules.number.least == 1 { firstOffset = 1 }
            case .size:
                if case .number(let size)? = rules.defaultValue, size >= 1, size < 1e6 {
                    usualSize = Int(size)
                }
                if let most = rules.number.most, most >= 1, most < 1e6 { largestSize = Int(most) }
            case .order, .sort:
                if let word = rules.defaultValue?.string {
                    let plain = Words.plain(word)
                    isNewestFirst = plain.hasPrefix("desc") || plain.hasPrefix("newest")
                }
            default: break
            }
        }
        if let name = overlay.pageName { replace(.page, by: name) }
        if let name = overlay.sizeName { replace(.size, by: name) }
        if let first = overlay.firstPage { firstPage = first }
    }
}

internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyWorld

/// A request for an operation of a description, while it is processed.
///
/// Belongs to the loop's thread.
final class DescribedCall {
    let described: Described
    let request: Request
    let plan: Plan
    /// The values of the parameters of the path, from the left.
    let values: [String]
    /// The path below which the operation is served.
    let base: String
    /// What the names of the list's parameters mean.
    let pages: PageParameters
    let query: Query
    /// The body as a value; undefined without one.
    var body = JSValue.undefined
    /// The id of the file that was sent, or is answered.
    var upload: String?
    /// Headers that the answer gets.
    var fields: [Response.Field] = []
    /// What is wrong with the request where nothing is refused.
    private var leniency: [String] = []

    init(
        _ described: Described,
        _ request: Request,
        _ place: Int,
        _ values: [String],
        _ base: String
    ) {
        (self.described, self.request, self.values, self.base) = (described, request, values, base)
        plan = described.source.recognition.plans[place]
        pages = described.source.pages[place]
        query = Query(request.rawQuery)
    }

    var operation: Operation { plan.operation }
    var home: ResourceHome? { plan.home.map { described.source.recognition.homes[$0] } }
    var store: CollectionStore { described.store }

    // MARK: Answering

    func response() throws -> Response {
        try DescribedGuard(self).check()
        let repeated = RepeatedCreates(self)
        if let known = try repeated?.known() { return known }
        if operation.isRetired { throw DescribedFailure(410, "the operation is gone") }
        try check()
        var response = try answer()
        response.fields += fields
        addDeclaredFields(&response)
        if !plan.role.hasState, upload == nil {
            response.fields.append(.init("X-Mockpostly-State", "none"))
        }
        if !leniency.isEmpty {
            response.fields.append(.init("X-Mockpostly-Invalid", leniency.joined(separator: "; ")))
        }
        response = withType(response)
        try repeated?.keep(response)
        return response
    }

    private func answer() throws -> Response {
        guard let home else { return try example() }
        switch plan.role {
        case .list, .view, .appended, .relation: return try DescribedList(self, home).response()
        case .read, .lookup: return try rowAnswer(try row(home), home)
        case .none: return try example()
        default: return try DescribedWrite(self, home).response()
        }
    }

    // MARK: Checking

    /// Reads the body, and checks the request against the description.
    ///
    /// - Throws: ``DescribedFailure`` for what is refused.
    private func check() throws {
        let parameters = DescribedParameters(self).problems()
        if let first = parameters.first {
            try refuse(first.status, first.words)
        }
        var reader = DescribedBody(self)
        body = try reader.value()
        guard let content = reader.content, let schema = content.schema, body != .undefined else {
            let isDemanded = operation.body?.isRequired ?? false
            if isDemanded, reader.isMissing {
                try refuse(operation.refusal, "a body is required")
            }
            return
        }
        let strictness: SchemaStrictness = demandsMembers ? .wholeRow : .part
        let checked = demandsMembers || plan.role == .none(plan.why) ? body : withoutNulls(body)
        guard let found = schema.violations(of: checked, strictness).first else { return }
        try refuse(operation.refusal, found.sentence())
    }

    /// A change without the members that it sets to null, which takes them out of the row; those of
    /// objects in it too where they are merged (RFC 7396).
    private func withoutNulls(_ value: JSValue) -> JSValue {
        guard case .object(let object) = value else { return value }
        let type = MediaType(request.contentType).name
        var rest = JSObject()
        for (name, member) in object.members where member != .null {
            let isMerged = type == "application/merge-patch+json" || name == plan.bodyWrapper
            rest[name] = isMerged ? withoutNulls(member) : member
        }
        return .object(rest)
    }

    /// Whether the body must have all that is required.
    private var demandsMembers: Bool {
        switch plan.role {
        case .create, .append, .viewCreate, .createMany: return true
        case .replace:
            let recognition = described.source.recognition
            return recognition.plans.contains { $0.key == plan.key && $0.method == .patch }
        case .none: return plan.method == .post
        default: return false
        }
    }

    /// Refuses a request, or notes what is wrong where everything is let in.
    private func refuse(_ status: Int, _ words: String) throws {
        guard !described.api.settings.isLax else {
            leniency.append(words)
            return
        }
        throw DescribedFailure(status, words)
    }

    // MARK: Rows

    /// The list to which the path leads; for a path of a row, that in which it is.
    var list: String {
        guard let home else { return "" }
        return ResourceHome.list(Array(values.prefix(home.parents)))
    }

    /// The value of the parameter `name` of the path.
    func value(of name: String) -> String? {
        // What stands above a row that its id alone has found is not in the path.
        zip(plan.path.parameters, values.suffix(plan.path.parameters.count))
            .first { $0.0 == name }?.1
    }

    /// A text of an overlay: `{name}` is the value of a parameter.
    func filled(_ text: String) -> JSValue {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return .string(text) }
        return value(of: String(text.dropFirst().dropLast())).map { .string($0) } ?? .string(text)
    }

    /// Refuses a path below a row that was deleted.
    func checkParents() throws {
        var key = ""
        var count = 0
        for segment in plan.path.segments.dropLast(plan.path.endsInParameter ? 1 : 0) {
            guard segment.parameter != nil else {
                key += "/" + (segment.literal ?? "")
                continue
            }
            key += "/{}"
            count += 1
            guard let place = described.source.homes[key], count <= values.count else { continue }
            let parent = described.source.recognition.homes[place]
            let list = ResourceHome.list(Array(values.prefix(count - 1)))
            let id = values[count - 1]
            let row = CollectionRows.Naming.id(id, in: parent.parents > 0 ? list : "")
            if try described.isGone(parent, row) {
                throw DescribedFailure(404, "\(parent.noun) \(id) was deleted")
            }
            if home?.checksParent ?? false, try described.row(parent, in: list, id: id) == nil {
                throw DescribedFailure(404, "there is no \(parent.noun) \(id)")
            }
        }
    }

    /// The row that the path names.
    ///
    /// - Throws: 404 when there is none.
    func row(_ home: ResourceHome) throws -> CollectionRow {
        try checkParents()
        if case .lookup(let member) = plan.role { return try row(home, with: member) }
        let id = itemID(home)
        if let row = try described.row(home, in: list, id: id) { return row }
        if ["me", "@me", "self", "~"].contains(id), let own = try ownRow(home) { return own }
        let key = CollectionRows.Naming.id(id, in: home.parents > 0 ? list : "")
        let isGone = try described.isGone(home, key)
        let status = isGone && operation.response("410") != nil && operation.response("404") == nil
        throw DescribedFailure(
            status ? 410 : 404,
            "there is no \(home.noun) \(id)"
        )
    }

    /// The row of whoever asks, by the token; the first one without it.
    func ownRow(_ home: ResourceHome) throws -> CollectionRow? {
        let own = try described.api.account(of: request).flatMap { account in
            try described.row(home, in: list, id: account)
        }
        return try own ?? described.rows(home, in: list).first
    }

    /// The id of the row in the path.
    func itemID(_ home: ResourceHome) -> String {
        values.count > home.parents ? values[home.parents] : values.last ?? ""
    }

    private func row(_ home: ResourceHome, with member: String) throws -> CollectionRow {
        let wanted = values.last ?? ""
        let rows = try described.rows(home, in: nil)
        let found = rows.first { row in
            row.value[member].map { JSValue($0).text.utf8.elementsEqual(wanted.utf8) } ?? false
        }
        guard let found else {
            throw DescribedFailure(404, "there is no \(home.noun) with \(member) \(wanted)")
        }
        return found
    }

    /// What shapes rows for answers.
    func shaper(_ number: Int = 0) -> Shaper {
        var drawing = Drawing(
            seed: 0,
            path: plan.path.text,
            row: number,
            now: described.now
        )
        drawing.pictures = Pictures.address
        drawing.server = CollectionLink.server
        var shaper = Shaper(drawing: drawing) { [described] component, id in
            described.row(ofComponent: component, id)
        }
        if plan.purpose == .create { shaper.kept = home?.id }
        return shaper
    }

    /// An answer with one row.
    func rowAnswer(_ row: CollectionRow, _ home: ResourceHome) throws -> Response {
        try rowAnswer(JSValue(row.value), row.ordinal, home)
    }

    func rowAnswer(
        _ row: JSValue,
        _ number: Int,
        _ home: ResourceHome,
        purpose: Operation.Purpose? = nil
    ) throws -> Response {
        let success = operation.success(purpose ?? plan.purpose)
        let version = RowVersion(self, home)
        guard let schema = success.schema else {
            let file = try DescribedUpload(self).response(success)
            return version.finish(file ?? empty(success), with: row)
        }
        let shown = wrapped([row], number, schema)
        return version.finish(json(shown, success), with: row)
    }

    /// Rows as `schema` has them: the first one alone, or in its wrapper, which may be a list.
    func wrapped(_ rows: [JSValue], _ number: Int, _ schema: Schema) -> JSValue {
        wrapped(rows, in: plan.wrapper[...], schema, shaper(number))
    }

    private func wrapped(
        _ rows: [JSValue],
        in wrapper: ArraySlice<String>,
        _ schema: Schema,
        _ shaper: Shaper
    ) -> JSValue {
        guard let name = wrapper.first, let field = schema.field(name),
            case .object(var whole) = shaper.value(.object(JSObject()), as: schema)
        else { return shaper.value(rows.first ?? .undefined, as: schema) }
        if wrapper.count == 1, let element = field.element {
            whole[name] = .array(rows.map { shaper.value($0, as: element) })
        } else {
            whole[name] = wrapped(rows, in: wrapper.dropFirst(), field, shaper)
        }
        return .object(whole)
    }

    func json(_ value: JSValue, _ success: Operation.Success) -> Response {
        DescribedErrors.json(
            value,
            success.status,
            type: success.response?.json?.jsonType ?? "application/json"
        )
    }

    /// An answer that shows no row: empty, or what the description has for one.
    func empty(_ success: Operation.Success) -> Response {
        guard success.response?.contents.isEmpty == false else {
            return Response(status: success.status)
        }
        return DescribedExample(self).response(success)
    }

    private func example() throws -> Response {
        try checkParents()
        if plan.method == .delete { try DescribedUpload(self).remove() }
        let success = operation.success(plan.purpose)
        if upload != nil { try DescribedUpload(self).tellRow() }
        if success.schema == nil, let file = try DescribedUpload(self).response(success) {
            return file
        }
        guard DescribedTokens.areGiven(by: plan), let schema = success.schema else {
            return DescribedExample(self).response(success)
        }
        let drawn = DescribedExample(self).value(success)
        let tokens = DescribedTokens(described, request)
        return json(try tokens.filled(drawn, schema, body), success)
    }

    /// The URL of a path of the API.
    func url(_ path: String) -> String { request.site + base + path }
}

extension Plan {
    /// What decides the status of its answer.
    var purpose: Operation.Purpose {
        switch role {
        case .create, .append, .viewCreate, .createMany, .copy, .restore: .create
        case .delete, .deleteMany: .delete
        case .membership(.delete), .singleton(.delete), .alias(.delete): .delete
        default: method == .delete ? .delete : method == .post && !role.hasState ? .create : .other
        }
    }
}

extension Operation.Content {
    /// The type under which JSON is answered.
    var jsonType: String { type == "*/*" ? "application/json" : declaredType }
}

extension Described {
    /// The row with this id of the collection whose rows are this component.
    func row(ofComponent component: Schema, _ id: String) -> JSValue? {
        guard component.component != nil else { return nil }
        for home in source.recognition.homes where !home.isSingleton && home.parents == 0 {
            guard let schema = home.row, Shapes.isSame(component, schema) else { continue }
            guard let row = try? store.rows(home.name)?.row(IDText(id)) else { continue }
            return JSValue(row.value)
        }
        return nil
    }
}

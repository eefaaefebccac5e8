internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// Resources that are one document for each path.
struct DescribedDocument {
    private let call: DescribedCall
    private let home: ResourceHome

    init(_ call: DescribedCall, _ home: ResourceHome) { (self.call, self.home) = (call, home) }

    func response(_ writing: Role.Writing?) throws -> Response {
        try call.checkParents()
        let key = ViewPath(call).text
        let known = try call.store.rows(home.name)?.row(IDText(key))
        var object: JSObject
        if case .object(let kept)? = known.map({ JSValue($0.value) }) {
            object = kept
        } else {
            object = first()
        }
        switch writing {
        case nil: return try call.rowAnswer(value(of: object), 0, home)
        case .delete:
            if let known { try call.store.remove(home.name, [known]) }
            try call.described.forgetFiles(at: [key])
            let success = call.operation.success(.delete)
            return success.status == 204 ? call.empty(success) : try answer(success, first())
        case .merge, .replace:
            try RowVersion(call, home).check(value(of: object))
            let maker = RowMaker(call, home)
            if case .array = call.body {
                object["$value"] = call.body
            } else {
                maker.merge(maker.members, into: &object)
            }
            maker.setTimes(.changed, &object, sent: maker.members)
            RowVersion(call, home).advance(&object, sent: maker.members)
            object[CollectionRows.Naming.key] = .string(key)
            if let known {
                try call.store.replace(home.name, known, by: .object(object))
            } else {
                try call.store.add(home.name, .object(object), id: .string(key))
            }
            return try answer(call.operation.success(call.plan.purpose), object)
        }
    }

    private func answer(_ success: Operation.Success, _ object: JSObject) throws -> Response {
        guard success.schema != nil else { return call.empty(success) }
        return try call.rowAnswer(value(of: object), 0, home)
    }

    /// A document that is a list is kept in a member.
    private func value(of object: JSObject) -> JSValue {
        object.has("$value") ? object["$value"] : .object(object)
    }

    /// The document before anybody has written it.
    private func first() -> JSObject {
        guard let schema = home.row else { return JSObject() }
        let get = call.described.source.recognition.plans.first {
            $0.key == call.plan.key && $0.method == .get
        }
        let content = get?.operation.success(.other).response?.json
        var example = content?.examples.first
        if let wrapper = get?.wrapper, let inner = example.map({ wrapper.reduce($0) { $0[$1] } }),
            inner != .undefined
        {
            example = inner
        }
        var drawing = call.shaper().drawing
        (drawing.path, drawing.isFull) = (home.path.text, true)
        let drawn =
            example.map { Shaper(drawing: drawing).value($0, as: schema) } ?? schema.draw(drawing)
        var object = JSObject()
        switch drawn {
        case .object(let members): object = members
        case .array: object["$value"] = drawn
        default: break
        }
        if case .object = drawn { _ = home.fill(&object, with: call.values) }
        return object
    }
}

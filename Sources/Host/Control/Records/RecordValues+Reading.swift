internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON

extension RecordCollection {
    /// The members that `request` has for a new record, or for one that changes.
    ///
    /// Each has the type of its field. Throws a ``Problem`` that names the member at fault.
    func values(in request: Request, isNew: Bool) throws -> RecordValues {
        let free = fields.filter { isNew ? $0.isAddable : $0.traits.contains(.edited) }
        let hint =
            isOfDocuments
            ? "Send a JSON object with the members of the \(noun)."
            : "Send a JSON object with some of: \(enumerated(free.map(\.name)))."
        let body = try ControlBody(text: request.body, hint: hint)
        guard let object = body.whole, object.count > 0 else {
            throw Problem(400, "Missing member", detail: "The body has no members.", hint: hint)
        }
        if isOfDocuments { return RecordValues(object) }
        try body.refuse(allBut: fields.map(\.name))
        for (name, value) in object.members {
            guard let field = free.first(where: { $0.name.isIdentical(to: name) }) else {
                throw Problem(
                    400,
                    "Not editable",
                    detail: "The member '\(name)' cannot be set\(isNew ? "" : " again").",
                    hint: "These can: \(enumerated(free.map(\.name))).",
                    member: name
                )
            }
            try body.check(field, value)
        }
        if isNew {
            for field in fields where field.traits.contains(.required) && !body.has(field.name) {
                throw body.missing(field.name, "A new \(noun) needs it.")
            }
        }
        return RecordValues(object)
    }
}

extension RecordField {
    var isAddable: Bool { !traits.isDisjoint(with: [.added, .required]) }
}

extension ControlBody {
    fileprivate func check(_ field: RecordField, _ value: JSONValue) throws(Problem) {
        if value.isNull, field.traits.contains(.optional) { return }
        let isRight =
            switch field.kind {
            case .text, .longText, .secret, .date: value.string != nil
            // Other collections are named by their ids, as texts or as numbers.
            case .number: value.isIntegerLiteral || field.collection != nil && value.string != nil
            case .flag: value.bool != nil
            case .json: true
            }
        guard !isRight, !(field.collection != nil && value.isIntegerLiteral) else { return }
        let wanted =
            switch field.kind {
            case .number: "a whole number"
            case .flag: "true or false"
            default: "a text"
            }
        throw wrongType(
            field.name,
            value,
            wanted: wanted + (field.traits.contains(.optional) ? " or null" : ""),
            hint: "Send \(wanted)."
        )
    }
}

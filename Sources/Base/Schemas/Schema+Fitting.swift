package import MockPostlyJavaScript
internal import MockPostlyWorld

extension Schema {
    /// `value`, or the nearest to it that fits; nil when there is nothing near.
    ///
    /// Near are a word of an enum in another case, a number as text and a text as number, a text that
    /// is cut or repeated to its length, a date for a time, a list of the value, an object with the
    /// value as its id, and an object or list with what fits in it.
    ///
    /// - Parameters:
    ///   - value: such as a member of a body.
    ///   - drawing: of which members that must be there and are not are drawn; without it an object
    ///     that lacks one does not fit.
    /// - Returns: a value that ``accepts(_:_:)``.
    package func fitted(_ value: JSValue, _ drawing: Drawing? = nil) -> JSValue? {
        var fitter = SchemaFitter(drawing: drawing)
        return fitter.fit(value, self, 0)
    }
}

private struct SchemaFitter {
    let drawing: Drawing?
    private var steps = 5_000

    init(drawing: Drawing?) { self.drawing = drawing }

    private static let deepest = 40

    mutating func fit(_ value: JSValue, _ schema: Schema, _ depth: Int) -> JSValue? {
        steps -= 1
        guard steps > 0, depth < Self.deepest, value != .undefined else { return nil }
        if schema.accepts(value) { return value }
        let rules = schema.rules
        for candidate in candidates(for: value, schema, depth) where schema.accepts(candidate) {
            return candidate
        }
        guard !rules.alternatives.isEmpty else { return nil }
        let chosen = rules.chosen(by: value).map { [$0] } ?? rules.alternatives[0].schemas
        for choice in chosen.prefix(20) {
            if let fitted = fit(value, choice, depth + 1), schema.accepts(fitted) { return fitted }
        }
        return nil
    }

    private mutating func candidates(
        for value: JSValue,
        _ schema: Schema,
        _ depth: Int
    ) -> [JSValue] {
        let rules = schema.rules
        if let choices = rules.choices, let near = Self.choice(near: value, of: choices) {
            return [near]
        }
        let types = rules.types ?? .all
        var found: [JSValue] = []
        switch value {
        case .object(let object):
            if types.contains(.object) { found.append(.object(fit(object, schema, depth))) }
        case .array(let elements):
            if types.contains(.array) { found.append(.array(fit(elements, rules, depth))) }
        case .null, .undefined: return []
        case .string(let text):
            found += scalars(of: text, rules)
        case .number(let number):
            found += scalars(of: number, value.text, rules)
        case .long(let number):
            found += scalars(of: number.double, number.text, rules)
        case .bool(let truth):
            if types.contains(.string) { found.append(.string(truth ? "true" : "false")) }
            if types.contains(.integer) { found.append(.number(truth ? 1 : 0)) }
        }
        guard found.isEmpty || !found.contains(where: { schema.accepts($0) }) else { return found }
        return found + containers(of: value, schema, depth)
    }

    // MARK: Scalars

    /// The choice that is the same word in another case, with other signs, or as text.
    private static func choice(near value: JSValue, of choices: [JSValue]) -> JSValue? {
        switch value {
        case .string, .number, .long, .bool: break
        default: return nil
        }
        let word = MemberName(value.shortText).plain
        guard !word.isEmpty else { return nil }
        return choices.first {
            switch $0 {
            case .string, .number, .long, .bool: MemberName($0.shortText).plain == word
            default: false
            }
        }
    }

    private func scalars(of text: String, _ rules: SchemaRules) -> [JSValue] {
        let types = rules.types ?? .all
        var found: [JSValue] = []
        if !types.isDisjoint(with: .number) {
            let number = JSValue(spelling: text)
            if !text.isEmpty, number.number.isFinite {
                found += [number] + scalars(of: number.number, number.text, rules)
            }
        }
        if types.contains(.boolean), ["true", "false"].contains(text.lowercased()) {
            found.append(.bool(text.lowercased() == "true"))
        }
        guard types.contains(.string) else { return found }
        switch rules.format {
        case "date-time": found.append(.string(text + "T00:00:00Z"))
        case "date": found.append(.string(String(text.prefix(10))))
        case "uuid", "email": found.append(.string(text.lowercased()))
        default: break
        }
        // What is too short or too long, and else as it must be.
        found.append(.string(Drawer.fit(text, into: rules.length)))
        return found
    }

    private func scalars(
        of number: Double,
        _ text: String,
        _ rules: SchemaRules
    ) -> [JSValue] {
        let types = rules.types ?? .all
        var found: [JSValue] = []
        if !types.isDisjoint(with: .number) {
            var near = number
            if let least = rules.number.least { near = max(near, least) }
            if let most = rules.number.most { near = min(near, most) }
            found += [.number(near), .number(near.rounded())]
        }
        if types.contains(.boolean), number == 0 || number == 1 { found.append(.bool(number == 1)) }
        guard types.contains(.string) else { return found }
        if rules.format == "date-time", number.magnitude < 1e12 {
            let time = Instant(seconds: Int64(number)).rfc3339Millis
            found.append(.string(String(time.dropLast(5)) + "Z"))
        }
        return found + [.string(text), .string(Drawer.fit(text, into: rules.length))]
    }

    // MARK: Containers

    private mutating func containers(
        of value: JSValue,
        _ schema: Schema,
        _ depth: Int
    ) -> [JSValue] {
        let rules = schema.rules
        var found: [JSValue] = []
        if rules.types?.contains(.array) == true, let items = rules.items {
            if case .array = value {
            } else if let element = fit(value, items, depth + 1) {
                found.append(.array([element]))
            }
        }
        guard rules.isObject, case .object(let object)? = wrapped(value, rules, depth) else {
            return found
        }
        return found + [.object(completed(object, schema))]
    }

    /// An object with `value` as the first of its members that are ids and take it.
    private mutating func wrapped(
        _ value: JSValue,
        _ rules: SchemaRules,
        _ depth: Int
    ) -> JSValue? {
        switch value {
        case .string, .number, .long: break
        default: return nil
        }
        for name in Self.ids {
            guard let schema = rules.property(name), schema.accepts(value) else { continue }
            var object = JSObject()
            object[name] = value
            return .object(object)
        }
        for name in Self.ids {
            guard let schema = rules.property(name), let near = fit(value, schema, depth + 1) else {
                continue
            }
            var object = JSObject()
            object[name] = near
            return .object(object)
        }
        return nil
    }

    /// The usual names of ids, the likelier first.
    private static let ids = [
        "id", "gid", "sid", "uid", "uuid", "guid", "slug", "key", "identifier", "code", "number",
        "token", "name", "username", "login",
    ]

    private mutating func fit(_ object: JSObject, _ schema: Schema, _ depth: Int) -> JSObject {
        let rules = schema.rules
        var fitted = JSObject()
        for (name, value) in object.members {
            if let member = rules.property(name) {
                if member.rules.isWriteOnly { continue }
                if let near = fit(value, member, depth + 1) { fitted[name] = near }
                continue
            }
            switch rules.additional {
            case .anything: fitted[name] = value
            case .nothing: break
            case .of(let member):
                if let near = fit(value, member, depth + 1) { fitted[name] = near }
            }
        }
        return completed(fitted, schema)
    }

    private mutating func fit(_ elements: [JSValue], _ rules: SchemaRules, _ depth: Int)
        -> [JSValue]
    {
        guard let items = rules.items else { return elements }
        let fitted = elements.compactMap { fit($0, items, depth + 1) }
        guard let most = rules.count.most, Double(fitted.count) > most else { return fitted }
        return Array(fitted.prefix(Int(max(0, most))))
    }

    /// With members that must be there and are not.
    private func completed(_ object: JSObject, _ schema: Schema) -> JSObject {
        guard var drawing else { return object }
        var object = object
        let rules = schema.rules
        for name in rules.required where object[name] == .undefined {
            guard let member = rules.property(name) else {
                object[name] = .null
                continue
            }
            if member.rules.isWriteOnly { continue }
            drawing.isFull = false
            object[name] = member.draw(drawing, named: name)
        }
        return object
    }
}

internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// Which rows a list of json-server 1.0 has: the parameters `field:op=value`, or `_where`.
struct V1Condition {
    /// A tree of members with the operators at its leaves.
    private let tree: JSObject
    /// The values as they were sent, by the values that they were read as: text that looks like a
    /// number is found too.
    private let isFromParameters: Bool

    private static let operators = [
        "eq", "ne", "lt", "lte", "gt", "gte", "in", "contains", "startsWith", "endsWith",
    ]
    private static let ownParameters: Set<String> = [
        "_sort", "_page", "_per_page", "_embed", "_where",
    ]

    /// Nil when no rows are left out.
    init?(_ query: JSObject) {
        if let text = query["_where"].string, let json = try? JSON(parsing: Array(text.utf8)),
            case .object(let tree) = JSValue(json.root)
        {
            (self.tree, isFromParameters) = (tree, false)
            return
        }
        var root = JSValue.object(JSObject())
        for (name, value) in query.members where !Self.ownParameters.contains(name) {
            let value = if case .array(let several) = value { several.last ?? .null } else { value }
            guard let (path, operation) = Self.parts(of: name) else { continue }
            Self.set(&root, path[...], operation, value)
        }
        guard case .object(let tree) = root, tree.count > 0 else { return nil }
        (self.tree, isFromParameters) = (tree, true)
    }

    /// The path and the operator of a parameter's name; nil for an unknown operator after a colon.
    private static func parts(of name: String) -> (path: [String], operation: String)? {
        var (path, operation) = (name, "eq")
        if let colon = name.lastIndex(of: ":"), name.index(after: colon) < name.endIndex {
            operation = String(name[name.index(after: colon)...])
            guard operators.contains(operation) else { return nil }
            path = String(name[..<colon])
        } else if let known = operators.first(where: { name.hasSuffix("_" + $0) }) {
            operation = known
            path = String(name.dropLast(known.count + 1))
        }
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return (names, operation)
    }

    private static func set(
        _ node: inout JSValue,
        _ path: ArraySlice<String>,
        _ operation: String,
        _ value: JSValue
    ) {
        guard case .object(var object) = node else { return }
        if let name = path.first {
            var inner = object[name]
            if case .object = inner {} else { inner = .object(JSObject()) }
            set(&inner, path.dropFirst(), operation, value)
            object[name] = inner
        } else {
            object[operation] = value
        }
        node = .object(object)
    }

    // MARK: Rows

    func takes(_ row: JSONValue) -> Bool { takes(row, tree) }

    private func takes(_ row: JSONValue, _ tree: JSObject) -> Bool {
        tree.members.allSatisfy { name, condition in
            if name == "or" || name == "and", !isFromParameters {
                guard case .array(let parts) = condition else { return false }
                return name == "or"
                    ? parts.contains { takes(row, part: $0) }
                    : parts.allSatisfy { takes(row, part: $0) }
            }
            guard case .object(let inner) = condition else { return false }
            let operators = inner.members.filter { Self.operators.contains($0.name) }
            let value = row[name]
            guard operators.isEmpty else {
                guard let value = value.map({ JSValue($0) }) else { return false }
                return operators.allSatisfy { holds($0.name, value, $0.value) }
            }
            // As the original has it: a row without the inner object passes.
            guard let value else { return true }
            return value.kind == .object && takes(value, inner)
        }
    }

    private func takes(_ row: JSONValue, part: JSValue) -> Bool {
        if case .object(let tree) = part { takes(row, tree) } else { false }
    }

    private func holds(_ operation: String, _ value: JSValue, _ wanted: JSValue) -> Bool {
        switch operation {
        case "eq": return isSame(value, wanted)
        case "ne": return !isStrictlyEqual(value, read(wanted))
        case "lt": return isLess(value, read(wanted))
        case "gt": return isLess(read(wanted), value)
        case "lte": return isLess(value, read(wanted)) || isEqual(value, read(wanted))
        case "gte": return isLess(read(wanted), value) || isEqual(value, read(wanted))
        case "in":
            guard isFromParameters else {
                guard case .array(let values) = wanted else { return isSame(value, wanted) }
                return values.contains { isSame(value, $0) }
            }
            return wanted.text.split(separator: ",").contains { part in
                let trimmed = part.drop { $0 == " " }
                let end = trimmed.lastIndex { $0 != " " }
                guard let end else { return false }
                return isSame(value, .string(String(trimmed[...end])))
            }
        default:
            guard let text = value.string?.lowercased() else { return false }
            let part = wanted.text.lowercased()
            switch operation {
            case "contains": return TextSearch(part).has(text: text)
            case "startsWith": return text.hasPrefix(part)
            default: return text.hasSuffix(part)
            }
        }
    }

    /// Whether a value is the wanted one: exactly, or as the text of a parameter.
    private func isSame(_ value: JSValue, _ wanted: JSValue) -> Bool {
        if isStrictlyEqual(value, read(wanted)) { return true }
        return isFromParameters && value.string != nil && value == wanted
    }

    /// JavaScript's `a == b` for two values that are not less than one another.
    private func isEqual(_ a: JSValue, _ b: JSValue) -> Bool {
        if a.string != nil, b.string != nil { return a == b }
        return a.number == b.number && !isLess(a, b) && !isLess(b, a)
    }

    /// The value that a parameter's text means.
    private func read(_ value: JSValue) -> JSValue {
        guard isFromParameters, let text = value.string else { return value }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            let number = JSValue(spelling: text)
            let isBlank = text.utf8.allSatisfy { $0 <= 0x20 }
            return isBlank || number.number.isNaN ? value : number
        }
    }
}

internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// What stands around the rows of a list: counts, places of other pages, and so on.
struct ListEnvelope {
    private let call: DescribedCall
    private let page: ListPage
    private let rows: [JSValue]

    init(_ call: DescribedCall, _ page: ListPage, _ rows: [JSValue]) {
        (self.call, self.page, self.rows) = (call, page, rows)
    }

    /// The answer with the rows at `path`.
    func value(_ schema: Schema, _ path: [String]) -> JSValue {
        guard let name = path.first else { return bounded(schema) }
        return .object(object(schema, path: path, name))
    }

    /// As many rows as the schema allows: none is made up, and none is left out for another.
    private func bounded(_ schema: Schema) -> JSValue {
        guard let most = schema.rules.count.most, Double(rows.count) > most else {
            return .array(rows)
        }
        return .array(Array(rows.prefix(Int(max(0, most)))))
    }

    /// The text of a header that says something of the list, such as `X-Total-Count`; nil for others.
    func text(ofHeader name: String, _ schema: Schema) -> String? {
        let words = Words.split(name).drop { $0 == "x" || $0 == "pagination" || $0 == "paging" }
        guard let member = EnvelopeMember(words.joined(separator: "_")),
            case .value(let value) = value(of: member, name, schema, hasTotal: true)
        else { return nil }
        return value.text
    }

    private func object(_ schema: Schema, path: [String], _ name: String) -> JSObject {
        var made = JSObject()
        let rules = schema.rules
        let required = Set(rules.required)
        let hasTotal = schema.fields.contains {
            EnvelopeMember($0.name) == .total && Words.plain($0.name) != "count"
        }
        for field in schema.fields {
            if field.name == name {
                made[name] =
                    path.count == 1
                    ? bounded(field.schema)
                    : value(field.schema, Array(path.dropFirst()))
                continue
            }
            let isRequired = required.contains(field.name)
            if let filled = filled(
                field.name,
                field.schema,
                hasTotal: hasTotal,
                isRequired: isRequired
            ) {
                made[field.name] = filled
            }
        }
        for name in required where schema.field(name) == nil { made[name] = .null }
        return made
    }

    /// A member beside the rows; nil to leave it out.
    private func filled(
        _ name: String,
        _ schema: Schema,
        hasTotal: Bool,
        isRequired: Bool,
        _ level: Int = 0
    ) -> JSValue? {
        if let member = EnvelopeMember(name) {
            switch value(of: member, name, schema, hasTotal: hasTotal) {
            case .value(let value):
                if schema.accepts(value) { return value }
                if let fitting = schema.fitted(value) { return fitting }
            case .nothing:
                if schema.rules.isNullable { return .null }
                return isRequired ? call.shaper().missing(schema) : nil
            case .unknown: break
            }
        }
        if schema.isObject, level < 3, schema.element == nil {
            return part(schema, isRequired: isRequired, level)
        }
        guard isRequired || schema.rules.defaultValue != nil else { return nil }
        return call.shaper().missing(schema)
    }

    /// An object beside the rows, such as `meta` or `links`.
    private func part(_ schema: Schema, isRequired: Bool, _ level: Int) -> JSValue? {
        var made = JSObject()
        let required = Set(schema.rules.required)
        let hasTotal = schema.fields.contains { EnvelopeMember($0.name) == .total }
        for field in schema.fields {
            let value = filled(
                field.name,
                field.schema,
                hasTotal: hasTotal,
                isRequired: required.contains(field.name),
                level + 1
            )
            if let value { made[field.name] = value }
        }
        for name in required where schema.field(name) == nil { made[name] = .null }
        let value = JSValue.object(made)
        guard schema.accepts(value) else { return isRequired ? call.shaper().missing(schema) : nil }
        return made.count > 0 || isRequired ? value : nil
    }

    private enum Filling {
        case value(JSValue)
        /// There is no such page.
        case nothing
        case unknown
    }

    private func value(
        of member: EnvelopeMember,
        _ name: String,
        _ schema: Schema,
        hasTotal: Bool
    ) -> Filling {
        func number(_ number: Int) -> Filling { .value(.number(Double(number))) }
        switch member {
        case .total: return number(page.total)
        case .count: return number(hasTotal ? rows.count : page.total)
        case .page: return schema.isObject ? .unknown : number(page.number)
        case .size: return number(page.size ?? max(rows.count, 1))
        case .offset: return number(page.start)
        case .pages: return schema.isObject ? .unknown : number(page.count)
        case .hasMore: return .value(.bool(page.next != nil))
        case .hasPrevious: return .value(.bool(page.start > 0))
        case .isFirst: return .value(.bool(page.start == 0))
        case .isLast: return .value(.bool(page.next == nil))
        case .from: return rows.isEmpty ? .nothing : number(page.start + 1)
        case .to: return rows.isEmpty ? .nothing : number(page.start + rows.count)
        case .first where schema.isBoolean: return .value(.bool(page.start == 0))
        case .last where schema.isBoolean: return .value(.bool(page.next == nil))
        case .next: return place(page.next, name, schema)
        case .previous: return place(page.previous, name, schema)
        case .first: return page.size == nil ? .unknown : place(0, name, schema)
        case .last: return page.size == nil ? .unknown : place(page.last, name, schema)
        case .itself: return place(page.start, name, schema)
        }
    }

    private func place(_ start: Int?, _ name: String, _ schema: Schema) -> Filling {
        guard let start else { return .nothing }
        if schema.isObject { return .value(placeObject(start, schema)) }
        if schema.isNumber {
            let isPage = Words.split(name).contains("page") || call.pages.turnByNumber
            guard isPage, let size = page.size, size > 0 else {
                return .value(.number(Double(start)))
            }
            return .value(.number(Double(page.page(at: start))))
        }
        let words = Words.split(name)
        let example = schema.rules.examples.first?.string ?? ""
        let text: String
        if example.hasPrefix("http") || schema.rules.format == "uri" {
            text = page.url(to: start)
        } else if example.hasPrefix("/") || words.last == "uri" || words.last == "path" {
            text = page.path(to: start)
        } else if ["url", "href", "link"].contains(words.last)
            || words.count == 1 && example.isEmpty
                && (call.pages.name(of: .after) == nil || !Self.turns.contains(words[0]))
        {
            text = page.url(to: start)
        } else {
            text = page.token(to: start)
        }
        return .value(.string(text))
    }

    /// Members that have the token of another page where tokens are sent.
    private static let turns: Set<String> = ["next", "previous", "prev"]

    /// `{offset, path, uri}` and the like.
    private func placeObject(_ start: Int, _ schema: Schema) -> JSValue {
        var made = JSObject()
        for field in schema.fields {
            let value: JSValue
            switch Words.plain(field.name) {
            case "offset" where call.pages.name(of: .offset) != nil && !field.schema.isNumber:
                value = .string(page.offset(of: start))
            case "offset", "token", "cursor", "startingafter", "marker", "pagetoken", "after":
                value =
                    field.schema.isNumber ? .number(Double(start)) : .string(page.token(to: start))
            case "path": value = .string(page.path(to: start))
            case "uri", "url", "href": value = .string(page.url(to: start))
            case "page", "number":
                value = .number(Double(page.page(at: start)))
            case "perpage", "limit", "size": value = .number(Double(page.size ?? rows.count))
            default: continue
            }
            if let fitting = field.schema.accepts(value) ? value : field.schema.fitted(value) {
                made[field.name] = fitting
            }
        }
        return call.shaper().value(.object(made), as: schema)
    }
}

internal import MockPostlyJavaScript

/// The check of one value.
struct SchemaCheck {
    let book: SchemaBook
    let strictness: SchemaStrictness
    private(set) var found: [Violation] = []
    /// How many more schemas are tried: choices inside choices would take twice as long a level.
    private var steps: Int

    /// The most schemas inside one another: one that leads to itself ends there.
    private static let deepest = 200

    init(_ book: SchemaBook, _ strictness: SchemaStrictness, _ value: JSValue) {
        (self.book, self.strictness) = (book, strictness)
        steps = 10_000 + 8 * Self.count(value)
    }

    /// The number of values in `value`, itself included.
    private static func count(_ value: JSValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .object(let object): object.members.reduce(1) { $0 + count($1.1) }
        default: 1
        }
    }

    mutating func check(_ value: JSValue, _ schema: Schema, _ place: String, _ depth: Int) {
        steps -= 1
        guard found.count < strictness.most else { return }
        guard steps > 0 else { return report(place, "takes too many steps to check") }
        guard depth < Self.deepest else {
            return report(place, "has a schema that leads to itself")
        }
        let rules = schema.rules
        if checkOwn(value, rules, place, depth) { checkChoices(value, rules, place, depth) }
    }

    /// Checks `value` by what `rules` say but for their choices.
    mutating func checkWithoutChoices(_ value: JSValue, _ rules: SchemaRules) {
        _ = checkOwn(value, rules, "", 0)
    }

    /// False when there is no more to check.
    private mutating func checkOwn(
        _ value: JSValue,
        _ rules: SchemaRules,
        _ place: String,
        _ depth: Int
    ) -> Bool {
        guard !rules.refusesAll else {
            report(place, "must not be there", .unknown)
            return false
        }
        if case .null = value, rules.isNullable { return false }
        let type = SchemaTypes(of: value)
        if let types = rules.types, !types.contains(type) {
            report(place, "must be \(types.phrase(isNullable: rules.isNullable))", .type)
            return false
        }
        if let choices = rules.choices, !choices.contains(value) {
            report(place, Self.words(of: choices))
            return false
        }
        switch value {
        case .string(let text): checkText(text, rules, place)
        case .number(let number): checkNumber(number, rules, place)
        case .array(let elements): checkElements(elements, rules, place, depth)
        case .object(let object): checkMembers(object, rules, place, depth)
        default: break
        }
        return true
    }

    mutating func report(_ place: String, _ words: String, _ kind: Violation.Kind = .value) {
        guard found.count < strictness.most else { return }
        found.append(Violation(place: place, kind: kind, words: words))
    }

    private static func words(of choices: [JSValue]) -> String {
        let texts = choices.prefix(12).map(\.shortText)
        let more = choices.count > texts.count ? ", …" : ""
        return choices.count == 1
            ? "must be \(texts[0])" : "must be one of \(texts.joined(separator: ", "))\(more)"
    }

    // MARK: Texts and numbers

    private mutating func checkText(_ text: String, _ rules: SchemaRules, _ place: String) {
        let bounds = rules.length
        if bounds.least != nil || bounds.most != nil {
            let length = Double(text.unicodeScalars.count)
            if let least = bounds.least, length < least {
                report(place, "must have at least \(Self.counted(least, "character"))")
            }
            if let most = bounds.most, length > most {
                report(place, "must have at most \(Self.counted(most, "character"))")
            }
        }
        for pattern in rules.patterns where book.pattern(pattern)?.isIn(text) == false {
            report(place, "must match \(pattern)")
        }
        if let format = rules.format, !SchemaFormat.accepts(text, format) {
            report(place, "must have the format \(format)")
        }
    }

    private mutating func checkNumber(_ number: Double, _ rules: SchemaRules, _ place: String) {
        let bounds = rules.number
        if let least = bounds.least {
            if bounds.excludesLeast, number <= least {
                report(place, "must be more than \(javaScriptText(of: least))")
            } else if number < least {
                report(place, "must be at least \(javaScriptText(of: least))")
            }
        }
        if let most = bounds.most {
            if bounds.excludesMost, number >= most {
                report(place, "must be less than \(javaScriptText(of: most))")
            } else if number > most {
                report(place, "must be at most \(javaScriptText(of: most))")
            }
        }
        if let step = rules.multipleOf {
            let quotient = number / step
            if abs(quotient - quotient.rounded()) > 1e-9 * max(1, abs(quotient)) {
                report(place, "must be a multiple of \(javaScriptText(of: step))")
            }
        }
    }

    private static func counted(_ count: Double, _ noun: String) -> String {
        "\(javaScriptText(of: count)) \(noun)\(count == 1 ? "" : "s")"
    }

    // MARK: Elements and members

    private mutating func checkElements(
        _ elements: [JSValue],
        _ rules: SchemaRules,
        _ place: String,
        _ depth: Int
    ) {
        if let least = rules.count.least, Double(elements.count) < least {
            report(place, "must have at least \(Self.counted(least, "element"))")
        }
        if let most = rules.count.most, Double(elements.count) > most {
            report(place, "must have at most \(Self.counted(most, "element"))")
        }
        if rules.areItemsUnique, elements.hasTwins { report(place, "must have no element twice") }
        for (index, element) in elements.enumerated() {
            let schema = index < rules.prefixItems.count ? rules.prefixItems[index] : rules.items
            guard let schema else { continue }
            check(element, schema, "\(place)[\(index)]", depth + 1)
        }
    }

    private mutating func checkMembers(
        _ object: JSObject,
        _ rules: SchemaRules,
        _ place: String,
        _ depth: Int
    ) {
        func inner(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }
        if strictness.demandsMembers {
            for name in rules.required where object[name] == .undefined {
                if isDemanded(name, rules) { report(inner(name), "is required", .missing) }
            }
        }
        if let least = rules.size.least, Double(object.count) < least, strictness.demandsMembers {
            report(place, "must have at least \(Self.counted(least, "member"))")
        }
        if let most = rules.size.most, Double(object.count) > most {
            report(place, "must have at most \(Self.counted(most, "member"))")
        }
        for (name, value) in object.members where value != .undefined {
            checkMember(name, value, rules, inner(name), depth)
        }
    }

    private mutating func checkMember(
        _ name: String,
        _ value: JSValue,
        _ rules: SchemaRules,
        _ place: String,
        _ depth: Int
    ) {
        var isDescribed = false
        if let schema = rules.property(name) {
            isDescribed = true
            // What only the server writes is ignored in a body.
            guard strictness.demandsReadOnly || !schema.rules.isReadOnly else { return }
            check(value, schema, place, depth + 1)
        }
        for (pattern, schema) in rules.patternProperties
        where book.pattern(pattern)?.isIn(name) == true {
            isDescribed = true
            check(value, schema, place, depth + 1)
        }
        guard !isDescribed else { return }
        switch rules.additional {
        case .anything: break
        case .nothing: report(place, "is not a known member", .unknown)
        case .of(let schema): check(value, schema, place, depth + 1)
        }
    }

    private func isDemanded(_ name: String, _ rules: SchemaRules) -> Bool {
        guard let schema = rules.property(name) else {
            return strictness.demandsUndescribed
                || rules.alternatives.contains { group in
                    group.schemas.contains { $0.property(name) != nil }
                }
        }
        let member = schema.rules
        return (strictness.demandsReadOnly || !member.isReadOnly)
            && (strictness.demandsWriteOnly || !member.isWriteOnly)
    }

    // MARK: Choices

    private mutating func checkChoices(
        _ value: JSValue,
        _ rules: SchemaRules,
        _ place: String,
        _ depth: Int
    ) {
        for group in rules.alternatives {
            if let chosen = rules.chosen(by: value) {
                check(value, chosen, place, depth + 1)
            } else {
                check(value, oneOf: group, place, depth)
            }
        }
        for schema in rules.excluded where tried(value, schema, place, depth).isEmpty {
            report(place, "must not be like that")
        }
    }

    private mutating func check(
        _ value: JSValue,
        oneOf group: SchemaRules.Alternatives,
        _ place: String,
        _ depth: Int
    ) {
        var (least, fitting) = (nil as [Violation]?, 0)
        for schema in group.schemas {
            let problems = tried(value, schema, place, depth)
            if problems.isEmpty {
                fitting += 1
                guard group.isExclusive, strictness.isOneOfExclusive else { return }
            } else if problems.isCloser(than: least) {
                least = problems
            }
        }
        if fitting == 0 {
            for problem in least ?? [] { report(problem.place, problem.words, problem.kind) }
        } else if fitting > 1, group.isExclusive, strictness.isOneOfExclusive {
            report(place, "must fit one of its choices alone")
        }
    }

    /// What is wrong with `value` by `schema`, which is not reported yet.
    private mutating func tried(
        _ value: JSValue,
        _ schema: Schema,
        _ place: String,
        _ depth: Int
    ) -> [Violation] {
        let before = found
        found = []
        check(value, schema, place, depth + 1)
        defer { found = before }
        return found
    }
}

extension [Violation] {
    /// Whether it is nearer to nothing than `other`: a wrong type is the farthest.
    fileprivate func isCloser(than other: [Violation]?) -> Bool {
        guard let other else { return true }
        func isFar(_ list: [Violation]) -> Bool {
            list.count == 1 && list[0].kind == .type && !list[0].place.contains { $0 == "." }
        }
        if isFar(self) != isFar(other) { return isFar(other) }
        return count < other.count
    }
}

extension [JSValue] {
    /// Whether two elements are the same.
    fileprivate var hasTwins: Bool {
        var seen: Set<String> = []
        return contains { !seen.insert($0.json).inserted }
    }
}

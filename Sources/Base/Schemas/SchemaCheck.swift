internal import MockPostlyJavaScript
internal import MockPostlyRegex

/// The check of one value.
struct SchemaCheck {
    let book: SchemaBook
    let strictness: SchemaStrictness
    private(set) var found: [SchemaViolation] = []
    /// The way to the value that is being checked.
    private var path: [SchemaViolation.Step] = []
    /// How many more schemas are tried: choices inside choices would take twice as long a level.
    private var steps: Int
    /// What the patterns may cost for the value as a whole.
    private lazy var budget = MatchBudget(.schema)

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

    mutating func check(_ value: JSValue, _ schema: Schema, _ depth: Int) {
        steps -= 1
        guard found.count < strictness.most else { return }
        guard steps > 0 else { return report(.tooCostly) }
        guard depth < Self.deepest else { return report(.endless) }
        let rules = schema.rules
        if checkOwn(value, rules, depth) { checkChoices(value, rules, depth) }
    }

    /// Checks `value` by what `rules` say but for their choices.
    mutating func checkWithoutChoices(_ value: JSValue, _ rules: SchemaRules) {
        _ = checkOwn(value, rules, 0)
    }

    /// False when there is no more to check.
    private mutating func checkOwn(
        _ value: JSValue,
        _ rules: SchemaRules,
        _ depth: Int
    ) -> Bool {
        guard !rules.refusesAll else {
            report(.unknown)
            return false
        }
        let isStrict = book.language == .jsonSchema
        if case .null = value, rules.isNullable, !isStrict { return false }
        let type = SchemaTypes(of: value)
        if let types = rules.types, !types.contains(type), type != .null || !rules.isNullable {
            report(.type(types, isNullable: rules.isNullable))
            return false
        }
        if let choices = rules.choices, !choices.contains(value) {
            report(.choices(choices))
            return false
        }
        switch value {
        case .string(let text): checkText(text, rules)
        case .number, .long: checkNumber(value, rules)
        case .array(let elements): checkElements(elements, rules, depth)
        case .object(let object): checkMembers(object, rules, depth)
        default: break
        }
        return true
    }

    private mutating func report(_ reason: SchemaViolation.Reason) {
        guard found.count < strictness.most else { return }
        found.append(SchemaViolation(path: path, reason: reason))
    }

    private mutating func report(_ reason: SchemaViolation.Reason, at step: SchemaViolation.Step) {
        path.append(step)
        report(reason)
        path.removeLast()
    }

    private mutating func check(
        _ value: JSValue,
        _ schema: Schema,
        at step: SchemaViolation.Step,
        _ depth: Int
    ) {
        path.append(step)
        check(value, schema, depth + 1)
        path.removeLast()
    }

    // MARK: Texts and numbers

    private mutating func checkText(_ text: String, _ rules: SchemaRules) {
        let bounds = rules.length
        if bounds.least != nil || bounds.most != nil {
            let length = Double(text.unicodeScalars.count)
            if let least = bounds.least, length < least { report(.shortText(least: least)) }
            if let most = bounds.most, length > most { report(.longText(most: most)) }
        }
        for pattern in rules.patterns where book.pattern(pattern)?.isIn(text, budget) == false {
            report(.pattern(pattern))
        }
        guard let format = rules.format else { return }
        let isAddress =
            !strictness.demandsAddresses || format != "uri" || SchemaFormat.isAddress(text)
        if !isAddress || !SchemaFormat.accepts(text, format, book.language) {
            report(.format(format))
        }
    }

    private mutating func checkNumber(_ value: JSValue, _ rules: SchemaRules) {
        let number = value.number
        let bounds = rules.number
        if let least = bounds.least,
            bounds.excludesLeast && number <= least || !bounds.excludesLeast && number < least
        {
            report(.small(least: least, isExcluded: bounds.excludesLeast))
        }
        if let most = bounds.most,
            bounds.excludesMost && number >= most || !bounds.excludesMost && number > most
        {
            report(.large(most: most, isExcluded: bounds.excludesMost))
        }
        if book.language != .jsonSchema, let format = rules.format,
            !SchemaFormat.accepts(value, format)
        {
            report(.format(format))
        }
        if let step = rules.multipleOf {
            let quotient = number / step
            if abs(quotient - quotient.rounded()) > 1e-9 * max(1, abs(quotient)) {
                report(.step(step))
            }
        }
    }

    // MARK: Elements and members

    private mutating func checkElements(
        _ elements: [JSValue],
        _ rules: SchemaRules,
        _ depth: Int
    ) {
        if rules.items != nil || !rules.prefixItems.isEmpty {
            for (index, element) in elements.enumerated() {
                let isFirst = index < rules.prefixItems.count
                guard let schema = isFirst ? rules.prefixItems[index] : rules.items else {
                    continue
                }
                check(element, schema, at: .element(index), depth)
            }
        }
        let count = Double(elements.count)
        if let least = rules.count.least, count < least { report(.fewElements(least: least)) }
        if let most = rules.count.most, count > most { report(.manyElements(most: most)) }
        if rules.areItemsUnique, elements.hasTwins { report(.twins) }
    }

    private mutating func checkMembers(
        _ object: JSObject,
        _ rules: SchemaRules,
        _ depth: Int
    ) {
        if strictness.demandsMembers {
            for name in rules.required
            where object[name] == .undefined && isDemanded(name, rules) {
                report(.missing, at: .member(name))
            }
            if let least = rules.size.least, Double(object.count) < least {
                report(.fewMembers(least: least))
            }
        }
        if let most = rules.size.most, Double(object.count) > most {
            report(.manyMembers(most: most))
        }
        for (name, value) in object.members where value != .undefined {
            checkMember(name, value, rules, depth)
        }
    }

    private mutating func checkMember(
        _ name: String,
        _ value: JSValue,
        _ rules: SchemaRules,
        _ depth: Int
    ) {
        var isDescribed = false
        if let schema = rules.property(name) {
            isDescribed = true
            // What only the server writes is ignored in a body.
            guard strictness.demandsReadOnly || !schema.rules.isReadOnly else { return }
            check(value, schema, at: .member(name), depth)
        }
        for (pattern, schema) in rules.patternProperties
        where book.pattern(pattern)?.isIn(name, budget) == true {
            isDescribed = true
            check(value, schema, at: .member(name), depth)
        }
        guard !isDescribed else { return }
        switch rules.additional {
        case .anything: break
        case .nothing: report(.unknown, at: .member(name))
        case .of(let schema): check(value, schema, at: .member(name), depth)
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

    private mutating func checkChoices(_ value: JSValue, _ rules: SchemaRules, _ depth: Int) {
        for schema in rules.all { check(value, schema, depth + 1) }
        for group in rules.alternatives {
            if let chosen = rules.chosen(by: value) {
                check(value, chosen, depth + 1)
            } else {
                check(value, oneOf: group, depth)
            }
        }
        for schema in rules.excluded where tried(value, schema, depth).isEmpty {
            report(.excluded)
        }
    }

    private mutating func check(
        _ value: JSValue,
        oneOf group: SchemaRules.Alternatives,
        _ depth: Int
    ) {
        var (nearest, fitting) = (nil as [SchemaViolation]?, 0)
        for schema in group.schemas {
            let problems = tried(value, schema, depth)
            if problems.isEmpty {
                fitting += 1
                guard group.isExclusive, strictness.isOneOfExclusive else { return }
            } else if problems.isCloser(than: nearest, from: path.count) {
                nearest = problems
            }
        }
        if fitting == 0 {
            found += (nearest ?? []).prefix(max(0, strictness.most - found.count))
        } else if fitting > 1, group.isExclusive, strictness.isOneOfExclusive {
            report(.ambiguous)
        }
    }

    /// What is wrong with `value` by `schema`, which is not reported yet.
    private mutating func tried(
        _ value: JSValue,
        _ schema: Schema,
        _ depth: Int
    ) -> [SchemaViolation] {
        let before = found
        found = []
        check(value, schema, depth + 1)
        defer { found = before }
        return found
    }
}

extension [SchemaViolation] {
    /// Whether it is nearer to nothing than `other`: a wrong type of the value itself, which has
    /// `depth` steps, is the farthest.
    fileprivate func isCloser(than other: [SchemaViolation]?, from depth: Int) -> Bool {
        guard let other else { return true }
        func isFar(_ list: [SchemaViolation]) -> Bool {
            guard list.count == 1, list[0].path.count == depth else { return false }
            if case .type = list[0].reason { return true }
            return false
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

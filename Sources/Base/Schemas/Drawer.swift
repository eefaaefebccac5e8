internal import MockPostlyJavaScript
internal import MockPostlyWorld

/// Draws one value.
struct Drawer {
    let drawing: Drawing
    let book: SchemaBook
    /// How many more values are drawn: lists of lists would become long.
    private var steps = 5_000

    /// Schemas inside each other at which drawing stops.
    static let deepest = 6
    /// The level to which the first rows have all members.
    static let fullLevels = 2

    init(_ drawing: Drawing, _ book: SchemaBook) {
        (self.drawing, self.book) = (drawing, book)
    }

    /// Where a value is drawn.
    struct Spot {
        /// The name of the member, or of the list that it is in; empty at the top.
        var name = ""
        /// From the top: `.owner.name`.
        var place = ""
        var level = 0
        /// Its number in a list.
        var index = 0

        func member(_ name: String) -> Spot {
            Spot(name: name, place: "\(place).\(name)", level: level + 1)
        }

        func element(_ index: Int) -> Spot {
            Spot(name: name, place: "\(place).\(index)", level: level + 1, index: index)
        }
    }

    /// The numbers for a value: of seed, path, row and place.
    func random(at spot: Spot) -> RandomSource {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        for byte in drawing.path.utf8 { mix(byte) }
        mix(0)
        for byte in spot.place.utf8 { mix(byte) }
        let row = UInt64(truncatingIfNeeded: drawing.row) &* 0x9E37_79B9_7F4A_7C15
        return RandomSource(seed: drawing.seed ^ hash &+ row)
    }

    /// Which of several values is taken: rows and elements take one after the other.
    func turn(at spot: Spot) -> Int { drawing.row + spot.index }

    /// Nil for a schema that contains itself without end.
    mutating func value(of schema: Schema, at spot: Spot) -> JSValue? {
        steps -= 1
        guard steps > 0 else { return nil }
        let rules = schema.rules
        guard !rules.refusesAll else { return nil }
        guard let group = rules.alternatives.first else {
            return value(of: RuleSet([rules], chosen: nil), schema, at: spot)
        }
        // Validators take a `oneOf` at its word: what fits one choice alone comes first.
        var exclusive = strictness
        exclusive.isOneOfExclusive = true
        // Words of the schema itself come before those of its choices.
        let example = example(of: rules, schema)
        if let example, schema.accepts(example, exclusive) { return example }
        var (fitting, first) = (example, nil as JSValue?)
        for choice in group.schemas.prefix(8) {
            let set = ruleSet(rules, choosing: choice)
            guard let drawn = value(of: set, schema, at: spot) else { continue }
            if schema.accepts(drawn, exclusive) { return drawn }
            if fitting == nil, schema.accepts(drawn, strictness) { fitting = drawn }
            first = first ?? drawn
        }
        return fitting ?? first
    }

    /// What values that are drawn must fit.
    private var strictness: SchemaStrictness {
        var strictness = SchemaStrictness.drawn
        strictness.demandsReadOnly = drawing.isAnswer
        strictness.demandsWriteOnly = !drawing.isAnswer
        return strictness
    }

    /// The rules of a schema with those of `choice`, and of the first choices in that.
    private func ruleSet(_ rules: SchemaRules, choosing choice: Schema) -> RuleSet {
        var list = [rules]
        func add(_ schema: Schema) {
            guard list.count < 20 else { return }
            let rules = schema.rules
            list.append(rules)
            for group in rules.alternatives { if let first = group.schemas.first { add(first) } }
        }
        add(choice)
        for group in rules.alternatives.dropFirst() {
            if let first = group.schemas.first { add(first) }
        }
        return RuleSet(list, chosen: choice)
    }

    /// An example or a default that fits as it is.
    private func example(of rules: SchemaRules, _ schema: Schema) -> JSValue? {
        let values = rules.examples + (rules.defaultValue.map { [$0] } ?? [])
        return values.first { $0 != .null && schema.accepts($0, strictness) }
    }

    private mutating func value(
        of set: RuleSet,
        _ schema: Schema,
        at spot: Spot
    ) -> JSValue? {
        if set.isConstant, let value = set.choices?.first { return value }
        let type = set.type(at: spot)
        switch type {
        case .object:
            guard spot.level < Self.deepest * 2 else { return nil }
            return object(set, schema, at: spot)
        case .array:
            guard spot.level < Self.deepest * 2 else { return nil }
            return array(set, at: spot)
        default: break
        }
        if let example = set.examples.first(where: { $0 != .null && accepts($0, set) }) {
            return example
        }
        if let address = address(of: set) { return address }
        if let value = set.defaultValue, value != .null, accepts(value, set) { return value }
        if let choices = set.choices {
            let known = choices.filter { $0 != .null && accepts($0, set) }
            guard !known.isEmpty else { return choices.first }
            return known[turn(at: spot) % known.count]
        }
        var random = random(at: spot)
        switch type {
        case .boolean: return .bool(false)
        case .integer, .number: return number(set, isWhole: type == .integer, &random, at: spot)
        case .null: return .null
        default: return text(set, &random, at: spot).map { .string($0) }
        }
    }

    /// An example that is the path of an address, as the address.
    private func address(of set: RuleSet) -> JSValue? {
        guard set.format == "uri" else { return nil }
        let texts = set.examples.lazy.compactMap { $0.string }
        let addresses = texts.compactMap { drawing.address(of: $0) }.map { JSValue.string($0) }
        return addresses.first { accepts($0, set) }
    }

    private func accepts(_ value: JSValue, _ set: RuleSet) -> Bool {
        var check = SchemaCheck(book, strictness, value)
        for rules in set.list where check.found.isEmpty { check.checkWithoutChoices(value, rules) }
        return check.found.isEmpty
    }

    // MARK: Lists

    private mutating func array(_ set: RuleSet, at spot: Spot) -> JSValue? {
        let count = set.count
        let least = Int(max(0, min(count.least ?? 0, 1_000)))
        let most = Int(max(0, min(count.most ?? 1_000, 1_000)))
        let isFilled = drawing.isFull && spot.level <= Self.fullLevels
        let wanted = min(max(least, isFilled ? 1 : 0), most)
        var elements: [JSValue] = []
        for example in set.examples + (set.defaultValue.map { [$0] } ?? []) {
            guard case .array(let values) = example, elements.isEmpty else { continue }
            elements = fitting(values, set, most: most)
        }
        var index = 0
        while elements.count < wanted, index < wanted + 20 {
            let item = index < set.prefixItems.count ? set.prefixItems[index] : set.items
            let spot = spot.element(index)
            index += 1
            let element: JSValue?
            if let item {
                element = value(of: item, at: spot)
            } else {
                element = .string(DrawnWords.words[index % DrawnWords.words.count])
            }
            guard let element else { break }
            if set.areItemsUnique, elements.contains(element) {
                guard let item, let other = another(item, at: spot, than: elements) else {
                    continue
                }
                elements.append(other)
            } else {
                elements.append(element)
            }
        }
        guard elements.count >= least else { return nil }
        return .array(elements)
    }

    /// The elements of an example that fit.
    private func fitting(_ values: [JSValue], _ set: RuleSet, most: Int) -> [JSValue] {
        var kept: [JSValue] = []
        for value in values where kept.count < most {
            let item = kept.count < set.prefixItems.count ? set.prefixItems[kept.count] : set.items
            guard item?.accepts(value, strictness) ?? true,
                !set.areItemsUnique || !kept.contains(value)
            else { continue }
            kept.append(value)
        }
        return kept
    }

    /// An object of which one member is another than in `first`, and which is none of `others`.
    private mutating func another(
        _ first: JSObject,
        _ schema: Schema,
        at spot: Spot,
        than others: [JSValue]
    ) -> JSValue? {
        for property in schema.rules.properties where first.has(property.name) {
            let known = others.map { $0[property.name] }
            switch known[0] {
            case .string, .number, .bool: break
            default: continue
            }
            if let made = with(property, of: first, schema, at: spot, known, others) { return made }
        }
        return nil
    }

    private mutating func with(
        _ property: SchemaRules.Property,
        of first: JSObject,
        _ schema: Schema,
        at spot: Spot,
        _ known: [JSValue],
        _ others: [JSValue]
    ) -> JSValue? {
        let spot = spot.member(property.name)
        guard let value = another(property.schema, at: spot, than: known) else { return nil }
        var made = first
        made[property.name] = value
        let object = JSValue.object(made)
        return !others.contains(object) && schema.accepts(object, strictness) ? object : nil
    }

    /// A value like that of `schema`, which is none of `others`: its example is not taken again.
    private mutating func another(
        _ schema: Schema,
        at spot: Spot,
        than others: [JSValue]
    ) -> JSValue? {
        let rules = schema.rules
        switch others[0] {
        case .bool:
            return [true, false].map { JSValue.bool($0) }.first {
                !others.contains($0) && schema.accepts($0, strictness)
            }
        case .object(let first): return another(first, schema, at: spot, than: others)
        default: break
        }
        for choice in rules.choices ?? []
        where !others.contains(choice) && schema.accepts(choice, strictness) {
            return choice
        }
        guard case .string(let text)? = others.first else {
            guard case .number(let number)? = others.last else { return nil }
            let next = JSValue.number(number + Double(others.count))
            return schema.accepts(next, strictness) ? next : nil
        }
        var random = random(at: spot)
        let candidates =
            [text + String(others.count + 1)]
            + (self.text(RuleSet([rules], chosen: nil), &random, at: spot).map { [$0] } ?? [])
        return candidates.map { .string($0) }.first {
            !others.contains($0) && schema.accepts($0, strictness)
        }
    }
}

internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyStubs
internal import MockPostlyText
internal import MockPostlyWorld

/// The conditions of WireMock on a text or a document.
extension MappingNode {
    private static let plainKinds = [
        "equalTo", "contains", "doesNotContain", "matches", "doesNotMatch", "absent", "anything",
    ]
    private static let dateKinds = DatePattern.Relation.allCases.map(\.rawValue)
    private static let groupKinds = ["and", "or", "not"]
    private static let numberKinds = NumberPattern.Relation.allCases.map(\.rawValue)
    private static let documentKinds = [
        "equalToJson", "matchesJsonPath", "matchesJsonSchema", "equalToXml", "matchesXPath",
    ]
    static let textKinds = plainKinds + numberKinds + dateKinds + groupKinds + documentKinds

    /// A condition on a text, beside which the members `others` can stand; nil when it is met by
    /// anything.
    func textPattern(beside others: [String] = []) throws(MappingFault) -> TextPattern? {
        guard value.kind == .object else { throw fault("must be an object") }
        // A matcher with null is none of WireMock's, and refused with its name.
        guard let kind = firstKind, let operand = member(kind) else {
            try allow(Self.textKinds + others)
            throw fault("must have one of \(enumerated(Self.textKinds))")
        }
        let others = others + Self.textKinds
        if Self.dateKinds.contains(kind) { return .date(try datePattern(kind, operand, others)) }
        if kind == "equalToJson" { return .document(try jsonPattern(operand, others)) }
        if kind == "matchesJsonPath" { return .document(try pathPattern(operand, others)) }
        if kind == "matchesJsonSchema" { return .document(try schemaPattern(operand, others)) }
        if kind == "equalToXml" { return .document(try xmlPattern(operand, others)) }
        if kind == "matchesXPath" { return .document(try xPathPattern(operand, others)) }
        try allow([kind] + (kind == "equalTo" ? ["caseInsensitive"] : []) + others)
        switch kind {
        case "and": return .all(try operand.patterns())
        case "or": return .any(try operand.patterns())
        case "not": return .not(try operand.textPattern() ?? .any([.present, .absent]))
        case "equalTo":
            let text = try operand.text()
            let ignoresCase = try self["caseInsensitive"]?.bool() ?? false
            return ignoresCase ? .equalsIgnoringCase(text) : .equals(text)
        case "contains": return .contains(try operand.text())
        case "doesNotContain": return .lacks(try operand.text())
        case "matches": return .matches(try operand.expression())
        case "doesNotMatch": return .differs(try operand.expression())
        case _ where Self.numberKinds.contains(kind):
            guard let relation = NumberPattern.Relation(rawValue: kind),
                let number = operand.value.double ?? operand.value.string.flatMap({ Double($0) }),
                number.isFinite
            else { throw operand.fault("must be a number") }
            return .number(NumberPattern(relation, number))
        case "absent":
            guard try operand.bool() else { throw operand.fault("must be true") }
            return .absent
        default: return nil
        }
    }

    /// The matcher of several that counts: `absent`, else the one that stands first.
    private var firstKind: String? {
        if value["absent"] != nil { return "absent" }
        return value.members.map(\.name).first { Self.textKinds.contains($0) }
    }

    /// The conditions of `and` or `or`; one that is met by anything is met by absence as well.
    private func patterns() throws(MappingFault) -> [TextPattern] {
        guard value.kind == .array, !elements.isEmpty else {
            throw fault("must be a list of conditions")
        }
        var patterns: [TextPattern] = []
        for element in elements {
            patterns.append(try element.textPattern() ?? .any([.present, .absent]))
        }
        return patterns
    }

    func expression() throws(MappingFault) -> RegularExpression {
        let text = try text()
        do throws(RegularExpression.Fault) {
            return try RegularExpression(text)
        } catch {
            throw fault("is no regular expression: at byte \(error.offset), \(error.words)")
        }
    }

    // MARK: Documents

    /// A condition on a document; nil when it is met by anything.
    func bodyPattern() throws(MappingFault) -> BodyPattern? {
        if let bytes = self["binaryEqualTo"] {
            try allow(["binaryEqualTo"])
            guard let wanted = Base64.decode(try bytes.text()) else {
                throw bytes.fault("must be base64 with padding")
            }
            return .bytes(wanted)
        }
        guard let pattern = try textPattern() else { return nil }
        if case .document(let inside) = pattern { return inside }
        return .text(pattern)
    }

    private func jsonPattern(
        _ wanted: MappingNode,
        _ others: [String]
    ) throws(MappingFault) -> BodyPattern {
        let further = ["ignoreExtraElements", "ignoreArrayOrder", "enablePlaceholders"]
        try allow(["equalToJson"] + further + others)
        if let filled = self["enablePlaceholders"], try !filled.bool() {
            throw filled.fault("must be true: placeholders of JSON are always filled in")
        }
        let text = wanted.value.string.map { Array($0.utf8) } ?? Array(wanted.value.rawText)
        guard let document = try? JSON(parsing: text) else {
            throw wanted.fault("must be JSON, or a text with JSON")
        }
        var expectation: JSONExpectation
        do throws(JSONPath.Fault) {
            expectation = try JSONExpectation(document)
        } catch {
            throw wanted.fault(error.words)
        }
        expectation.ignoresExtra = try self["ignoreExtraElements"]?.bool() ?? false
        expectation.ignoresOrder = try self["ignoreArrayOrder"]?.bool() ?? false
        return .expected(expectation)
    }

    private static let schemaVersions = ["V4", "V6", "V7", "V201909", "V202012"]

    private func schemaPattern(
        _ wanted: MappingNode,
        _ others: [String]
    ) throws(MappingFault) -> BodyPattern {
        try allow(["matchesJsonSchema", "schemaVersion"] + others)
        if let version = self["schemaVersion"],
            try !Self.schemaVersions.contains(version.text())
        {
            throw version.fault("can be \(enumerated(Self.schemaVersions))")
        }
        let text = wanted.value.string.map { Array($0.utf8) } ?? Array(wanted.value.rawText)
        guard let document = try? JSON(parsing: text) else {
            throw wanted.fault("must be a JSON Schema, or a text with one")
        }
        do throws(DocumentSchema.Fault) {
            return .schema(try DocumentSchema(document))
        } catch {
            throw wanted.fault(error.words)
        }
    }

    private func pathPattern(
        _ wanted: MappingNode,
        _ others: [String]
    ) throws(MappingFault) -> BodyPattern {
        try allow(["matchesJsonPath"] + others)
        guard wanted.value.kind == .object else {
            return .found(try wanted.jsonPath(), nil, asWhole: false)
        }
        guard let expression = wanted["expression"] else {
            throw wanted.fault("must have the member 'expression'")
        }
        let path = try expression.jsonPath()
        let pattern = try wanted.textPattern(beside: ["expression"]) ?? .present
        return .found(path, pattern, asWhole: wanted["equalToJson"] != nil)
    }

    private func jsonPath() throws(MappingFault) -> JSONQuery {
        let text = try text()
        do throws(JSONPath.Fault) {
            return try JSONQuery(text)
        } catch {
            throw fault(error.words)
        }
    }

    // MARK: Dates

    private func datePattern(
        _ kind: String,
        _ operand: MappingNode,
        _ others: [String]
    ) throws(MappingFault) -> DatePattern {
        let members = ["expectedOffset", "expectedOffsetUnit", "actualFormat"]
        try allow([kind] + members + others)
        let text = try operand.text()
        guard let relation = DatePattern.Relation(rawValue: kind) else {
            throw operand.fault("is not supported")
        }
        var pattern = DatePattern(relation, nil)
        if text.hasPrefix("now") {
            let rest = text.dropFirst(3)
            if rest.contains(where: { $0 != " " }) {
                guard let offset = TimeOffset.read(String(rest)) else {
                    throw operand.fault("must be a date, 'now', or such as 'now +3 days'")
                }
                pattern.offset = .init(offset.0, offset.1)
            }
        } else {
            guard let date = Instant(looseText: text) else {
                throw operand.fault("must be a date, 'now', or such as 'now +3 days'")
            }
            pattern.base = date
        }
        if let amount = self["expectedOffset"] {
            let unit = try self["expectedOffsetUnit"]?.text().lowercased() ?? "days"
            guard pattern.offset == nil, let unit = DatePattern.Unit(rawValue: unit) else {
                throw amount.fault(
                    "needs an 'expectedOffsetUnit' of "
                        + "\(enumerated(DatePattern.Unit.allCases.map(\.rawValue))), and one offset"
                )
            }
            pattern.offset = .init(try amount.int(in: -1_000_000...1_000_000), unit)
        }
        if let node = self["actualFormat"] {
            guard let format = DatePattern.Format(rawValue: try node.text()) else {
                throw node.fault(
                    "can be \(enumerated(DatePattern.Format.allCases.map(\.rawValue)))"
                )
            }
            pattern.format = format
        }
        return pattern
    }
}

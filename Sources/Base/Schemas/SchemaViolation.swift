package import MockPostlyJavaScript

/// Something that a schema does not allow in a value.
package struct SchemaViolation: Sendable, Equatable {
    /// A name or a number on the way into a value.
    package enum Step: Sendable, Equatable {
        case member(String)
        case element(Int)
    }

    package enum Reason: Sendable, Equatable {
        /// A member that is required and not there.
        case missing
        /// A member that is not described where none else is allowed, or a value by the schema `false`.
        case unknown
        case type(SchemaTypes, isNullable: Bool)
        /// It is none of these.
        case choices([JSValue])
        /// A text with fewer, or more, characters.
        case shortText(least: Double)
        case longText(most: Double)
        case pattern(String)
        case format(String)
        /// A number that is smaller, or that is equal where that is excluded.
        case small(least: Double, isExcluded: Bool)
        case large(most: Double, isExcluded: Bool)
        case step(Double)
        case fewElements(least: Double)
        case manyElements(most: Double)
        case twins
        case fewMembers(least: Double)
        case manyMembers(most: Double)
        /// It fits what it must not fit.
        case excluded
        /// It fits more than one choice of which one must fit alone.
        case ambiguous
        /// It was not checked to the end.
        case tooCostly
        /// It was not checked to the end: its schema leads to itself.
        case endless
    }

    /// From the checked value down; empty for the value itself.
    package let path: [Step]
    package let reason: Reason

    /// Such as `data.items[0].name`; empty for the value itself.
    package var place: String {
        path.reduce(into: "") { place, step in
            switch step {
            case .member(let name): place += place.isEmpty ? name : ".\(name)"
            case .element(let index): place += "[\(index)]"
            }
        }
    }

    /// `data.name is required`; about the value itself, `the body must be an object`.
    package func sentence(about whole: String = "the body") -> String {
        "\(path.isEmpty ? whole : place) \(words)"
    }

    /// What follows the place: `is required`, `must be a string`.
    package var words: String {
        switch reason {
        case .missing: "is required"
        case .unknown: path.isEmpty ? "must not be there" : "is not a known member"
        case .type(let types, let isNullable): "must be \(types.phrase(isNullable: isNullable))"
        case .choices(let choices): Self.words(of: choices)
        case .shortText(let least): "must have at least \(Self.counted(least, "character"))"
        case .longText(let most): "must have at most \(Self.counted(most, "character"))"
        case .pattern(let pattern): "must match \(pattern)"
        case .format(let format): "must have the format \(format)"
        case .small(let least, let isExcluded):
            "must be \(isExcluded ? "more than" : "at least") \(javaScriptText(of: least))"
        case .large(let most, let isExcluded):
            "must be \(isExcluded ? "less than" : "at most") \(javaScriptText(of: most))"
        case .step(let step): "must be a multiple of \(javaScriptText(of: step))"
        case .fewElements(let least): "must have at least \(Self.counted(least, "element"))"
        case .manyElements(let most): "must have at most \(Self.counted(most, "element"))"
        case .twins: "must have no element twice"
        case .fewMembers(let least): "must have at least \(Self.counted(least, "member"))"
        case .manyMembers(let most): "must have at most \(Self.counted(most, "member"))"
        case .excluded: "must not be like that"
        case .ambiguous: "must fit one of its choices alone"
        case .tooCostly: "takes too many steps to check"
        case .endless: "has a schema that leads to itself"
        }
    }

    private static func words(of choices: [JSValue]) -> String {
        let texts = choices.prefix(12).map(\.shortText)
        let more = choices.count > texts.count ? ", …" : ""
        return choices.count == 1
            ? "must be \(texts[0])" : "must be one of \(texts.joined(separator: ", "))\(more)"
    }

    private static func counted(_ count: Double, _ noun: String) -> String {
        "\(javaScriptText(of: count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

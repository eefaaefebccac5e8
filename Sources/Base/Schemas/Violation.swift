/// Something that a schema does not allow in a value.
package struct Violation: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// A member that is required and not there.
        case missing
        /// A member that is not described where none else is allowed.
        case unknown
        /// Another type than the schema has.
        case type
        /// Everything else.
        case value
    }

    /// Names and numbers from the checked value down, such as `data.items[0].name`; empty for the
    /// value itself.
    package let place: String
    package let kind: Kind
    /// What follows the place: `is required`, `must be a string`.
    package let words: String

    /// `data.name is required`; about the value itself, `the body must be an object`.
    package func sentence(about whole: String = "the body") -> String {
        "\(place.isEmpty ? whole : place) \(words)"
    }
}

/// How strictly values are checked.
package struct SchemaStrictness: Sendable {
    /// Whether members that are required must be there.
    package var demandsMembers = true
    /// Whether this goes for members that only the server writes (`readOnly`).
    package var demandsReadOnly = false
    /// Whether this goes for members that are only written (`writeOnly`).
    package var demandsWriteOnly = true
    /// Whether this goes for members that are not described.
    package var demandsUndescribed = false
    /// Whether exactly one choice of a `oneOf` must fit, instead of at least one.
    package var isOneOfExclusive = false
    /// The most that are told.
    package var most = 20

    package init() {}

    /// For the body of a request that makes a whole row.
    package static let wholeRow = SchemaStrictness()
    /// For the body of a request that has some members of a row.
    package static var part: SchemaStrictness {
        var strictness = SchemaStrictness()
        strictness.demandsMembers = false
        return strictness
    }
    /// For what the server answers.
    package static var answer: SchemaStrictness {
        var strictness = SchemaStrictness()
        strictness.demandsReadOnly = true
        strictness.demandsWriteOnly = false
        strictness.demandsUndescribed = true
        return strictness
    }
}

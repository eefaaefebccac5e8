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
    /// Whether texts of the format `uri` must be absolute addresses: clients may send others.
    package var demandsAddresses = false
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
    /// For what the server says itself: examples, defaults and what is drawn; the first violation is told.
    package static var drawn: SchemaStrictness {
        var strictness = answer
        strictness.demandsAddresses = true
        strictness.most = 1
        return strictness
    }
    /// By the words of JSON Schema alone; the first violation is told.
    package static var jsonSchema: SchemaStrictness {
        var strictness = SchemaStrictness()
        strictness.demandsReadOnly = true
        strictness.demandsUndescribed = true
        strictness.isOneOfExclusive = true
        strictness.most = 1
        return strictness
    }
}

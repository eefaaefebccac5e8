/// A member of the records of a collection, as people see and change it.
package struct RecordField: Sendable {
    /// What the values are.
    package enum Kind: String, Sendable {
        case text
        /// A text of many lines; lists show its beginning.
        case longText
        case number
        case date
        /// True or false.
        case flag
        /// A text that is written and never shown, such as a password.
        case secret
        /// Any JSON; only records that are documents have it.
        case json
    }

    /// What can be done with a member.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A new record may have it.
        package static let added = Traits(rawValue: 1)
        /// A new record must have it.
        package static let required = Traits(rawValue: 2)
        /// It can be changed.
        package static let edited = Traits(rawValue: 4)
        /// It may be null.
        package static let optional = Traits(rawValue: 8)
        /// Lists can be in its order.
        package static let sortable = Traits(rawValue: 16)
        /// A new record may have it, and it can be changed.
        package static let written: Traits = [.added, .edited]
    }

    /// The name in JSON.
    package var name: String
    package var kind: Kind
    package var traits: Traits
    /// The value in SQL, where `t` is the table; empty for members that no query reads.
    package var sql: String
    /// The value in SQL by which lists are ordered; nil for one that follows from ``sql``.
    package var order: String?
    /// The collection whose records the values are ids of; nil when they are none.
    package var collection: String?

    package init(
        _ name: String,
        _ kind: Kind,
        _ traits: Traits = [],
        sql: String = "",
        order: String? = nil,
        of collection: String? = nil
    ) {
        (self.name, self.kind, self.traits) = (name, kind, traits)
        (self.sql, self.order, self.collection) = (sql, order, collection)
    }
}

/// A refusal to read or change records; nothing has changed then.
package struct RecordRefusal: Error, Sendable, Equatable {
    package var status: Int
    /// The member or parameter at fault; nil when it is none.
    package var member: String?
    package var words: String
    package var hint: String

    package init(_ status: Int, _ member: String?, _ words: String, hint: String) {
        (self.status, self.member, self.words, self.hint) = (status, member, words, hint)
    }

    /// The refusal of an id that no record has.
    package static func noRecord(_ noun: String) -> RecordRefusal {
        RecordRefusal(404, nil, "There is no such \(noun).", hint: "Read the list again.")
    }
}

/// A member of the records of a collection, as people see and change it.
///
/// The control plane sends it to clients such as the dashboard, which draw lists and forms by it.
package struct RecordField: Sendable {
    /// What the values are.
    ///
    /// The raw value is the word in JSON.
    package enum Kind: String, Sendable {
        /// A text of one line.
        case text
        /// A text of many lines; lists show its beginning.
        case longText
        /// A whole number of at most 2^53 - 1.
        case number
        /// In RFC 3339 in UTC with six digits of fraction: `2026-01-01T00:00:00.000000Z`.
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
        /// The bits; not stored anywhere, so they may change between releases.
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
    /// What a client must send for it, and how a list shows it.
    package var kind: Kind
    /// Empty for a member that is only shown.
    package var traits: Traits
    /// The value in SQL, where `t` is the table; empty for members that no query reads.
    package var sql: String
    /// The value in SQL by which lists are ordered; nil for one that follows from ``sql``.
    package var order: String?
    /// The collection whose records the values are ids of; nil when they are none.
    package var collection: String?

    /// - Parameters:
    ///   - name: in JSON, in camel case.
    ///   - kind: what the values are.
    ///   - traits: what can be done with it.
    ///   - sql: its value in SQL, where `t` is the table.
    ///   - order: the value that lists are ordered by, when it is another.
    ///   - collection: the name of the collection that it refers to, such as `people`.
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
    /// An HTTP status: 400, 404, 409 or 422.
    package var status: Int
    /// The member or parameter at fault; nil when it is none.
    package var member: String?
    /// One sentence for the client.
    package var words: String
    /// What to do about it, as one sentence.
    package var hint: String

    package init(_ status: Int, _ member: String?, _ words: String, hint: String) {
        (self.status, self.member, self.words, self.hint) = (status, member, words, hint)
    }

    /// The refusal of an id that no record has.
    ///
    /// Status 404; `noun` is in the singular, such as `post`.
    package static func noRecord(_ noun: String) -> RecordRefusal {
        RecordRefusal(404, nil, "There is no such \(noun).", hint: "Read the list again.")
    }
}

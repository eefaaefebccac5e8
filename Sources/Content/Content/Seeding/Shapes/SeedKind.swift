package import MockPostlySQLite

/// What a value of a seed may be.
///
/// From it come how the value is read, what a message says of another value, how it is written, and
/// its JSON Schema.
package indirect enum SeedKind: Sendable {
    /// Any text; may be empty.
    case text
    case form(SeedForm)
    /// An array of texts of a form, which are stored as one text, one on each line.
    case lines(SeedForm)
    /// A whole number in a range.
    case number(ClosedRange<Int64>)
    /// `true` or `false`; stored as 1 or 0.
    case flag
    /// A date in RFC 3339, a day, or a date relative to the time of filling: `-3d`, `now-5m`, `-3d
    /// 09:30`; stored in microseconds since 1970.
    case date
    /// The same in a table whose column `follows` marks dates that are relative to the day.
    case dayDate

    // The values of these are given to the part as they are in the file.

    case null
    /// Any number, for the records of other systems.
    case real
    case list(SeedKind)
    case object(SeedShape)
    /// An object with these members and others, as records of other systems are.
    case fields([SeedMember])
    /// A value of one of these kinds.
    case either([SeedKind])
    /// A value that the part reads by rules that need more than the value, described as a kind.
    case own(SeedKind)
    /// Any JSON.
    case any

    /// A number that a row is known by: 1 or more.
    package static let id = SeedKind.number(1...(.largestInContent))
    /// A number of things: 0 or more.
    package static let count = SeedKind.number(0...(.largestInContent))
}

/// A text of a certain form.
///
/// ```swift
/// SeedForm("4 to 15 digits in a string", "^[0-9]{4,15}$") { $0.isMobileNumber }
/// ```
package struct SeedForm: Sendable {
    /// What a message says of a value that is no text at all.
    package enum Demand: Sendable {
        /// The same as of a text of another form.
        case form
        /// That a string is expected.
        case string
        /// That a string is expected, if the seed is exact.
        case stringInExact
    }

    /// Words that follow "expected".
    package let expected: String
    /// A regular expression (ECMA-262) for the JSON Schema; it takes every text that is right, and
    /// may take others.
    package let pattern: String
    /// Whether an exact seed may have any text.
    package var isFreeInExact = false
    /// Whether null may stand for an absent member.
    package var takesNull = false
    package var demand = Demand.form
    /// The value that is stored for a right text.
    package var store: @Sendable (String) -> Value = { .text($0) }
    /// The text of a stored value that is no text.
    package var show: (@Sendable (Int64) -> String)?
    let isRight: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - expected: words that follow "expected".
    ///   - pattern: for the JSON Schema.
    ///   - isFreeInExact: whether an exact seed may have any text.
    ///   - takesNull: whether null may stand for an absent member.
    ///   - demand: what a message says of a value that is no text at all.
    ///   - isRight: whether a text has the form.
    package init(
        _ expected: String,
        _ pattern: String,
        isFreeInExact: Bool = false,
        takesNull: Bool = false,
        demand: Demand = .form,
        isRight: @escaping @Sendable (String) -> Bool
    ) {
        (self.expected, self.pattern, self.isRight) = (expected, pattern, isRight)
        (self.isFreeInExact, self.takesNull, self.demand) = (isFreeInExact, takesNull, demand)
    }
}

extension SeedKind {
    /// A ``ObjectID`` as clients see it.
    package static let objectID = SeedKind.form(
        SeedForm("24 hexadecimal digits in lower case", "^[0-9a-f]{24}$") { $0.isObjectID }
    )

    /// A URL that begins with one of `schemes`, or null; an exact seed may have any text.
    package static func address(_ schemes: [String]) -> SeedKind {
        let expected = schemes.map { "\($0)…" }.joined(separator: " or ")
        return .form(
            SeedForm(
                "\(expected) or null",
                "^(\(schemes.joined(separator: "|")))[^\\u0000-\\u0020\\u007F]+$",
                isFreeInExact: true,
                takesNull: true,
                demand: .stringInExact
            ) { text in schemes.contains { text.isAddress(after: $0) } }
        )
    }
}

/// One member of an object of a seed: its name, what it may be, and one sentence about it.
package struct SeedMember: Sendable {
    package let name: String
    package let kind: SeedKind
    /// For the JSON Schema, which editors show.
    package let words: String
    /// Whether the object must have it.
    package let isRequired: Bool
    /// What stands in the place of an absent member, and of one at fault; NULL for nothing.
    package let usual: Value
    /// The table of pairs, of the row's key and another, that a list of references stands for.
    ///
    /// Reading and writing follow from it.
    package var link: ContentTable?

    /// - Parameters:
    ///   - name: as in the file.
    ///   - kind: what it may be.
    ///   - words: one sentence.
    ///   - isRequired: whether it must be there.
    ///   - usual: its value when it is absent.
    package init(
        _ name: String,
        _ kind: SeedKind,
        _ words: String,
        isRequired: Bool = false,
        usual: Value = .null
    ) {
        (self.name, self.kind, self.words) = (name, kind, words)
        (self.isRequired, self.usual) = (isRequired, usual)
    }
}

extension SeedMember {
    /// Empty when it is absent.
    package static func text(_ name: String, _ kind: SeedKind, _ words: String) -> SeedMember {
        SeedMember(name, kind, words, usual: .text(""))
    }

    /// Any text; empty when it is absent.
    package static func text(_ name: String, _ words: String) -> SeedMember {
        text(name, .text, words)
    }

    package static func required(
        _ name: String,
        _ kind: SeedKind,
        _ words: String
    ) -> SeedMember {
        SeedMember(name, kind, words, isRequired: true)
    }

    /// A list of what the rows of a table are.
    package static func rows(
        _ name: String,
        _ table: ContentTable,
        _ words: String
    ) -> SeedMember {
        SeedMember(name, .list(.object(table.seedShape)), words)
    }

    /// A list of references of a kind, which are the pairs of a table.
    package static func links(
        _ name: String,
        _ table: ContentTable,
        _ kind: SeedKind,
        _ words: String
    ) -> SeedMember {
        var member = SeedMember(name, .list(kind), words)
        member.link = table
        return member
    }
}

/// The members that an object of a seed may have.
package struct SeedShape: Sendable {
    /// Its name in the JSON Schema, such as `post`.
    package let title: String
    /// One sentence about the object.
    package let words: String
    /// In the order of messages.
    package let members: [SeedMember]
    /// The names of ``members``.
    package let names: [String]
    /// Whether it may have other members too.
    package var isOpen = false
    /// Groups of members, of which the object must have one.
    package var alternatives: [[String]] = []

    /// - Parameters:
    ///   - title: unique among the shapes of a registry.
    ///   - words: one sentence.
    ///   - members: in the order of messages.
    ///   - alternatives: groups of members, of which it must have one.
    package init(
        _ title: String,
        _ words: String,
        _ members: [SeedMember],
        alternatives: [[String]] = []
    ) {
        (self.title, self.words, self.members) = (title, words, members)
        self.alternatives = alternatives
        names = members.map(\.name)
    }

    /// The shape of the elements of the list `name`; a member of another kind is a programming
    /// error.
    package func element(of name: String) -> SeedShape {
        guard case .list(let kind)? = members.first(where: { $0.name == name })?.kind,
            let shape = kind.shape
        else { preconditionFailure("\(title) has no list \(name)") }
        return shape
    }
}

extension SeedKind {
    /// The shape of objects of this kind; nil when it has none.
    var shape: SeedShape? {
        switch self {
        case .object(let shape): shape
        case .either(let kinds): kinds.lazy.compactMap(\.shape).first
        case .own(let kind): kind.shape
        default: nil
        }
    }
}

package import MockPostlyJSON
package import MockPostlySQLite
package import MockPostlyWorld

/// One member of a seed file: how it is read into a content, counted and written.
///
/// There is one object for each reading of a seed.
///
/// ```swift
/// package final class NotesSeed: SeedPart {
///     package static let member = "notes"
///     package static let described = SeedMember(member, .list(.object(.note)), "The notes.")
///     package func read(_ value: JSONValue) {
///         reading.forEach(value, "notes", .note) { row in ... row.text("text") ... }
///     }
/// }
/// ```
///
/// It does not throw: faults go to ``SeedReading/report(_:_:expected:)``, errors of the database to
/// ``SeedReading/attempt(_:)``.
package protocol SeedPart: AnyObject, SendableMetatype {
    /// The name of the member: `posts`.
    static var member: String { get }
    /// The member with what it may be, for the JSON Schema.
    ///
    /// By default any JSON.
    static var described: SeedMember { get }
    /// Whether it is read from all files before the other members, as people are.
    ///
    /// By default false.
    static var isReadFirst: Bool { get }
    /// Whether it reads files that have nothing but rows of ``ContentRegistry/rowNames``.
    ///
    /// By default false.
    static var takesRowsAlone: Bool { get }

    /// Begins a reading.
    ///
    /// - Parameters:
    ///   - reading: the content, the clock and the faults; the part keeps it.
    ///   - earlier: the parts that are listed before this one.
    init(_ reading: SeedReading, _ earlier: SeedParts)

    /// Reads the member of one file; what is right goes into the content, the rest is reported.
    ///
    /// Called once per file that has the member, in the order of the files.
    func read(_ value: JSONValue)

    /// Takes note that a file could not be read or is not an object.
    ///
    /// What it refers to may then be missing without being a fault.
    func missFile()

    /// Ends the reading, after all files.
    ///
    /// By default does nothing.
    func endReading()

    /// How much was read; nil for a part that is not counted.
    ///
    /// Read after ``endReading()``; by default nil.
    var tally: SeedTally? { get }

    /// Writes the member with its name; reading it must give the same content.
    ///
    /// - Throws: SQLite's errors.
    static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws
}

extension SeedPart {
    package static var isReadFirst: Bool { false }
    package static var takesRowsAlone: Bool { false }
    package static var described: SeedMember { SeedMember(member, .any, "") }
    package func missFile() {}
    package func endReading() {}
    package var tally: SeedTally? { nil }
}

/// The parts of one reading of a seed, in the order in which they read.
package struct SeedParts {
    /// A part comes after the parts that it needs.
    package private(set) var all: [any SeedPart] = []

    /// - Parameters:
    ///   - kinds: all members that the files may have.
    ///   - reading: which the parts keep.
    package init(_ kinds: [any SeedPart.Type], of reading: SeedReading) {
        for kind in kinds { all.append(kind.init(reading, self)) }
    }

    /// The part of this kind; a kind that is not listed before its user is a programming error.
    package func part<Part: SeedPart>(_ kind: Part.Type) -> Part {
        for case let part as Part in all { return part }
        preconditionFailure("seeds are read without \(kind)")
    }
}

/// How many elements of each kind a part of a seed has.
package struct SeedTally: Sendable, Equatable {
    /// A noun in the singular and its number: `post`, 95.
    package struct Count: Sendable, Equatable {
        /// Messages make the plural themselves.
        package var noun: String
        /// Elements with a fault are not counted.
        package var count: Int

        package init(_ noun: String, _ count: Int) {
            (self.noun, self.count) = (noun, count)
        }
    }

    /// The beginning of a line for this part alone, which is left out when all counts are 0.
    ///
    /// Nil for counts that are shown in the first line.
    package var title: String?
    /// In the order of the message.
    package var counts: [Count]

    package init(title: String? = nil, _ counts: [Count]) {
        (self.title, self.counts) = (title, counts)
    }
}

/// A content that is being written as a seed, with what its parts have looked up in it.
package final class ExportedContent {
    /// A transaction is open, or nobody writes: all parts see one state.
    package let connection: Connection
    /// When it was filled, if dates relative to that day are written relative to it; nil when all
    /// dates are written whole.
    package let filledAt: Instant?
    private var known: [ObjectIdentifier: any SeedKnowledge] = [:]

    init(_ connection: Connection, filledAt: Instant? = nil) {
        (self.connection, self.filledAt) = (connection, filledAt)
    }

    /// The `kind` of knowledge about the content; it is made at the first call.
    ///
    /// - Throws: what `Knowledge` throws when it is made.
    package func knowledge<Knowledge: SeedKnowledge>(
        _ kind: Knowledge.Type
    ) throws -> Knowledge {
        if let found = known[ObjectIdentifier(kind)] as? Knowledge { return found }
        let made = try Knowledge(connection)
        known[ObjectIdentifier(kind)] = made
        return made
    }
}

/// Something that several parts look up in a content while they are written.
package protocol SeedKnowledge {
    /// Reads what it needs at once.
    init(_ connection: Connection) throws
}

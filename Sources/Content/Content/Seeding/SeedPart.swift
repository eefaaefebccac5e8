package import MockPostlyJSON
package import MockPostlySQLite

/// What a part of the content has in a seed: one member of the file, how it is read and put into a
/// content, how much it is, and how it is written.
///
/// There is one object for each reading of a seed.
package protocol SeedPart: AnyObject, SendableMetatype {
    /// The member of a file: `posts`.
    static var member: String { get }
    /// Whether it is read from all files before anything else is, as people are.
    static var isReadFirst: Bool { get }

    /// Begins a reading; ``SeedReading/part(_:)`` has the parts that come before.
    init(_ reading: SeedReading)

    /// Reads the member of one file, and puts into the content what is right.
    func read(_ value: JSONValue)

    /// Notes that a file could not be read or is no object.
    func missFile()

    /// Ends the reading, when all files were read.
    func finish()

    /// How much was read; nil when that is not said.
    var tally: SeedTally? { get }

    /// Writes the member, with its name, as a reading makes the same content of it.
    static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws
}

extension SeedPart {
    package static var isReadFirst: Bool { false }
    package func missFile() {}
    package func finish() {}
    package var tally: SeedTally? { nil }
}

/// How much a seed holds of a part.
package struct SeedTally: Sendable, Equatable {
    /// How many there are of what: `post`.
    package struct Count: Sendable, Equatable {
        package var noun: String
        package var count: Int

        package init(_ noun: String, _ count: Int) {
            (self.noun, self.count) = (noun, count)
        }
    }

    /// What the line of its own begins with, which is left out when there is nothing; nil for what is
    /// said in the first line.
    package var title: String?
    package var counts: [Count]

    package init(title: String? = nil, _ counts: [Count]) {
        (self.title, self.counts) = (title, counts)
    }
}

/// A content that is written as a seed, and what several parts need to know of it.
package final class ExportedContent {
    package let connection: Connection
    private var known: [ObjectIdentifier: any SeedKnowledge] = [:]

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// What is known of the content, read once.
    package func knowledge<Knowledge: SeedKnowledge>(
        _ kind: Knowledge.Type
    ) throws -> Knowledge {
        if let found = known[ObjectIdentifier(kind)] as? Knowledge { return found }
        let made = try Knowledge(connection)
        known[ObjectIdentifier(kind)] = made
        return made
    }
}

/// Something that several parts need to know of a content when they are written.
package protocol SeedKnowledge {
    init(_ connection: Connection) throws
}

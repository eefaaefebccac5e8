package import MockPostlyJSON
package import MockPostlySQLite
package import MockPostlyWorld

/// One reading of the files of a seed: its parts write what is right into a content.
///
/// What was read is looked up in the content, so that no part of a seed is in memory twice. The
/// first faults are kept, up to a limit; values with a fault are left out. The first error of the
/// database is kept in ``failure``, and nothing is written after it.
package final class SeedReading {
    /// A fault and its place, by which faults are sorted.
    private struct Finding {
        var document: Int
        var offset: Int
        var fault: SeedFault
    }

    /// The content, which is empty at first; its unit of work is open.
    ///
    /// The caller rolls it back when there are faults.
    package let work: UnitOfWork
    /// Gives ids and dates to what the seed has without.
    package let world: TimeAndChance
    /// The time of filling, from which relative dates count.
    package let startedAt: Instant
    /// When the content of an export was filled; nil where the files do not say it.
    package internal(set) var filledAt: Instant?
    /// Whether it has dates that another reading alone can move: relative to now, or in a table that
    /// does not mark them.
    package internal(set) var hasMovingDates = false
    /// The collections whose rows may be all that a file has; empty for none.
    package var rowNames: Set<String> = []
    /// Where rows of collections have dates.
    package var rowDates: [String: [any DateFinder]] = [:]
    /// Whether the present file is an export (`"exact": true`): then everything that the API could
    /// have made is allowed.
    package private(set) var isExact = false
    /// The first error of the database.
    package private(set) var failure: (any Error)?

    private var current = SeedText(number: 0, name: "", bytes: [])
    /// Files that could not be read or parsed.
    private var broken: Set<Int> = []
    /// Sorted by place; at most `limit`.
    private var findings: [Finding] = []
    private let limit: Int

    /// A reading that keeps the first `limit` faults.
    ///
    /// - Parameters:
    ///   - work: of an empty content.
    ///   - world: whose clock and ids are used.
    ///   - time: from which relative dates count; by default the world's.
    ///   - limit: 1 for a server, more for a check of files.
    package init(
        into work: UnitOfWork,
        _ world: TimeAndChance,
        on time: Instant? = nil,
        limit: Int
    ) {
        (self.work, self.world, self.limit) = (work, world, limit)
        startedAt = time ?? world.now
    }

    /// The connection of ``work``.
    package var connection: Connection { work.connection }

    /// Runs `body` and returns its result; nil when there is or was an error of the database.
    ///
    /// After the first error `body` is not called any more, so a reading ends soon.
    @discardableResult
    package func attempt<Result>(_ body: () throws -> Result) -> Result? {
        guard failure == nil else { return nil }
        do {
            return try body()
        } catch {
            failure = error
            return nil
        }
    }

    // MARK: Files

    /// Reads and parses a file, and makes it the one that faults belong to.
    ///
    /// Nil when it cannot be read or parsed, which is reported once, however often it is opened.
    func open(_ document: SeedDocument, number: Int) -> ParsedSeedDocument? {
        guard !broken.contains(number) else { return nil }
        do throws(SeedFault) {
            current = SeedText(number: number, name: document.name, bytes: try document.bytes())
        } catch {
            current = SeedText(number: number, name: document.name, bytes: [])
            broken.insert(number)
            report(error)
            return nil
        }
        do throws(JSONError) {
            let json = try JSON(
                parsing: current.bytes,
                skippingByteOrderMark: true,
                outlines: true
            )
            let parsed = ParsedSeedDocument(
                file: current,
                json: json,
                isEmbedded: !document.isInMemory && !document.isOnDisk
            )
            isExact = parsed.isExact
            return parsed
        } catch {
            broken.insert(number)
            report("", at: error.offset, error.reason.words)
            return nil
        }
    }

    /// Makes a parsed file the one that faults belong to.
    func turn(to document: ParsedSeedDocument) {
        current = document.file
        isExact = document.isExact
    }

    // MARK: Faults

    /// The faults that were found, in the order of the files and the places in them.
    ///
    /// At most the limit; an error of the database is not among them.
    package var faults: [SeedFault] { findings.map(\.fault) }

    func report(_ fault: SeedFault) {
        insert(Finding(document: current.number, offset: 0, fault: fault))
    }

    /// Reports a fault of the member `field` at an offset in the present file.
    ///
    /// - Parameters:
    ///   - field: the path, such as `posts[3].likes[0]`.
    ///   - offset: in bytes from the start of the file.
    ///   - words: what is wrong, without a capital and a full stop.
    package func report(_ field: String, at offset: Int, _ words: String) {
        guard isAmongFirst(current.number, offset) else { return }
        let (line, column) = JSONError(offset: offset, reason: .empty).position(in: current.bytes)
        let fault = SeedFault(
            file: current.name,
            line: line,
            column: column,
            field: field,
            words: words
        )
        insert(Finding(document: current.number, offset: offset, fault: fault))
    }

    /// Whether a fault at this place would be among the first `limit`.
    private func isAmongFirst(_ document: Int, _ offset: Int) -> Bool {
        guard findings.count == limit, let last = findings.last else { return true }
        return (document, offset) < (last.document, last.offset)
    }

    private func insert(_ finding: Finding) {
        guard isAmongFirst(finding.document, finding.offset) else { return }
        let place = findings.lastIndex {
            ($0.document, $0.offset) <= (finding.document, finding.offset)
        }
        findings.insert(finding, at: place.map { $0 + 1 } ?? 0)
        if findings.count > limit { findings.removeLast() }
    }

    /// Reports that `value` is not what was expected.
    ///
    /// - Parameters:
    ///   - value: whose place the fault gets.
    ///   - field: its path.
    ///   - expected: words that follow "expected", such as `a string`.
    package func report(_ value: JSONValue, _ field: String, expected: String) {
        report(field, at: value.offset, "expected \(expected), found \(value.found)")
    }
}

/// A file of a seed and its text.
struct SeedText {
    var number: Int
    var name: String
    var bytes: [UInt8]
}

/// A file of a seed, parsed.
struct ParsedSeedDocument {
    var file: SeedText
    var json: JSON
    /// Whether it is inside the program.
    var isEmbedded: Bool
    var isExact: Bool { json.root["exact"]?.bool ?? false }
}

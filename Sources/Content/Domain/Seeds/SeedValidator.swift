import MockPostlyJSON
import MockPostlyWorld

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
    /// Whether the file is a world as it was, so that whatever the API could have made is right.
    var isExact: Bool { json.root["exact"]?.bool ?? false }
}

/// Reads users and posts out of parsed seed files, and collects what is wrong with them.
///
/// All files' users come first, then all files' posts: a post may stand in a file before its
/// author's. What is right goes into a content at once, which also tells who and what is there
/// already. The first faults are kept, up to a limit; what is at fault is left out.
struct SeedValidator {
    /// A fault, with the place that puts it in order.
    private struct Finding {
        var document: Int
        var offset: Int
        var fault: SeedFault
    }

    let filling: SeedFilling
    /// For the first id of an e-mail that was taken, the counter from which on one may be free.
    var derivedIDs: [ExactText: UInt32] = [:]
    /// Whether every user could be read; if not, an e-mail that nobody has proves nothing.
    var knowsAllUsers = true

    var postIDs = SeedIDs()
    var commentIDs = SeedIDs()
    /// Those that the files say; the titles' own are not among them.
    var slugs: Set<ExactText> = []
    /// Those who were found to like the post that is read.
    var likers: Set<Int> = []
    var counts = SeedCounts()
    var communityPostIDs: Set<Int64> = []
    var communityCommentIDs: Set<Int64> = []
    /// Whether a file has imported records.
    var hasImport = false

    /// Whether the file that is read is a world as it was.
    private(set) var isExact = false
    private var current = SeedText(number: 0, name: "", bytes: [])
    /// Files that could not be read or parsed.
    private var broken: Set<Int> = []
    /// In order, at most `limit`.
    private var findings: [Finding] = []
    private let limit: Int

    init(limit: Int, _ filling: SeedFilling) {
        self.limit = limit
        self.filling = filling
    }

    /// What is wrong, in the order of the files and the places in them.
    var faults: [SeedFault] { findings.map(\.fault) }

    /// Reads and parses a file, to which faults belong from then on; nil when that is a fault.
    ///
    /// A file that cannot be read or parsed is reported once, however often it is opened.
    mutating func open(_ document: SeedDocument, number: Int) -> ParsedSeedDocument? {
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
            let document = ParsedSeedDocument(file: current, json: json)
            isExact = document.isExact
            return document
        } catch {
            broken.insert(number)
            report("", at: error.offset, error.reason.words)
            return nil
        }
    }

    /// Turns to a parsed file: faults belong to it from then on.
    mutating func turn(to document: ParsedSeedDocument) {
        current = document.file
        isExact = document.isExact
    }

    // MARK: Faults

    mutating func report(_ fault: SeedFault) {
        keep(Finding(document: current.number, offset: 0, fault: fault))
    }

    mutating func report(_ field: String, at offset: Int, _ words: String) {
        guard isAmongFirst(current.number, offset) else { return }
        let (line, column) = JSONError(offset: offset, reason: .empty).position(in: current.bytes)
        let fault = SeedFault(
            file: current.name,
            line: line,
            column: column,
            field: field,
            words: words
        )
        keep(Finding(document: current.number, offset: offset, fault: fault))
    }

    /// Whether a fault at this place would be one of those to keep.
    private func isAmongFirst(_ document: Int, _ offset: Int) -> Bool {
        guard findings.count == limit, let last = findings.last else { return true }
        return (document, offset) < (last.document, last.offset)
    }

    private mutating func keep(_ finding: Finding) {
        guard isAmongFirst(finding.document, finding.offset) else { return }
        let place = findings.lastIndex {
            ($0.document, $0.offset) <= (finding.document, finding.offset)
        }
        findings.insert(finding, at: place.map { $0 + 1 } ?? 0)
        if findings.count > limit { findings.removeLast() }
    }

    mutating func report(_ value: JSONValue, _ field: String, expected: String) {
        report(field, at: value.offset, "expected \(expected), found \(value.found)")
    }

    // MARK: Shapes

    /// Calls `body` with place and value of each element of an optional array; none when it is
    /// something else, which is a fault.
    ///
    /// Of an element that is `outlined` the arrays in it are read in their turn only.
    mutating func forEach(
        _ value: JSONValue?,
        _ field: @autoclosure () -> String,
        outlined: Bool = false,
        _ body: (inout SeedValidator, Int, JSONValue) -> Void
    ) {
        guard let value, isArray(value, field()) else { return }
        var index = 0
        value.forEachElement(outlined: outlined) { element in
            body(&self, index, element)
            index += 1
        }
    }

    /// Whether a value is an array; if not, that is a fault.
    mutating func isArray(_ value: JSONValue, _ field: @autoclosure () -> String) -> Bool {
        if value.kind == .array { return true }
        report(value, field(), expected: "an array")
        return false
    }

    mutating func object(_ value: JSONValue, _ place: SeedPlace) -> SeedMembers? {
        guard value.kind == .object else {
            report(value, place.path(), expected: "an object")
            return nil
        }
        return SeedMembers(value, place)
    }

    /// Reports the members that a place does not have, and those that stand there twice.
    mutating func close(_ members: SeedMembers) {
        guard members.hasMore else { return }
        let known = members.place.members
        var seen: Set<String> = []
        for (name, offset) in memberNames(of: members.value) {
            let field = members.place.path(name)
            if !known.contains(name) {
                let list = known.joined(separator: ", ")
                report(field, at: offset, "unknown member; expected one of \(list)")
            } else if !seen.insert(name).inserted {
                report(field, at: offset, "the member is there twice")
            }
        }
    }

    mutating func required(_ members: inout SeedMembers, _ name: String) -> JSONValue? {
        if let value = members.take(name) { return value }
        report(members.place.path(name), at: members.value.offset, "the member is missing")
        return nil
    }

    // MARK: Values

    mutating func string(_ value: JSONValue, _ field: @autoclosure () -> String) -> String? {
        if let text = value.string { return text }
        report(value, field(), expected: "a string")
        return nil
    }

    mutating func requiredString(_ members: inout SeedMembers, _ name: String) -> String? {
        guard let value = required(&members, name) else { return nil }
        return string(value, members.place.path(name))
    }

    /// An address that starts with one of `schemes`; nil for null, for nothing, and for a fault.
    mutating func address(
        _ members: inout SeedMembers,
        _ name: String,
        _ schemes: [String]
    ) -> String? {
        guard let value = members.take(name), !value.isNull else { return nil }
        if isExact { return string(value, members.place.path(name)) }
        if let text = value.string, schemes.contains(where: { text.isAddress(after: $0) }) {
            return text
        }
        let expected = schemes.map { "\($0)…" }.joined(separator: " or ")
        report(value, members.place.path(name), expected: "\(expected) or null")
        return nil
    }

    mutating func date(_ value: JSONValue, _ field: @autoclosure () -> String) -> Instant? {
        if let text = value.string, !text.hasLongFraction, let date = Instant(rfc3339: text) {
            return date
        }
        // Years of more than four digits, which a clock can be set forward to, have no text.
        if isExact, let microseconds = value.int, Int64.datesInContent.contains(microseconds) {
            return Instant(microseconds: microseconds)
        }
        report(
            value,
            field(),
            expected: "a date such as \"2026-02-14T12:34:56.123456Z\""
        )
        return nil
    }

    mutating func requiredDate(_ members: inout SeedMembers, _ name: String) -> Instant? {
        guard let value = required(&members, name) else { return nil }
        return date(value, members.place.path(name))
    }

    /// An `_id`; nil when there is none or it is at fault.
    mutating func objectID(_ members: inout SeedMembers) -> (ObjectID, JSONValue)? {
        guard let value = members.take("_id") else { return nil }
        if let text = value.string, text.isObjectID, let id = ObjectID(hex: text) {
            return (id, value)
        }
        report(
            value,
            members.place.path("_id"),
            expected: "24 hexadecimal digits in lower case"
        )
        return nil
    }

    /// A member that may be absent.
    mutating func optionalDate(_ members: inout SeedMembers, _ name: String) -> Instant? {
        guard let value = members.take(name) else { return nil }
        return date(value, members.place.path(name))
    }

    /// A whole number from 1 up that may be absent.
    mutating func optionalNumber(
        _ members: inout SeedMembers,
        _ name: String,
        most: Int64 = .largestInContent
    ) -> Int64? {
        guard let value = members.take(name) else { return nil }
        return number(value, members.place.path(name), in: 1...most)
    }

    /// A whole number in `range`, or nil, which is a fault.
    mutating func number(
        _ value: JSONValue,
        _ field: @autoclosure () -> String,
        in range: ClosedRange<Int64>
    ) -> Int64? {
        if let number = value.int, range.contains(number) { return number }
        let isTooLarge =
            value.isIntegerLiteral && value.rawText.first != UInt8(ascii: "-")
            && value.int.map { $0 > range.upperBound } ?? true
        let expected =
            isTooLarge
            ? "a number of at most \(range.upperBound)"
            : "a whole number from \(range.lowerBound) up"
        report(value, field(), expected: expected)
        return nil
    }

    mutating func requiredAuthor(_ members: inout SeedMembers, knowsStrangers: Bool) -> Int? {
        guard let value = required(&members, "author") else { return nil }
        return author(value, members.place.path("author"), knowsStrangers: knowsStrangers)
    }

    /// The number of a user by e-mail or, in an object, by id; with `knowsStrangers` the id may be
    /// anybody's.
    mutating func author(
        _ value: JSONValue,
        _ field: @autoclosure () -> String,
        knowsStrangers: Bool = false
    ) -> Int? {
        if value.kind == .object { return person(value, field(), knowsStrangers) }
        guard let email = string(value, field()) else { return nil }
        if let user = filling.user(email: email) { return user }
        if knowsAllUsers {
            report(value, field(), expected: "the e-mail of a user of this seed")
        }
        return nil
    }

    private mutating func person(
        _ value: JSONValue,
        _ field: String,
        _ knowsStrangers: Bool
    ) -> Int? {
        var members = SeedMembers(value, .person(field))
        let id = requiredString(&members, "userId")
        close(members)
        guard let id else { return nil }
        if let person = filling.person(id: id), knowsStrangers || person > 0 { return person }
        guard knowsAllUsers else { return nil }
        guard knowsStrangers else {
            report(value, field, expected: "the userId of a user of this seed")
            return nil
        }
        return filling.addStranger(id)
    }
}

extension String {
    /// Whether these are 24 hexadecimal digits in lower case.
    var isObjectID: Bool {
        utf8.count == 24
            && utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }

    /// Whether white space or a control character of ASCII is in it.
    var hasSpaces: Bool { utf8.contains { $0 <= 0x20 || $0 == 0x7F } }

    /// Whether a fraction of seconds has more than six digits.
    fileprivate var hasLongFraction: Bool {
        // 2026-02-14T12:34:56.123456Z is as long as it gets without one, offsets aside.
        guard utf8.count > 27, let point = utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return false
        }
        return utf8[point...].dropFirst()
            .prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            .count > 6
    }

    /// Whether this is `scheme` with something after it, without spaces.
    fileprivate func isAddress(after scheme: String) -> Bool {
        utf8.starts(with: scheme.utf8) && utf8.count > scheme.utf8.count && !hasSpaces
    }
}

package import MockPostlyJSON
internal import MockPostlyText
package import MockPostlyWorld

/// Reads values of seed files; a value of another kind is reported as a fault.
extension SeedReading {
    // MARK: Shapes

    /// Calls `body` with index and value of each element of an optional array.
    ///
    /// A value that is not an array is a fault. With `outlined`, arrays inside an element are
    /// parsed only when they are read, which saves memory.
    ///
    /// - Parameters:
    ///   - value: the member; nil when it is absent, which is no fault.
    ///   - field: the path of the list, for messages.
    ///   - outlined: whether inner arrays are parsed late.
    ///   - body: gets indices from 0; elements of any kind are given to it.
    package func forEach(
        _ value: JSONValue?,
        _ field: @autoclosure () -> String,
        outlined: Bool = false,
        _ body: (Int, JSONValue) -> Void
    ) {
        guard let value, isArray(value, field()) else { return }
        var index = 0
        value.forEachElement(outlined: outlined) { element in
            body(index, element)
            index += 1
        }
    }

    /// The same for objects: calls `body` with each element and its place, an object that may have
    /// `members`.
    ///
    /// Elements that are not objects are given too: ``object(_:_:)`` reports them.
    package func forEach(
        _ value: JSONValue?,
        _ list: String,
        members: [String],
        _ body: (JSONValue, SeedPlace) -> Void
    ) {
        forEach(value, list) { index, value in
            body(value, SeedPlace(list, at: index, members: members))
        }
    }

    /// Whether a value is an array; reports a fault if not.
    package func isArray(_ value: JSONValue, _ field: @autoclosure () -> String) -> Bool {
        if value.kind == .array { return true }
        report(value, field(), expected: "an array")
        return false
    }

    /// The members of an object; nil after a fault was reported.
    package func object(_ value: JSONValue, _ place: SeedPlace) -> SeedMembers? {
        guard value.kind == .object else {
            report(value, place.path(), expected: "an object")
            return nil
        }
        return SeedMembers(value, place)
    }

    /// Reports unknown members, and members that are there twice.
    ///
    /// To be called after all known members were taken.
    package func close(_ members: SeedMembers) {
        guard members.hasMore else { return }
        let known = members.place.members
        var seen: Set<String> = []
        for (name, offset) in memberNames(of: members.value) {
            let field = members.place.path(name)
            if !known.contains(name), !members.place.unlisted.contains(name) {
                let list = known.joined(separator: ", ")
                report(field, at: offset, "unknown name; expected one of \(list)")
            } else if !seen.insert(name).inserted {
                report(field, at: offset, "is there twice")
            }
        }
    }

    /// A member that must be there; nil after a fault was reported.
    package func required(_ members: inout SeedMembers, _ name: String) -> JSONValue? {
        if let value = members.take(name) { return value }
        report(members.place.path(name), at: members.value.offset, "is missing")
        return nil
    }

    // MARK: Values

    /// A string; nil after a fault was reported.
    package func string(_ value: JSONValue, _ field: @autoclosure () -> String) -> String? {
        if let text = value.string { return text }
        report(value, field(), expected: "a string")
        return nil
    }

    /// A string that must be there; nil after a fault was reported.
    ///
    /// May be empty.
    package func requiredString(_ members: inout SeedMembers, _ name: String) -> String? {
        guard let value = required(&members, name) else { return nil }
        return string(value, members.place.path(name))
    }

    /// A date in RFC 3339, or a day such as `2026-02-14`; nil after a fault was reported.
    ///
    /// A fraction may have up to six digits; a day alone is its first moment in UTC. In an exact
    /// seed it may be a number of microseconds since 1970.
    package func date(_ value: JSONValue, _ field: @autoclosure () -> String) -> Instant? {
        if let text = value.string, !text.hasLongFraction, let date = Instant(dateText: text) {
            return date
        }
        // A clock can be set to a year with more than four digits, which RFC 3339 cannot write.
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

    /// Reports a member `updatedAt` that is before `createdAt`, unless the seed is exact.
    ///
    /// - Parameters:
    ///   - row: with a date as `updatedAt`, or without.
    ///   - createdAt: nil when it had a fault of its own.
    package func check(_ row: SeedRow, isNotBefore createdAt: Instant?) {
        guard let updatedAt = row.date("updatedAt"), let value = row.json("updatedAt"),
            let createdAt, updatedAt < createdAt, !isExact
        else { return }
        let expected = "a date that is not before createdAt"
        report(value, row.path("updatedAt"), expected: expected)
    }

    /// The member `createdAt` of a comment; nil when it is none.
    ///
    /// A date before that of the comment above, `latest`, is a fault unless the seed is exact.
    package func commentDate(_ row: SeedRow, _ latest: inout Instant?) -> Instant? {
        guard let createdAt = row.date("createdAt"), let value = row.json("createdAt") else {
            return nil
        }
        if let latest, createdAt < latest, !isExact {
            let expected = "a date that is not before the previous comment's"
            report(value, row.path("createdAt"), expected: expected)
        }
        latest = createdAt
        return createdAt
    }

    /// A whole number in `range`; nil after a fault was reported.
    package func number(
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
}

extension String {
    /// Whether it contains white space or a control character of ASCII.
    ///
    /// For texts that must be one word, such as e-mail addresses.
    package var hasSpaces: Bool { utf8.contains { $0 <= 0x20 || $0 == 0x7F } }

    /// Whether the fraction of the seconds has more than six digits.
    fileprivate var hasLongFraction: Bool {
        // Without such a fraction and with `Z`, a date has at most 27 characters.
        guard utf8.count > 27, let point = utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return false
        }
        return utf8[point...].dropFirst()
            .prefix(while: \.isDigit)
            .count > 6
    }

    /// Whether it is `scheme` and something after it, without spaces.
    func isAddress(after scheme: String) -> Bool {
        utf8.starts(with: scheme.utf8) && utf8.count > scheme.utf8.count && !hasSpaces
    }
}

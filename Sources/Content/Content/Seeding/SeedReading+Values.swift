package import MockPostlyJSON
package import MockPostlyWorld

/// What stands in seed files, value by value; what is something else is a fault.
extension SeedReading {
    // MARK: Shapes

    /// Calls `body` with place and value of each element of an optional array; none when it is
    /// something else, which is a fault.
    ///
    /// Of an element that is `outlined` the arrays in it are read in their turn only.
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

    /// Whether a value is an array; if not, that is a fault.
    package func isArray(_ value: JSONValue, _ field: @autoclosure () -> String) -> Bool {
        if value.kind == .array { return true }
        report(value, field(), expected: "an array")
        return false
    }

    /// The members of an object; something else is a fault.
    package func object(_ value: JSONValue, _ place: SeedPlace) -> SeedMembers? {
        guard value.kind == .object else {
            report(value, place.path(), expected: "an object")
            return nil
        }
        return SeedMembers(value, place)
    }

    /// Reports the members that a place does not have, and those that stand there twice.
    package func close(_ members: SeedMembers) {
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

    /// A member that must be there.
    package func required(_ members: inout SeedMembers, _ name: String) -> JSONValue? {
        if let value = members.take(name) { return value }
        report(members.place.path(name), at: members.value.offset, "the member is missing")
        return nil
    }

    // MARK: Values

    /// A text; something else is a fault.
    package func string(_ value: JSONValue, _ field: @autoclosure () -> String) -> String? {
        if let text = value.string { return text }
        report(value, field(), expected: "a string")
        return nil
    }

    /// A text that must be there.
    package func requiredString(_ members: inout SeedMembers, _ name: String) -> String? {
        guard let value = required(&members, name) else { return nil }
        return string(value, members.place.path(name))
    }

    /// An address that starts with one of `schemes`; nil for null, for nothing, and for a fault.
    package func address(
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

    /// A date; something else is a fault.
    package func date(_ value: JSONValue, _ field: @autoclosure () -> String) -> Instant? {
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

    /// A date that must be there.
    package func requiredDate(_ members: inout SeedMembers, _ name: String) -> Instant? {
        guard let value = required(&members, name) else { return nil }
        return date(value, members.place.path(name))
    }

    /// An `_id`; nil when there is none or it is at fault.
    package func objectID(_ members: inout SeedMembers) -> (ObjectID, JSONValue)? {
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
    package func optionalDate(_ members: inout SeedMembers, _ name: String) -> Instant? {
        guard let value = members.take(name) else { return nil }
        return date(value, members.place.path(name))
    }

    /// The member `updatedAt`, which is not before `createdAt`.
    package func updatedAt(
        _ members: inout SeedMembers,
        _ createdAt: Instant?
    ) -> Instant? {
        guard let value = members.take("updatedAt") else { return nil }
        let field = members.place.path("updatedAt")
        guard let updatedAt = date(value, field) else { return nil }
        if let createdAt, updatedAt < createdAt, !isExact {
            report(value, field, expected: "a date that is not before createdAt")
        }
        return updatedAt
    }

    /// A whole number from 1 up that may be absent.
    package func optionalNumber(
        _ members: inout SeedMembers,
        _ name: String,
        most: Int64 = .largestInContent
    ) -> Int64? {
        guard let value = members.take(name) else { return nil }
        return number(value, members.place.path(name), in: 1...most)
    }

    /// A whole number in `range`, or nil, which is a fault.
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
    /// Whether white space or a control character of ASCII is in it.
    package var hasSpaces: Bool { utf8.contains { $0 <= 0x20 || $0 == 0x7F } }

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

internal import MockPostlyJSON
internal import MockPostlyText
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Members by type: nil when the member is absent; throws a ``Problem`` with status 400 when the
/// value has the wrong type or is not allowed.
extension ControlBody {
    /// Whether there is a member that is not null.
    func isGiven(_ name: String) -> Bool { value(name).map { !$0.isNull } ?? false }

    func text(_ name: String) throws(Problem) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else {
            throw wrongType(name, value, wanted: "a text", hint: "Put it in quotes.")
        }
        return text
    }

    /// The name of a world or a snapshot.
    func name(_ name: String) throws(Problem) -> String? {
        guard let text = try text(name) else { return nil }
        return try checkedName(text, place(name))
    }

    func bool(_ name: String) throws(Problem) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let bool = value.bool else {
            throw wrongType(name, value, wanted: "true or false", hint: "Leave it out for false.")
        }
        return bool
    }

    /// A whole number in `range`.
    func int(_ name: String, in range: ClosedRange<Int64>) throws(Problem) -> Int64? {
        guard let value = value(name) else { return nil }
        let hint = "Send a number from \(range.lowerBound) to \(range.upperBound)."
        guard value.kind == .number else {
            throw wrongType(name, value, wanted: "a whole number", hint: hint)
        }
        let number = value.int ?? value.double.flatMap { Int64(exactly: $0) }
        guard let number, range.contains(number) else { throw badValue(name, value, hint: hint) }
        return number
    }

    /// A whole number of 64 bits, as a number or, for clients whose numbers are doubles, as text.
    func unsigned(_ name: String) throws(Problem) -> UInt64? {
        guard let value = value(name) else { return nil }
        let hint = "Send a whole number from 0 to \(UInt64.max), as a number or as text."
        guard value.kind == .number || value.kind == .string else {
            throw wrongType(name, value, wanted: "a whole number or the text of one", hint: hint)
        }
        let text = value.string ?? String(decoding: value.rawText, as: UTF8.self)
        let isDigits = text.utf8.allSatisfy(\.isDigit)
        // A whole number may have a fraction of zeros, or an exponent.
        let number = isDigits ? UInt64(text) : value.double.flatMap { UInt64(exactly: $0) }
        guard let number else { throw badValue(name, value, hint: hint) }
        return number
    }

    func double(_ name: String) throws(Problem) -> Double? {
        guard let value = value(name) else { return nil }
        guard value.kind == .number else {
            throw wrongType(name, value, wanted: "a number", hint: "Send it without quotes.")
        }
        // Outside the range of a double, and so outside every range that callers allow.
        return value.double ?? .infinity
    }

    /// One of the cases of `Choice`.
    func choice<Choice>(_ name: String, _: Choice.Type) throws(Problem) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        try choice(name, of: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    /// One of `choices`.
    func choice(_ name: String, of choices: [String]) throws(Problem) -> String? {
        guard let value = value(name) else { return nil }
        let hint = "It can be: \(enumerated(choices))."
        guard let text = value.string else {
            throw wrongType(name, value, wanted: "a text", hint: hint)
        }
        guard let choice = choices.first(where: text.isIdentical) else {
            throw badValue(name, value, hint: hint)
        }
        return choice
    }

    /// A list of one or more of `choices`, without repetition.
    func list(_ name: String, of choices: [String]) throws(Problem) -> [String]? {
        guard let value = value(name) else { return nil }
        let hint = "It is a list of at least one of these, each once: \(enumerated(choices))."
        guard value.kind == .array else {
            throw wrongType(name, value, wanted: "a list", hint: hint)
        }
        let elements = value.elements
        guard !elements.isEmpty else {
            throw .badValue("The list in \(place(name)) is empty.", hint)
        }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else {
                throw wrongType("\(name)[\(texts.count)]", element, wanted: "a text", hint: hint)
            }
            guard choices.contains(where: text.isIdentical), !texts.contains(text) else {
                throw badValue("\(name)[\(texts.count)]", element, hint: hint)
            }
            texts.append(text)
        }
        return texts
    }

    func object(_ name: String) throws(Problem) -> JSONValue? {
        guard let value = value(name) else { return nil }
        guard value.kind == .object else {
            throw wrongType(name, value, wanted: "an object", hint: "Send an object.")
        }
        return value
    }

    /// A list of one or more patterns of `Matcher`.
    func patterns<Matcher: EntryMatcher>(_ name: String, _: Matcher.Type) throws(Problem)
        -> [ControlBody]
    {
        guard let value = value(name) else { return [] }
        let hint =
            "Send a list of \(Matcher.textForm)objects with the members "
            + "\(enumerated(Matcher.members))."
        guard value.kind == .array, value.count > 0 else {
            throw wrongType(name, value, wanted: "a list of at least one pattern", hint: hint)
        }
        var bodies: [ControlBody] = []
        for element in value.elements {
            bodies.append(try Matcher.pattern(element, "\(name)[\(bodies.count)]", of: self))
        }
        return bodies
    }

    // MARK: Times

    /// A duration of at most a hundred years.
    func duration(_ name: String) throws(Problem) -> Duration? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else {
            throw wrongType(name, value, wanted: "a duration", hint: Self.durations)
        }
        guard let duration = parseDuration(text) else {
            throw badValue(name, value, hint: Self.durations)
        }
        guard duration <= .seconds(36_500 * 86_400) else {
            throw badValue(name, value, hint: "The longest is 36500d.")
        }
        return duration
    }

    /// A duration of any length; a minus in front makes it negative.
    func signedDuration(_ name: String) throws(Problem) -> Duration? {
        guard let value = value(name) else { return nil }
        let hint = Self.durations + " A '-' in front goes back."
        guard let text = value.string else {
            throw wrongType(name, value, wanted: "a duration", hint: hint)
        }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        guard let duration = parseDuration(String(text.dropFirst(isNegative ? 1 : 0))) else {
            throw badValue(name, value, hint: hint)
        }
        return isNegative ? .zero - duration : duration
    }

    static let durations = "Send a duration such as '15m', '2h30m', '500ms' or 'PT15M'."

    /// The start of a clock: a date of the years 1 to 9999, or `real` for the machine's time.
    func clockStart(_ name: String) throws(Problem) -> Clock.Start? {
        guard let value = value(name) else { return nil }
        let hint = "Send a date such as '2026-01-01T00:00:00Z', or 'real' for the machine's time."
        guard let text = value.string else {
            throw wrongType(name, value, wanted: "a date", hint: hint)
        }
        if text.isIdentical(to: "real") { return .machine }
        guard let instant = Instant(dateText: text) else { throw badValue(name, value, hint: hint) }
        guard Instant.printable.contains(instant) else {
            throw badValue(name, value, hint: "A clock shows the years 0001 to 9999.")
        }
        return .at(instant)
    }
}

package import MockPostlyJSON
package import MockPostlySQLite
package import MockPostlyWorld

/// The values of an object of a seed, read by its ``SeedShape``.
package struct SeedRow {
    /// The object as it is in the file.
    package let value: JSONValue
    package let place: SeedPlace
    /// Whether all required members are there and without fault.
    ///
    /// A row that is not whole is left out of the content.
    package internal(set) var isWhole = true
    private let shape: SeedShape
    fileprivate(set) var values: [Value] = []
    private var given: [JSONValue?] = []
    /// The relative dates, by the places of their members.
    private var relative: [Int: RelativeDate] = [:]

    fileprivate init(_ members: SeedMembers, _ shape: SeedShape) {
        (value, place, self.shape) = (members.value, members.place, shape)
        values.reserveCapacity(shape.members.count)
        given.reserveCapacity(shape.members.count)
    }

    fileprivate mutating func add(_ value: Value, _ given: JSONValue?, _ relative: RelativeDate?) {
        if let relative { self.relative[values.count] = relative }
        values.append(value)
        self.given.append(given)
    }

    /// A name that the shape does not have is a programming error.
    func position(of name: String) -> Int {
        guard let position = shape.names.firstIndex(of: name) else {
            preconditionFailure("\(shape.title) has no member \(name)")
        }
        return position
    }

    /// The value that is stored; NULL for an absent member without a usual value.
    package subscript(_ name: String) -> Value { values[position(of: name)] }

    /// The member as it is in the file; nil when it is absent.
    package func json(_ name: String) -> JSONValue? { given[position(of: name)] }

    /// A text; nil when there is none, and after a fault was reported.
    package func text(_ name: String) -> String? {
        if case .text(let text) = self[name] { text } else { nil }
    }

    /// A number; nil when there is none, and after a fault was reported.
    package func number(_ name: String) -> Int64? {
        if case .integer(let number) = self[name] { number } else { nil }
    }

    /// A date; nil when there is none, and after a fault was reported.
    package func date(_ name: String) -> Instant? {
        number(name).map { Instant(microseconds: $0) }
    }

    /// A date and how it was written; nil when there is none, and after a fault was reported.
    package func seedDate(_ name: String) -> SeedDate? {
        date(name).map { SeedDate($0, relative[position(of: name)]) }
    }

    /// As ``date(_:)``, but a relative date counts from a moment that is always the same: for ids
    /// that are made of it.
    package func dateForIDs(_ name: String) -> Instant? {
        seedDate(name).map { $0.relative?.instant(from: Self.momentForIDs) ?? $0.instant }
    }

    private static let momentForIDs = Instant(seconds: 1_767_225_600)

    /// The path of the member, for messages.
    package func path(_ name: String) -> String { place.path(name) }
}

extension SeedReading {
    /// Reads an object by its shape; nil after the fault was reported that it is none.
    ///
    /// Faults of its members, and unknown members, are reported.
    package func row(_ value: JSONValue, _ place: SeedPlace, _ shape: SeedShape) -> SeedRow? {
        guard var members = object(value, place) else { return nil }
        var row = SeedRow(members, shape)
        for member in shape.members {
            let given =
                member.isRequired
                ? required(&members, member.name) : members.take(member.name)
            guard let given else {
                if member.isRequired { row.isWhole = false }
                row.add(member.usual, nil, nil)
                continue
            }
            let field = { members.place.path(member.name) }
            let read = self.value(given, member.kind, field)
            if read == nil, member.isRequired { row.isWhole = false }
            row.add(read?.value ?? member.usual, given, read?.relative)
        }
        close(members)
        return row
    }

    /// The same for each element of a list.
    ///
    /// - Parameters:
    ///   - value: the list; nil when it is absent, which is no fault.
    ///   - list: its path.
    ///   - shape: of each element.
    ///   - body: gets the elements that are objects.
    package func forEach(
        _ value: JSONValue?,
        _ list: String,
        _ shape: SeedShape,
        _ body: (SeedRow) -> Void
    ) {
        forEach(value, list, members: shape.names) { value, place in
            if let row = row(value, place, shape) { body(row) }
        }
    }

    /// The stored form of a value: NULL for null and for what the part reads itself; nil after a
    /// fault was reported.
    private func value(
        _ value: JSONValue,
        _ kind: SeedKind,
        _ field: () -> String
    ) -> (value: Value, relative: RelativeDate?)? {
        switch kind {
        case .text: return string(value, field()).map { (.text($0), nil) }
        case .form(let form):
            if form.takesNull, value.isNull { return nil }
            return self.form(value, form, field).map { ($0, nil) }
        case .lines(let form): return lines(value, form, field()).map { ($0, nil) }
        case .number(let range):
            return number(value, field(), in: range).map { (.integer($0), nil) }
        case .flag:
            if let flag = value.bool { return (.bool(flag), nil) }
            report(value, field(), expected: "true or false")
            return nil
        case .date:
            return date(value, field(), movesDays: false).map(Self.stored)
        case .dayDate:
            return date(value, field(), movesDays: true).map(Self.stored)
        case .null, .real, .list, .object, .fields, .either, .own, .any: return (.null, nil)
        }
    }

    private static func stored(_ date: SeedDate) -> (value: Value, relative: RelativeDate?) {
        (.integer(date.instant.microseconds), date.relative)
    }

    private func form(_ value: JSONValue, _ form: SeedForm, _ field: () -> String) -> Value? {
        guard let text = value.string else {
            let isString =
                switch form.demand {
                case .form: false
                case .string: true
                case .stringInExact: isExact
                }
            report(value, field(), expected: isString ? "a string" : form.expected)
            return nil
        }
        if form.isFreeInExact && isExact || form.isRight(text) { return form.store(text) }
        report(value, field(), expected: form.expected)
        return nil
    }

    private func lines(_ value: JSONValue, _ form: SeedForm, _ field: String) -> Value? {
        var lines: [String] = []
        var isRight = value.kind == .array
        forEach(value, field) { index, element in
            guard case .text(let line)? = self.form(element, form, { "\(field)[\(index)]" }) else {
                isRight = false
                return
            }
            lines.append(line)
        }
        return isRight ? .text(lines.joined(separator: "\n")) : nil
    }
}

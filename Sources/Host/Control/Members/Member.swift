internal import MockPostlyJSON

/// A member of an order that `Root` is made of, told once.
///
/// How it is read and refused, suggested and written, the option of the command that sends it, its
/// schema in `openapi-control.yaml` and the types of clients follow from it.
///
/// ```swift
/// .value("bandwidth", \.bandwidth, .int(1...1_000_000_000), "bytes per second of the answer")
/// ```
struct Member<Root>: Sendable {
    var shape: MemberShape
    /// Reads the value into the property.
    ///
    /// Leaves it as it is when the member is absent.
    let read: @Sendable (ControlBody, inout Root) throws(Problem) -> Void
    /// Writes the member with the value of the property.
    let write: @Sendable (Root, inout JSONWriter) -> Void

    /// The property that a member fills.
    ///
    /// A closure gives it: key paths are made when an order is read, not at the start.
    typealias Place<Value> = WritableKeyPath<Root, Value> & Sendable

    private init(
        _ shape: MemberShape,
        read: @escaping @Sendable (ControlBody, inout Root) throws(Problem) -> Void,
        write: @escaping @Sendable (Root, inout JSONWriter) -> Void
    ) {
        (self.shape, self.read, self.write) = (shape, read, write)
    }

    /// A member whose value is that of a property.
    static func value<Value>(
        _ name: String,
        _ place: @escaping @Sendable @autoclosure () -> any Place<Value>,
        _ kind: MemberKind<Value>,
        _ summary: String
    ) -> Member {
        Member(MemberShape(name, summary, kind.type)) { body, root throws(Problem) in
            if let value = try kind.read(body, name) { root[keyPath: place()] = value }
        } write: { root, json in
            json.key(name)
            kind.write(root[keyPath: place()], &json)
        }
    }

    /// A member for a property that may have no value: then it is not written.
    static func value<Value>(
        _ name: String,
        _ place: @escaping @Sendable @autoclosure () -> any Place<Value?>,
        _ kind: MemberKind<Value>,
        _ summary: String
    ) -> Member {
        Member(MemberShape(name, summary, kind.type)) { body, root throws(Problem) in
            if let value = try kind.read(body, name) { root[keyPath: place()] = value }
        } write: { root, json in
            guard let value = root[keyPath: place()] else { return }
            json.key(name)
            kind.write(value, &json)
        }
    }

    /// A member that is read together with others, beside the table.
    ///
    /// `text` is its JSON, for orders that keep it.
    static func part(
        _ name: String,
        _ type: MemberType,
        _ summary: String,
        text: (@Sendable (Root) -> [UInt8])? = nil
    ) -> Member {
        Member(MemberShape(name, summary, type)) { _, _ throws(Problem) in
        } write: { root, json in
            guard let text else { return }
            json.key(name)
            json.raw(text(root))
        }
    }

    /// A member of a condition, which is never written; `read` gets its value.
    static func condition(
        _ name: String,
        _ type: MemberType,
        _ summary: String,
        read: @escaping @Sendable (ControlBody, JSONValue, inout Root) throws(Problem) -> Void
    ) -> Member {
        Member(MemberShape(name, summary, type)) { body, root throws(Problem) in
            if let value = body.value(name) { try read(body, value, &root) }
        } write: { _, _ in
        }
    }

    // MARK: Further properties

    /// The same with sentences for the description.
    func details(_ sentences: String) -> Member { with { $0.details = sentences } }

    /// The same for commands; `summary` is that of the member unless told otherwise.
    func option(
        _ placeholder: String,
        _ summary: String? = nil,
        details: String = "",
        words: [String]? = nil
    ) -> Member {
        with {
            $0.option = MemberOption(
                placeholder: placeholder,
                summary: summary ?? $0.summary,
                details: details,
                words: words ?? $0.type.words
            )
        }
    }

    /// The same, refused without the member `other`.
    func needing(_ other: String) -> Member { with { $0.needs.append((other, nil, "")) } }

    /// The same, refused unless `member` has this value; `hint` says what to do then.
    func needing(_ member: String, _ value: String, _ hint: String) -> Member {
        with { $0.needs.append((member, value, "\(hint); leave it out.")) }
    }

    /// The same, with this JSON as what holds when it is absent.
    func standard(_ json: String) -> Member { with { $0.type.schema.append(("default", json)) } }

    /// The same, whose type has a name of its own in the description.
    func named(_ name: String) -> Member { with { $0.schemaName = name } }

    /// The same, which may still be called as it was in the version before.
    func formerly(_ name: String) -> Member { with { $0.formerName = name } }

    var required: Member { with { $0.isRequired = true } }

    private func with(_ change: (inout MemberShape) -> Void) -> Member {
        var member = self
        change(&member.shape)
        return member
    }
}

/// What is made from the members of an order.
protocol MadeOfMembers: SendableMetatype {
    /// In the order of messages and of answers.
    static var table: [Member<Self>] { get }
}

extension MadeOfMembers {
    /// The names of all members.
    static var members: [String] { table.map(\.shape.name) }

    /// The names that members had in the version before, by those that they have now.
    static var formerNames: [String: String] { shapes.formerNames }

    /// What is known of all members without a value.
    static var shapes: [MemberShape] { table.map(\.shape) }

    /// Reads the members that `body` has.
    ///
    /// Throws a ``Problem`` with status 400 that names the first one at fault.
    mutating func readMembers(_ body: ControlBody) throws(Problem) {
        for member in Self.table {
            try member.shape.check(body)
            try member.read(body, &self)
        }
    }

    /// Writes the members, inside an object.
    func writeMembers(_ json: inout JSONWriter) {
        for member in Self.table { member.write(self, &json) }
    }
}

extension [MemberShape] {
    /// The names that they had in the version before, by those that they have now.
    var formerNames: [String: String] {
        reduce(into: [:]) { names, member in names[member.name] = member.formerName }
    }
}

internal import MockPostlyControl
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyText

/// The members of an order that the options of a command give.
struct GivenMembers: Sendable, Equatable {
    /// The JSON of each, by its place in the order, such as `match.path`.
    private var values: [String: [UInt8]] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// The JSON of the member at `place`; nil when it was not given.
    subscript(place: String) -> [UInt8]? {
        get { values[place] }
        set { values[place] = newValue }
    }

    /// Writes those of `members` that were given; `path` is the place of their object.
    ///
    /// What is wrong is refused by the server.
    func write(_ members: [MemberShape], at path: String = "", _ json: inout JSONWriter) {
        for member in members {
            guard let value = values[path + member.name] else { continue }
            json.key(member.name)
            json.raw(value)
        }
    }

    /// The member `match` with what --match and the options for its `members` say; nil for none.
    ///
    /// - Throws: When both say the same condition: one of them would not count.
    func match(_ members: [MemberShape]) throws(Failure) -> [UInt8]? {
        guard
            values["match"] != nil || members.contains(where: { values["match.\($0.name)"] != nil })
        else { return nil }
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for (name, value) in (try? JSON(parsing: values["match"] ?? []))?.root.members ?? [] {
            guard values["match.\(name)"] == nil else {
                throw .usage(
                    "'\(printable(name))' is in --match and beside it",
                    hint: "give it once"
                )
            }
            json.key(name)
            json.raw(value)
        }
        write(members, at: "match.", &json)
        json.endObject()
        return json.finish()
    }

    /// Which requests the options and `operand`, a path or a method and a path, mean; nil for all.
    func pattern(_ operand: String?) throws(Failure) -> [UInt8]? {
        guard let operand else { return try match(ControlOrders.requests) }
        let words = operand.split(separator: " ", maxSplits: 1)
        let isOfMethod = words.count > 1
        let text = isOfMethod ? "\(words[0].uppercased()) \(words[1])" : operand
        guard let line = RequestLine(text), line.path != nil else {
            throw .usage(
                "\(quoted(operand)) is no method and path",
                hint: "such as 'GET /api/posts/*', or '/api/**' for any method"
            )
        }
        var given = self
        for (name, value) in line.members {
            given.values["match.\(name)"] = Array(quotedJSON(value).utf8)
        }
        return try given.match(ControlOrders.requests)
    }
}

extension [MemberShape] {
    /// The options of a command for these members; `path` is the place of their object.
    func options(at path: String = "") -> [Option] {
        compactMap { member in
            member.option.map { Option(member, $0, at: path + member.name) }
        }
    }

    /// The option for the member `name`.
    func option(_ name: String, at path: String = "") -> [Option] {
        filter { $0.name == name }.options(at: path)
    }

    /// All but these.
    func without(_ names: String...) -> [MemberShape] { filter { !names.contains($0.name) } }
}

extension Option {
    fileprivate init(_ member: MemberShape, _ option: MemberOption, at place: String) {
        let name = member.name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        self.init(
            name: name,
            kind: .value(option.placeholder),
            reach: .commandLine,
            summary: option.summary,
            details: option.details,
            expected: member.type.expected,
            completion: option.words.isEmpty ? .none : .words(option.words),
            take: { text, _, settings in
                guard let value = member.type.json(text) else { return false }
                settings.client.given[place] = value
                return true
            },
            show: { settings in
                guard let value = settings.client.given[place] else { return .nothing }
                return .text(String(decoding: value, as: UTF8.self))
            }
        )
    }
}

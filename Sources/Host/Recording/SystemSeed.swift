internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRecorded

/// The seed that a recording of systems which this server has gives.
struct SystemSeed {
    /// A system of which rows were found.
    private struct System {
        let name: String
        var rows: any RecordedRows

        /// Whether it took the call.
        mutating func take(_ call: Call, _ people: inout RecordedPeople) -> Bool {
            guard type(of: rows).isPath(call.segments) else { return false }
            rows.read(call, &people)
            return true
        }
    }

    private let kinds: [Recording.System]
    private var found: [System] = []
    private(set) var people = RecordedPeople()

    /// - Parameter kinds: the systems that may be found, in the order of their members of a seed.
    init(_ kinds: [Recording.System]) { self.kinds = kinds }

    /// The systems of which rows were found, by their names.
    var systems: [String] { found.map(\.name) }
    /// The telephone numbers by which people have signed in.
    var numbers: [String] { found.flatMap(\.rows.numbers) }

    /// Takes the exchanges of known systems out of `exchanges`; the rest is returned.
    ///
    /// A system is known by the form of an answer at one of its paths; then all its paths are its.
    mutating func take(from exchanges: [ArchivedExchange]) -> [ArchivedExchange] {
        let calls = exchanges.map { Call($0) }
        found = kinds.compactMap { kind in
            guard calls.contains(where: { kind.rows.knows($0) }) else { return nil }
            return System(name: kind.name, rows: kind.rows.init())
        }
        return calls.filter { call in
            !found.indices.contains { found[$0].take(call, &people) }
        }.map(\.exchange)
    }

    /// The seed in JSON, indented, and how many rows it has; nil when no system was found.
    func seed() -> (bytes: [UInt8], rows: Int)? {
        guard !found.isEmpty else { return nil }
        var people = people
        let members = found.compactMap { $0.rows.seed(&people) }
        var seed = JSObject()
        seed["users"] = .array(people.users)
        for (name, rows) in members { seed[name] = people.resolved(rows) }
        var json = JSONWriter(escaping: .utf8, reserving: 1 << 16)
        JSValue.object(seed).write(&json)
        return (JSONWriter.pretty(json.finish()) + [0x0A], Self.count(.object(seed), depth: 0))
    }

    /// How many objects stand in lists of a seed.
    private static func count(_ value: JSValue, depth: Int) -> Int {
        guard depth < 3, case .object(let object) = value else { return 0 }
        return object.members.reduce(0) { sum, member in
            if case .array(let rows) = member.value { return sum + rows.count }
            return sum + count(member.value, depth: depth + 1)
        }
    }
}

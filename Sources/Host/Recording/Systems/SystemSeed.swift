internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript

/// The seed that a recording of systems which this server has gives.
struct SystemSeed {
    /// The systems of which rows were found, by their names.
    private(set) var systems: [String] = []
    private(set) var people = RecordedPeople()
    /// The telephone numbers by which Wreely's members have signed in.
    var numbers: [String] { wreely.numbers }
    private var postly = PostlyRows()
    private var community = CommunityRows()
    private var dummyjson = DummyJSONRows()
    private var wreely = WreelyRows()
    private var realworld = RealWorldRows()

    /// Takes the exchanges of known systems out of `exchanges`; the rest is returned.
    ///
    /// A system is known by the form of an answer at one of its paths; then all its paths are its.
    mutating func take(from exchanges: [Exchange]) -> [Exchange] {
        let calls = exchanges.map { Call($0) }
        typealias System = (
            name: String, isPath: ([String]) -> Bool, knows: (Call) -> Bool
        )
        let known: [System] = [
            ("community", CommunityRows.isPath, CommunityRows.knows),
            ("postly", PostlyRows.isPath, PostlyRows.knows),
            ("dummyjson", DummyJSONRows.isPath, DummyJSONRows.knows),
            ("wreely", WreelyRows.isPath, WreelyRows.knows),
            ("realworld", RealWorldRows.isPath, RealWorldRows.knows),
        ]
        let found = known.filter { system in calls.contains { system.knows($0) } }
        systems = found.map(\.name)
        var rest: [Exchange] = []
        for call in calls {
            guard let system = found.first(where: { $0.isPath(call.segments) }) else {
                rest.append(call.exchange)
                continue
            }
            switch system.name {
            case "postly": postly.read(call, &people)
            case "community": community.read(call, &people)
            case "wreely": wreely.read(call, &people)
            case "realworld": realworld.read(call, &people)
            default: dummyjson.read(call, &people)
            }
        }
        return rest
    }

    /// The seed in JSON, indented, and how many rows it has; nil when no system was found.
    func seed() -> (bytes: [UInt8], rows: Int)? {
        guard !systems.isEmpty else { return nil }
        var people = people
        var seed = JSObject()
        var members: [(String, JSValue)] = []
        if systems.contains("postly") {
            members.append(("posts", .array(postly.seed(&people))))
        }
        if systems.contains("community") { members.append(("community", community.seed(&people))) }
        if systems.contains("wreely") { members.append(("wreely", wreely.seed(&people))) }
        if systems.contains("realworld") { members.append(("realworld", realworld.seed(&people))) }
        if let records = dummyjson.seed { members.append(("dummyjson", records)) }
        seed["users"] = .array(people.users)
        for (name, value) in members { seed[name] = people.resolved(value) }
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

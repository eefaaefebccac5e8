internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyServer

/// The server's description of a world, as text and as variables.
struct WorldText {
    private let world: JSONValue

    init(_ world: JSONValue) {
        self.world = world
    }

    var name: String { world["id"]?.string ?? "" }

    // MARK: Tables

    /// One row for each world.
    static func list(_ worlds: [JSONValue], width: Int? = nil) -> String {
        let counted = (worlds.first.map { WorldText($0).firstCounts } ?? []).map(\.name)
        let head = ["WORLD", "FROM", "CLOCK"] + counted.map { $0.uppercased() } + ["ENDS"]
        let rows = worlds.map { WorldText($0).row(counting: counted) }
        return table([head] + rows, width: width, hasHead: true)
    }

    private func row(counting names: [String]) -> [String] {
        let counts = names.map { name in
            firstCounts.first { $0.name == name }.map { "\($0.count)" } ?? ""
        }
        return [name, origin, world["clock"].map(clockWords) ?? ""] + counts
            + [world["expiresAt"]?.string ?? "never"]
    }

    /// The whole description, one property a line.
    func card(width: Int? = nil) -> String {
        var rows = [
            ["world", name],
            ["from", origin],
            ["clock", world["clock"].map(clockWords) ?? ""],
        ]
        rows += countRows
        let usual = SettingsByDialect()
        for (name, value) in world["settings"]?.members ?? [] {
            // Only what is not as usual: there are many.
            let option = DialectRegistry.standard.worldOptions.first { $0.name == name }
            let text = value.string ?? ""
            if option?.text(usual, { _ in true }) != text { rows.append([name, text]) }
        }
        if let seed = world["randomSeed"], seed.kind == .number {
            // Beyond the range of `Int64`, so that only its text is exact.
            rows.append(["random seed", String(decoding: seed.rawText, as: UTF8.self)])
        }
        if let port = world["port"]?.int { rows.append(["port", "\(port)"]) }
        rows.append(["ends", ends])
        rows += urls.map { [$0.name, $0.url] }
        for person in world["people"]?.elements ?? [] {
            let words = ["email", "password", "token"].compactMap { person[$0]?.string }
            rows.append(["person", words.joined(separator: "  ")])
        }
        return table(rows.map { row in row.map(printable) }, width: width)
    }

    /// A row for each system: `postly  40 users, 156 posts, 144 published, …`.
    private var countRows: [[String]] {
        (world["counts"]?.members ?? []).map { system in
            ["in \(system.name)", countWords(counts(of: system.value))]
        }
    }

    /// What the first served system has.
    private var firstCounts: [Count] {
        (world["counts"]?.members.first).map { counts(of: $0.value) } ?? []
    }

    /// `default: 40 users, 156 posts, 144 published, …`: what the first served system has.
    var summary: String {
        let (name, words) = (world["world"]?.string ?? name, countWords(firstCounts))
        return words.isEmpty ? name : "\(name): \(words)"
    }

    private var origin: String {
        world["scenario"]?.string.map { "scenario \($0)" } ?? world["from"]?.string ?? ""
    }

    private var ends: String {
        guard let lifetime = world["ttl"]?.string else { return "never" }
        return "\(lifetime) after its last use"
            + (world["expiresAt"]?.string.map { ", now at \($0)" } ?? "")
    }

    private var urls: [(name: String, url: String)] {
        (world["baseUrls"]?.members ?? []).compactMap { member in
            member.value.string.map { (member.name, $0) }
        }
    }

    // MARK: Variables

    /// The variables by which a test reaches the world of the server at `url`.
    ///
    /// They are those that `mockpostly exec` sets, and one for each dialect.
    func environment(url: String) -> [(name: String, value: String)] {
        var pairs = [(name: "MOCKPOSTLY_WORLD", value: name), ("MOCKPOSTLY_URL", url)]
        if let base { pairs.append(("BASE_URL", base)) }
        for (name, url) in urls {
            let word = name == "socket" ? "WS" : name.uppercased()
            pairs.append(("MOCKPOSTLY_\(word)_URL", url))
        }
        return pairs
    }

    /// The value of `BASE_URL`: the URL of the first served dialect.
    private var base: String? {
        DialectRegistry.standard.all.lazy
            .compactMap { dialect in urls.first { $0.name == dialect.name }?.url }.first
    }
}

/// `2026-01-01T00:00:00Z, running`.
func clockWords(_ clock: JSONValue) -> String {
    let now = clock["now"]?.string ?? ""
    switch clock["mode"]?.string {
    case "freeze": return "\(now), frozen"
    case "scale":
        let rate = clock["rate"]?.double ?? 1
        let text = Int64(exactly: rate).map { "\($0)" } ?? "\(rate)"
        return "\(now), \(text) times as fast"
    default: return "\(now), running"
    }
}

/// How many things of a kind, which is named in the plural.
private typealias Count = (name: String, count: Int64)

private func counts(of system: JSONValue) -> [Count] {
    system.members.map { ($0.name, $0.value.int ?? 0) }
}

/// `40 users, 1 post, 144 published`.
private func countWords(_ counts: [Count]) -> String {
    counts.map { name, count in
        name.hasSuffix("s") ? counted(Int(count), String(name.dropLast())) : "\(count) \(name)"
    }.joined(separator: ", ")
}

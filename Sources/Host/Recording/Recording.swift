internal import MockPostlyArchives
package import MockPostlyRecorded

/// What a recording of a real server becomes: files of a mock of it, which people edit and commit.
///
/// Secrets, e-mail addresses and names of people are swapped in memory; no file has one of them. The
/// same recording gives the same files, byte for byte.
package struct Recording: Sendable {
    /// A file to be written.
    package struct File: Sendable {
        /// Below the folder of the mock, with slashes.
        package let path: String
        package let bytes: [UInt8]
    }

    /// A system of this server whose rows are recognised.
    package typealias System = (name: String, rows: any RecordedRows.Type)

    /// What is chosen by who imports.
    package struct Choices: Sendable {
        /// Names of fields whose values are not swapped.
        package var keeps: [String]
        /// The hosts whose answers are taken; empty for the one with the most.
        package var hosts: [String]
        /// The systems that may be in it, in the order of their members of a seed.
        package var systems: [System]

        package init(
            keeping keeps: [String] = [],
            of hosts: [String] = [],
            systems: [System] = []
        ) {
            (self.keeps, self.hosts, self.systems) = (keeps, hosts, systems)
        }
    }

    /// Why a recording gives no mock.
    package enum Fault: Error, Sendable, Equatable {
        /// It has no list of entries.
        case noArchive
        /// No entry can be used, for the reason that is said.
        case nothing(String)
    }

    /// In the order in which they are told.
    package private(set) var files: [File] = []
    /// What each file or folder holds.
    package private(set) var contents: [(name: String, words: String)] = []
    /// What was left out, and why, a sentence each.
    package private(set) var notes: [String] = []
    /// How many secrets, e-mail addresses and words of names were swapped.
    package private(set) var swapped = (secrets: 0, emails: 0, names: 0)
    /// The systems of this server that were recognised, by their names.
    package private(set) var systems: [String] = []
    /// Who can sign in, with the new password.
    package private(set) var accounts: [(email: String, password: String)] = []
    /// The new telephone numbers of those who have signed in by a code.
    package private(set) var numbers: [String] = []
    /// The hosts whose answers were taken.
    package private(set) var hosts: [String] = []
    /// How many exchanges were taken.
    package private(set) var count = 0

    /// Reads an HTTP Archive.
    package init(archive bytes: [UInt8], _ choices: Choices = Choices()) throws(Fault) {
        guard let archive = Archive(bytes) else { throw .noArchive }
        notes += archive.notes
        tell(of: { lack in archive.exchanges.count { $0.lack == lack } }, archive.others)
        make(of: try choose(from: archive, choices.hosts), choices)
    }

    /// Reads what has come so far of a session with real servers; the hosts are theirs.
    package init(
        _ session: RecordedSession,
        _ choices: Choices = Choices()
    ) throws(Fault) {
        tell(of: { session.lacks[$0] ?? 0 }, session.others)
        notes += session.notes
        guard session.count > 0 else {
            throw .nothing(
                notes.isEmpty ? "No request was sent on." : notes.joined(separator: " ")
            )
        }
        for exchange in session.exchanges where !hosts.contains(exchange.address.host) {
            hosts.append(exchange.address.host)
        }
        make(of: session.exchanges, choices)
    }

    private mutating func make(of chosen: [ArchivedExchange], _ choices: Choices) {
        var masking = Masking(keeping: choices.keeps)
        for exchange in chosen { _ = masking.masked(exchange) }
        masking.finish()
        let exchanges = chosen.map { masking.masked($0) }
        swapped = (
            masking.swaps.secrets.count, masking.swaps.emails.count, masking.swaps.words.count
        )
        count = exchanges.count
        write(exchanges, choices.systems)
    }

    // MARK: Choosing

    private mutating func tell(of count: (ArchivedExchange.Lack) -> Int, _ others: Int) {
        func tell(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { notes.append(count == 1 ? "1 \(one)" : "\(count) \(many)") }
        }
        tell(count(.answer), "request has no answer.", "requests have no answer.")
        tell(count(.body), "answer has no body.", "answers have no body.")
        tell(count(.text), "answer is no text.", "answers are no text.")
        tell(
            others + count(.request),
            "entry is a socket, a preflight or a tunnel.",
            "entries are sockets, preflights or tunnels."
        )
    }

    private mutating func choose(
        from archive: Archive,
        _ wanted: [String]
    ) throws(Fault) -> [ArchivedExchange] {
        let found = archive.hosts { $0.lack == nil }
        guard !found.isEmpty else {
            throw .nothing(
                notes.isEmpty ? "Its list of entries is empty." : notes.joined(separator: " ")
            )
        }
        if wanted.isEmpty {
            hosts = Archive.main(of: found).map { [$0] } ?? []
        } else {
            hosts = found.map(\.name).filter { host in
                wanted.contains { $0 == host || $0 == host.prefix { $0 != ":" } }
            }
            guard !hosts.isEmpty else {
                let names = found.map(\.name).joined(separator: ", ")
                throw .nothing("It has answers of \(names) alone.")
            }
        }
        let chosen = Set(hosts)
        let others = found.filter { !chosen.contains($0.name) }
        if !others.isEmpty {
            let count = others.reduce(0) { $0 + $1.all }
            let shown = others.prefix(5).map(\.name).joined(separator: ", ")
            notes.append(
                "\(count) of other hosts left out: \(shown)\(others.count > 5 ? ", …" : "");"
                    + " --host takes them."
            )
        }
        return archive.exchanges.filter { $0.lack == nil && chosen.contains($0.address.host) }
    }

    // MARK: Writing

    private mutating func write(_ exchanges: [ArchivedExchange], _ kinds: [System]) {
        var system = SystemSeed(kinds)
        let others = system.take(from: exchanges)
        if let (bytes, rows) = system.seed() {
            systems = system.systems
            accounts = system.people.accounts
            numbers = system.numbers
            files.append(File(path: "seed.json", bytes: bytes))
            let names = systems.joined(separator: ", ")
            contents.append(("seed.json", "\(counted(rows, "row")) of \(names)"))
        }
        let api = GuessedAPI(others)
        if !api.collections.isEmpty || !api.documents.isEmpty {
            var writing = DescriptionWriting(api)
            let description = writing.description(of: hosts.joined(separator: ", "))
            let lists = api.collections.count { $0.viewOf == nil }
            files.append(File(path: "openapi.json", bytes: description))
            let operations = counted(writing.operations, "operation")
            contents.append(("openapi.json", "\(counted(lists, "collection")), \(operations)"))
            let rows = api.collections.reduce(0) { $0 + $1.rows.count }
            files.append(File(path: "openapi.mock.yaml", bytes: OverlayWriting.overlay(of: api)))
            contents.append(("openapi.mock.yaml", counted(rows, "row")))
        }
        let stubs = StubWriting(api.others).files
        if !stubs.isEmpty {
            files += stubs
            contents.append(("stubs", counted(stubs.count, "answer")))
        }
    }

    /// Whether a mock can have a file of this name.
    package static func isFileName(_ name: String) -> Bool {
        let folder = "stubs/mappings/"
        guard name.hasPrefix(folder) else {
            return ["seed.json", "openapi.json", "openapi.mock.yaml"].contains(name)
        }
        let rest = name.dropFirst(folder.count)
        return rest.hasSuffix(".json") && !rest.contains("/")
    }

    /// The words of the command that serves it, with its files in `folder`.
    package func serving(_ folder: String) -> [String] {
        let names = contents.map(\.name)
        var words = ["mockpostly", "serve"]
        if names.contains("openapi.json") { words.append("\(folder)/openapi.json") }
        if names.contains("openapi.json"), !systems.isEmpty {
            words += ["--systems", systems.joined(separator: ",")]
        }
        if names.contains("seed.json") { words += ["--seed", "\(folder)/seed.json"] }
        if names.contains("stubs") { words += ["--stubs", "\(folder)/stubs"] }
        return words
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}

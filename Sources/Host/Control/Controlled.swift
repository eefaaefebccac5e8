package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyFaults
package import MockPostlyHTTP
package import MockPostlyJSON
package import MockPostlyJournal
package import MockPostlySockets
package import MockPostlyStubs
package import MockPostlyWorld

/// What the control plane needs from the server; ``Control`` knows nothing else of it.
///
/// A refusal is thrown as a ``HostError``, and then nothing has changed. What may be slow is a
/// `Deferred` value. `authority` is the host and port in the request, such as `localhost:8080`:
/// URLs in the result begin with it. Belongs to the loop's thread.
package protocol Controlled: AnyObject {
    /// Whether the content is loaded; requests wait until then.
    var isReady: Bool { get }
    /// Why writes are refused, in words for a person; nil when the server works without limits.
    var impairment: String? { get }
    /// The names and versions of the server and its libraries; the first two are the server's own.
    var versions: [(name: String, value: String)] { get }
    /// The OpenAPI description of the mocked systems, in YAML.
    var openAPI: [UInt8] { get }
    /// The OpenAPI description of the control plane, in YAML.
    var openAPIOfControl: [UInt8] { get }

    /// The names of the dialects whose content can be reset alone.
    var dialects: [String] { get }
    /// The dialects that make tokens, with their token kinds, the default kind first.
    var minters: [(name: String, kinds: [String])] { get }

    /// The metrics in the Prometheus text format, version 0.0.4.
    func metricsText() throws -> String

    // MARK: Worlds

    /// The names of the worlds, the default one first.
    var worldNames: [String] { get }
    /// The most worlds beside the default one.
    var worldLimit: Int { get }

    /// Whether there is a world called `name`; before the content is loaded, only `default`.
    func hasWorld(_ name: String) -> Bool
    /// The names of the settings that each world can have for itself.
    var worldSettings: [String] { get }
    /// The refusal of a request for a world called `name`, which is not there.
    func noWorld(_ name: String) -> HostError
    /// The world that requests which name no world are for.
    var homeWorld: String { get }
    /// Lets requests that name no world go to the world called `name`.
    func use(world name: String) throws
    /// Describes the world called `name`; this does not count as using it.
    func world(_ name: String, for authority: String) throws -> WorldInfo
    /// Makes a world; when this fails, there is no new world and no open port.
    func create(_ order: WorldOrder, for authority: String) throws -> Deferred<WorldInfo>
    /// Deletes a world and closes its port; the default world cannot be deleted.
    func delete(world name: String) throws
    /// Deletes all worlds but the default one; returns their names.
    func deleteWorlds() throws -> [String]
    /// Resets the content of a world to what it began with.
    func reset(_ order: ResetOrder) throws -> Deferred<ResetSummary>
    /// The scenarios that a world can begin with.
    var scenarios: [ScenarioInfo] { get }

    /// The faults of a world, and the time of its clock.
    func faults(of world: String) throws -> (table: FaultTable, now: Instant)

    // MARK: Snapshots, export, import

    /// The snapshots of a world, sorted by name.
    func snapshots(of world: String) throws -> [SnapshotInfo]
    func snapshot(_ name: SnapshotName) throws -> SnapshotInfo
    /// Keeps the content of `world` as a snapshot, which may belong to another world; throws when
    /// there is one of this name, unless `overwriting`.
    func save(
        snapshot name: SnapshotName,
        of world: String,
        overwriting: Bool
    ) throws -> Deferred<SnapshotInfo>
    func delete(snapshot name: SnapshotName) throws
    /// Replaces the content of a world by that of a snapshot.
    ///
    /// With `disconnects`, all its WebSockets and long-poll sessions end as well.
    func restore(
        snapshot name: SnapshotName,
        in world: String,
        disconnects: Bool
    ) throws -> Deferred<ResetSummary>
    /// Compares two contents row by row.
    func compare(_ old: ContentName, _ new: ContentName) throws -> Deferred<[TableDifference]>
    /// The content of a world as the bytes of a file.
    func export(world: String, as format: ExportFormat) throws -> Deferred<[UInt8]>
    /// Replaces the content of a world by `bytes`: an SQLite database or a seed in JSON.
    func importContent(_ bytes: [UInt8], into world: String) throws -> Deferred<ResetSummary>

    // MARK: Clock and tokens

    func clock(of world: String) throws -> ClockState
    func setClock(of world: String, _ setting: ClockSetting) throws -> ClockState
    /// Moves the clock by `duration`, which may be negative.
    func advanceClock(of world: String, by duration: Duration) throws -> ClockState
    /// Makes a token for a user, valid or faulty on purpose.
    func mint(_ order: TokenOrder, for authority: String) throws -> Deferred<MintedToken>
    /// The one-time codes that users of a world can log in with now, by dialect, the oldest first.
    func loginCodes(of world: String) throws -> [PendingLoginCode]

    // MARK: Journals

    /// The names of the served dialects.
    var servedDialects: [String] { get }
    /// What the journals of all worlds share.
    var journals: JournalHub { get }
    /// The journal of a world; throws when none is kept.
    func journal(of world: String) throws -> JournalReader
    /// The answer of a world's dialect to a GET request, for which nothing is counted or kept.
    ///
    /// Nil for an answer that would come later.
    func peek(_ request: Request, in world: String) throws -> Response?

    // MARK: Stubs

    /// The stubs of a world.
    func stubs(of world: String) throws -> StubTable

    // MARK: Sockets

    /// What tests do to the sockets of a world.
    func sockets(of world: String) throws -> SocketDesk
}

/// The description of a world, as responses show it.
package struct WorldInfo: Sendable, Equatable {
    package var id: String
    /// What it began with, as a client writes ``WorldOrder/from``: `seed`, `snapshot:one`.
    package var from: String
    /// The scenario that it began with; nil when it began with something else.
    package var scenario: String?
    /// When it was made; a time of the machine's clock, as ``lastUsedAt`` is, not of the world's.
    package var createdAt: Instant
    package var lastUsedAt: Instant
    /// How long it may stay unused before it is deleted; nil for no limit.
    package var timeToLive: Duration?
    package var clock: ClockState
    /// The port of its own listener; nil when it has none.
    package var port: UInt16?
    /// Nil when the operating system chose it.
    package var randomSeed: UInt64?
    /// All posts of Postly, also drafts; ``counts`` has the numbers of each served system.
    package var posts: Int64
    package var users: Int64
    package var comments: Int64
    package var counts: [SystemCounts] = []
    package var settings: [WorldSetting] = []
    /// The names of the faults that requests can get now, the newest first.
    package var faults: [String] = []
    /// The base URLs of the served dialects.
    package var baseURLs: [NamedURL]
    /// The users that the scenario is about, with what a test needs to log in; empty without one.
    package var people: [Person]

    /// A base URL of a dialect, called as in ``DialectAddress/name``.
    package struct NamedURL: Sendable, Equatable {
        package var name: String
        package var url: String

        package init(name: String, url: String) {
            self.name = name
            self.url = url
        }
    }

    /// A user of a scenario.
    package struct Person: Sendable, Equatable {
        package var email: String
        package var password: String?
        /// The token of a session that the scenario has; nil when it has none for this user.
        package var token: String?

        package init(email: String, password: String?, token: String?) {
            self.email = email
            self.password = password
            self.token = token
        }
    }

    package init(
        id: String,
        from: String,
        scenario: String?,
        createdAt: Instant,
        lastUsedAt: Instant,
        timeToLive: Duration?,
        clock: ClockState,
        port: UInt16?,
        randomSeed: UInt64?,
        posts: Int64,
        users: Int64,
        comments: Int64,
        baseURLs: [NamedURL],
        people: [Person]
    ) {
        self.id = id
        self.from = from
        self.scenario = scenario
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.timeToLive = timeToLive
        self.clock = clock
        self.port = port
        self.randomSeed = randomSeed
        self.posts = posts
        self.users = users
        self.comments = comments
        self.baseURLs = baseURLs
        self.people = people
    }
}

/// A request to make a world.
package struct WorldOrder: Sendable, Equatable {
    /// What the new world's content is a copy of.
    package enum Origin: Sendable, Equatable {
        /// The server's seed, as its files are now.
        case seed
        /// A seed file, or a directory of them, by the name that a client gave it.
        ///
        /// It stands below the directory that the server lets requests read seeds from.
        case seedFile(String)
        /// Seed files and directories anywhere, read together; never from a request.
        case seedPaths([String])
        /// A seed in JSON.
        case seedText([UInt8])
        case empty
        case snapshot(SnapshotName)
        /// A copy of the present content of another world.
        case world(String)
        case scenario(String)
    }

    /// The name; nil when the server is to choose it.
    package var id: String?
    package var from = Origin.seed
    /// Nil for the server's clock setting, or, in a copy of a world, for that world's clock.
    package var clock: ClockSetting?
    /// Nil derives the seed from the server's seed and the name; random when the server has none.
    package var randomSeed: UInt64?
    /// Settings in which it differs from the server, or from the world that it is a copy of.
    package var settings: [WorldSetting] = []
    /// How long it may stay unused before it is deleted; nil for no limit.
    package var timeToLive: Duration?
    /// The port of its own listener, 0 for any free port; nil for no listener.
    package var port: UInt16?

    package init() {}
}

/// A request to reset a world.
package struct ResetOrder: Sendable, Equatable {
    package var world: String
    /// The names of the dialects to reset, at least one; nil for all.
    package var scope: [String]?
    /// Whether WebSockets and long-poll sessions of the world are ended.
    package var disconnects = false

    package init(world: String) {
        self.world = world
    }
}

/// The result of replacing a world's content: row counts, and how long it took.
package struct ResetSummary: Sendable, Equatable {
    package var world: String
    package var posts: Int64
    package var users: Int64
    package var comments: Int64
    /// What each served system has.
    package var counts: [SystemCounts] = []
    package var milliseconds: Double

    package init(world: String, posts: Int64, users: Int64, comments: Int64, milliseconds: Double) {
        self.world = world
        self.posts = posts
        self.users = users
        self.comments = comments
        self.milliseconds = milliseconds
    }
}

/// A scenario that a world can begin with, and what it contains, in one line.
package struct ScenarioInfo: Sendable, Equatable {
    package var name: String
    package var summary: String

    package init(name: String, summary: String) {
        self.name = name
        self.summary = summary
    }
}

/// How a table differs between two contents.
package struct TableDifference: Sendable, Equatable {
    package var table: String
    /// The primary keys, as text, of the rows that only the new content has.
    package var added: [String]
    /// The keys of the rows that both contents have with different values.
    package var changed: [String]
    /// The keys of the rows that only the old content has.
    package var removed: [String]

    package init(table: String, added: [String], changed: [String], removed: [String]) {
        self.table = table
        self.added = added
        self.changed = changed
        self.removed = removed
    }
}

/// The file format of an export: an SQLite database, or a seed in JSON.
package enum ExportFormat: String, Sendable, CaseIterable {
    case sqlite, seed
}

/// The state of a world's clock.
package struct ClockState: Sendable, Equatable {
    /// Running at normal speed, standing still, or running at another speed.
    package enum Mode: String, Sendable, CaseIterable {
        case run, freeze, scale
    }

    package var mode: Mode
    /// What the clock shows at this moment.
    package var now: Instant
    /// Seconds of the world per second of the machine: 1 when running, 0 when frozen.
    package var rate: Double

    package init(mode: Mode, now: Instant, rate: Double) {
        self.mode = mode
        self.now = now
        self.rate = rate
    }
}

/// A request to set a world's clock.
package struct ClockSetting: Sendable, Equatable {
    /// The time at which the clock starts in its new mode.
    package enum Start: Sendable, Equatable {
        /// What the clock shows now.
        case present
        /// The machine's present time.
        case machine
        case at(Instant)
    }

    package var mode: ClockState.Mode
    package var start = Start.present
    /// Seconds of the world per second of the machine; used in ``ClockState/Mode/scale`` only.
    package var rate = 1.0

    package init(mode: ClockState.Mode) {
        self.mode = mode
    }
}

/// A request to make a token.
package struct TokenOrder: Sendable {
    package var world: String
    /// The name of a dialect.
    package var dialect: String
    /// E-mail address, username or id, whichever the dialect accepts.
    package var user: String
    /// One of the dialect's token kinds; nil for the default kind.
    package var kind: String?
    /// Time until the token expires; negative when it has already expired; nil for the default.
    package var lifetime: Duration?
    /// A JSON object whose members replace claims of the token or are added to them.
    package var claims: JSONValue?
    /// What to make wrong on purpose; nil for a valid token.
    package var fault: TokenFault?

    package init(world: String, dialect: String, user: String) {
        self.world = world
        self.dialect = dialect
        self.user = user
    }
}

/// A token that was made, and the user it is for.
package struct MintedToken: Sendable, Equatable {
    package var token: String
    package var userID: String
    package var email: String
    /// Nil when it does not expire.
    package var expiresAt: Instant?
    /// How a request carries it.
    package var carrier: TokenOffer.Carrier

    package init(
        token: String,
        userID: String,
        email: String,
        expiresAt: Instant?,
        carrier: TokenOffer.Carrier = .bearer
    ) {
        self.carrier = carrier
        self.token = token
        self.userID = userID
        self.email = email
        self.expiresAt = expiresAt
    }
}

package import MockPostlyCrypto
package import MockPostlyHTTP
package import MockPostlyJSON
package import MockPostlyWorld

/// What the control plane needs of the server that it controls.
///
/// What is refused is thrown as a ``HostError``. What may be slow comes as a `Deferred` value.
package protocol Controlled: AnyObject {
    /// Whether the content is loaded, so that requests are answered.
    var isReady: Bool { get }
    /// What keeps the server from doing all that it should, for a person; nil when nothing does.
    var impairment: String? { get }
    /// Name and value of what the server is made of; the first two are its name and version.
    var versions: [(name: String, value: String)] { get }
    /// The description of the API in YAML.
    var openAPI: [UInt8] { get }
    /// The description of the control plane in YAML.
    var openAPIOfControl: [UInt8] { get }

    /// The names of the dialects that have content of their own, which can be reset alone.
    var dialects: [String] { get }
    /// The names of the dialects for whose people tokens can be made, and the kinds of tokens.
    var minters: [(name: String, kinds: [String])] { get }

    /// Figures in the Prometheus text format.
    func metricsText() throws -> String

    // MARK: Worlds

    /// The names of the worlds, the default one first.
    var worldNames: [String] { get }
    /// How many worlds there may be beside the default one.
    var worldLimit: Int { get }

    func hasWorld(_ name: String) -> Bool
    /// The world called `name`, with URLs as a client sees them that called `authority`, such as
    /// `localhost:8080`.
    func world(_ name: String, for authority: String) throws -> WorldInfo
    func create(_ order: WorldOrder, for authority: String) throws -> Deferred<WorldInfo>
    func delete(world name: String) throws
    /// Brings the content of a world back to what it began with.
    func reset(_ order: ResetOrder) throws -> Deferred<ResetSummary>
    /// The scenarios that a world can begin with.
    var scenarios: [ScenarioInfo] { get }

    // MARK: Snapshots, export, import

    /// The snapshots, by name.
    func snapshots() throws -> [SnapshotInfo]
    func snapshot(_ name: String) throws -> SnapshotInfo
    func save(
        snapshot name: String,
        of world: String,
        overwriting: Bool
    ) throws -> Deferred<SnapshotInfo>
    func delete(snapshot name: String) throws
    /// Makes the content of a world that of a snapshot.
    func restore(
        snapshot name: String,
        in world: String,
        disconnects: Bool
    ) throws -> Deferred<ResetSummary>
    func compare(_ old: ContentName, _ new: ContentName) throws -> Deferred<[TableDifference]>
    func export(world: String, as format: ExportFormat) throws -> Deferred<[UInt8]>
    /// Makes the content of a world that of `bytes`, a database or a seed.
    func importContent(_ bytes: [UInt8], into world: String) throws -> Deferred<ResetSummary>

    // MARK: Clock and tokens

    func clock(of world: String) throws -> ClockState
    func setClock(of world: String, _ setting: ClockSetting) throws -> ClockState
    func advanceClock(of world: String, by duration: Duration) throws -> ClockState
    func mint(_ order: TokenOrder, for authority: String) throws -> Deferred<MintedToken>
}

/// One world, described.
package struct WorldInfo: Sendable, Equatable {
    package var id: String
    /// What it began with, as ``WorldOrder/from``.
    package var from: String
    package var scenario: String?
    /// Times of the machine, not of the world.
    package var createdAt: Instant
    package var lastUsedAt: Instant
    /// How long after its last use it ends; nil for never.
    package var timeToLive: Duration?
    package var clock: ClockState
    /// Its own port; nil when it has none.
    package var port: UInt16?
    /// Nil when the machine chose.
    package var randomSeed: UInt64?
    package var posts: Int64
    package var users: Int64
    package var comments: Int64
    /// Where each system is reached, such as `postly`; those that are served.
    package var baseURLs: [NamedURL]
    /// People that a scenario speaks of.
    package var people: [Person]

    package struct NamedURL: Sendable, Equatable {
        package var name: String
        package var url: String

        package init(name: String, url: String) {
            self.name = name
            self.url = url
        }
    }

    package struct Person: Sendable, Equatable {
        package var email: String
        package var password: String?
        /// An access token of Postly.
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

/// A world that is asked for.
package struct WorldOrder: Sendable, Equatable {
    package enum Origin: Sendable, Equatable {
        /// What the server was started with.
        case seed
        case empty
        case snapshot(String)
        /// A copy of a world as it is now.
        case world(String)
        case scenario(String)
    }

    /// Nil for a name that the server makes.
    package var id: String?
    package var from = Origin.seed
    /// Nil for the server's; of a copied world, for that one's.
    package var clock: ClockSetting?
    package var randomSeed: UInt64?
    /// Nil for a world that stays.
    package var timeToLive: Duration?
    /// A port of its own, 0 for a free one; nil for none.
    package var port: UInt16?

    package init() {}
}

/// What is to be reset, and how.
package struct ResetOrder: Sendable, Equatable {
    package var world: String
    /// Systems by name, at least one; nil for all.
    package var scope: [String]?
    /// Whether those who are connected are dropped.
    package var disconnects = false

    package init(world: String) {
        self.world = world
    }
}

/// A world whose content was replaced, and how long that took.
package struct ResetSummary: Sendable, Equatable {
    package var world: String
    package var posts: Int64
    package var users: Int64
    package var comments: Int64
    package var milliseconds: Double

    package init(world: String, posts: Int64, users: Int64, comments: Int64, milliseconds: Double) {
        self.world = world
        self.posts = posts
        self.users = users
        self.comments = comments
        self.milliseconds = milliseconds
    }
}

package struct ScenarioInfo: Sendable, Equatable {
    package var name: String
    package var summary: String

    package init(name: String, summary: String) {
        self.name = name
        self.summary = summary
    }
}

package struct SnapshotInfo: Sendable, Equatable {
    package var name: String
    /// The world that it was made of; nil when a file is all there is.
    package var world: String?
    package var bytes: Int
    package var rows: Int64
    package var createdAt: Instant
    /// Its path where snapshots are kept in files.
    package var file: String?

    package init(
        name: String,
        world: String?,
        bytes: Int,
        rows: Int64,
        createdAt: Instant,
        file: String?
    ) {
        self.name = name
        self.world = world
        self.bytes = bytes
        self.rows = rows
        self.createdAt = createdAt
        self.file = file
    }
}

/// A content that can be compared.
package enum ContentName: Sendable, Equatable {
    case world(String)
    case snapshot(String)
}

/// The rows of a table in which two contents differ.
package struct TableDifference: Sendable, Equatable {
    package var table: String
    /// Keys as text: of rows that only the new content has, that differ, that only the old one has.
    package var added: [String]
    package var changed: [String]
    package var removed: [String]

    package init(table: String, added: [String], changed: [String], removed: [String]) {
        self.table = table
        self.added = added
        self.changed = changed
        self.removed = removed
    }
}

package enum ExportFormat: String, Sendable, CaseIterable {
    case sqlite, seed
}

/// How a world's clock goes.
package struct ClockState: Sendable, Equatable {
    package enum Mode: String, Sendable, CaseIterable {
        case run, freeze, scale
    }

    package var mode: Mode
    package var now: Instant
    /// Seconds a second: 1, 0 when it stands, or what it is scaled by.
    package var rate: Double

    package init(mode: Mode, now: Instant, rate: Double) {
        self.mode = mode
        self.now = now
        self.rate = rate
    }
}

/// How a world's clock is to go.
package struct ClockSetting: Sendable, Equatable {
    package enum Start: Sendable, Equatable {
        /// From what it shows.
        case present
        /// From the machine's time.
        case machine
        case at(Instant)
    }

    package var mode: ClockState.Mode
    package var start = Start.present
    /// Only for ``ClockState/Mode/scale``.
    package var rate = 1.0

    package init(mode: ClockState.Mode) {
        self.mode = mode
    }
}

/// A token that is asked for.
package struct TokenOrder: Sendable {
    package var world: String
    /// The name of a dialect.
    package var dialect: String
    /// E-mail, username or id.
    package var user: String
    /// One of the dialect's kinds; nil for the usual one.
    package var kind: String?
    /// Until it ends; negative for one that has ended; nil for the usual.
    package var lifetime: Duration?
    /// Members that take the place of the usual claims, or come to them; an object.
    package var claims: JSONValue?
    /// What is wrong with it.
    package var fault: TokenFault?

    package init(world: String, dialect: String, user: String) {
        self.world = world
        self.dialect = dialect
        self.user = user
    }
}

/// A token, and whose it is.
package struct MintedToken: Sendable, Equatable {
    package var token: String
    package var userID: String
    package var email: String
    /// Nil when it does not end.
    package var expiresAt: Instant?

    package init(token: String, userID: String, email: String, expiresAt: Instant?) {
        self.token = token
        self.userID = userID
        self.email = email
        self.expiresAt = expiresAt
    }
}

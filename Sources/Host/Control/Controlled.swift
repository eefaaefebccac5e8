package import MockPostlyDialect
package import MockPostlyFaults
package import MockPostlyHTTP
package import MockPostlyJournal
package import MockPostlySockets
package import MockPostlyStubs
package import MockPostlyWorld

/// What the control plane needs from the server; ``Control`` knows nothing else of it.
///
/// A refusal is thrown as a ``HostError``, and then nothing has changed. What may be slow is a
/// `Deferred` value. `authority` is the host and port in the request, such as `localhost:8080`:
/// URLs in the result begin with it. Belongs to the loop's thread.
///
/// Errors other than ``HostError`` are faults of the server: answered 500 and logged.
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
    /// The description of the mocked systems in JSON; nil in a build that has it in YAML alone.
    var openAPIInJSON: [UInt8]? { get }
    /// The description of the control plane in JSON; nil in a build that has it in YAML alone.
    var openAPIOfControlInJSON: [UInt8]? { get }

    /// How to connect a client to each served dialect, with log-ins.
    var systems: [(name: String, title: String, introduction: Introduction)] { get }
    /// Whether only this machine can connect.
    var isLocal: Bool { get }
    /// The systems of a world, with the log-ins that hold there.
    func systems(of world: String) throws -> [PlacedSystem]
    /// The host and port of a world for a client that reached the server at `authority`, followed by
    /// `/w/<name>` where the world needs this prefix.
    func base(of world: String, for authority: String) throws -> String
    /// The authority that devices have to trust; nil when the server has no certificate by one.
    var trustAnchor: TrustAnchor? { get }
    /// The proxy for apps with other servers' names inside; nil without one.
    var proxy: ProxyOffer? { get }
    /// Writes a line for the person at the terminal into the log.
    func tell(_ words: String)

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
    /// Which one of several servers behind a proxy this is; nil for a server by itself.
    var instance: Instance? { get }

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
    /// Writes a line to the log that people should see.
    func warn(_ words: String)

    /// Deletes all worlds but the default one; returns their names.
    func deleteWorlds() throws -> [String]
    /// Resets the content of a world to what it began with.
    func reset(_ order: ResetOrder) throws -> Deferred<ResetSummary>
    /// The scenarios that a world can begin with.
    var scenarios: [ScenarioInfo] { get }

    /// The faults of a world, and the time of its clock.
    func faults(of world: String) throws -> (table: FaultTable, now: Instant)

    // MARK: Snapshots, export, import

    /// The snapshots of some worlds, sorted by name in each.
    ///
    /// Deferred when files have to be looked into.
    func snapshots(of worlds: [String]) throws -> Deferred<[SnapshotInfo]>
    func snapshot(_ name: SnapshotName) throws -> Deferred<SnapshotInfo>
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
    /// Nil while the world's content is being changed.
    func peek(_ request: Request, in world: String) throws -> Reply?

    /// Handles `request` as if a client had sent it.
    ///
    /// `answer` is called once, now or later, with the number of the entry in the journal; nil for
    /// a request that no world has answered.
    func send(_ request: Request, answer: @escaping (Response, Int?) -> Void)

    // MARK: Records

    /// The collections of records of a world, those of one system after another.
    func collections(of world: String) throws -> [WorldCollection]
    /// Carries out `body`, which changes records of a world, and commits; returns the id that it
    /// returns.
    ///
    /// When it throws, nothing has changed.
    func change(
        recordsOf world: String,
        _ body: () throws -> Deferred<String>
    ) throws -> Deferred<String>

    // MARK: Stubs

    /// The stubs of a world.
    func stubs(of world: String) throws -> StubTable

    // MARK: Sockets

    /// What tests do to the sockets of a world.
    func sockets(of world: String) throws -> SocketControl
    /// Timers of the loop.
    var alarms: Alarms { get }
}

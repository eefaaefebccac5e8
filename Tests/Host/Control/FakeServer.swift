import MockPostlyContent
import MockPostlyControl
import MockPostlyDialect
import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyJournal
import MockPostlySockets
import MockPostlyStubs
import MockPostlyWorld

/// A server whose content is numbers, and which writes down what it is told to do.
final class FakeServer: Controlled {
    enum Order: Equatable {
        case create(WorldOrder, authority: String)
        case deleteWorld(String)
        case use(String)
        case reset(ResetOrder)
        case save(SnapshotName, world: String, overwriting: Bool)
        case deleteSnapshot(SnapshotName)
        case restore(SnapshotName, world: String, disconnects: Bool)
        case compare(ContentName, ContentName)
        case export(String, ExportFormat)
        case importContent([UInt8], world: String)
        case setClock(String, ClockSetting)
        case advanceClock(String, Duration)
        case mint(String, authority: String)
        case stubs(String)
        case journal(String)
        /// The faults were read or changed.
        case faults(String)
        /// The sockets were read, or something was done to them.
        case sockets(String)
        /// Records were changed.
        case records(String)
    }

    /// All that was asked of it and is more than reading its description.
    private(set) var orders: [Order] = []
    /// The last token that was asked for; what it is made of cannot be compared.
    private(set) var tokenOrder: TokenOrder?
    var isReady = true
    var impairment: String?
    /// What all orders throw.
    var failure: (any Error)?
    /// Whether answers come later.
    var isSlow = false
    var worldNames = ["default", "w1"]
    var clockState = ClockState(mode: .run, now: .sample, rate: 1)
    var differences: [TableDifference] = []
    var people: [WorldInfo.Person] = []

    let versions = [(name: "name", value: "mockpostly"), (name: "version", value: "1.2.3")]
    let openAPI = Array("openapi: 3.1.0\n".utf8)
    let openAPIOfControl = Array("openapi: 3.1.1\n".utf8)
    var openAPIInJSON: [UInt8]? = Array(#"{"openapi":"3.1.0"}"#.utf8)
    var openAPIOfControlInJSON: [UInt8]? = Array(#"{"openapi":"3.1.1"}"#.utf8)
    let worldLimit = 500
    let alarms = Alarms()
    let systems: [(name: String, title: String, introduction: Introduction)] = []
    var isLocal = true
    var placedSystems: [PlacedSystem] = []
    var trustAnchor: TrustAnchor?
    var proxy: ProxyOffer?
    /// What the person at the terminal was told.
    private(set) var told: [String] = []
    /// The requests that it was asked to send.
    private(set) var sent: [Request] = []
    let dialects = ["postly", "dummyjson", "community", "pexels"]
    let minters = [
        (name: "postly", kinds: ["access"]), (name: "dummyjson", kinds: ["access", "refresh"]),
        (name: "community", kinds: ["access"]), (name: "google", kinds: ["id"]),
    ]
    let scenarios = [
        ScenarioInfo(name: "empty-feed", summary: "People without posts."),
        ScenarioInfo(name: "unicode", summary: "All kinds of letters."),
    ]

    let servedDialects = ["postly", "dummyjson"]
    /// Searches are done at once, however long they take.
    let journals = JournalHub(searches: SearchLine(slice: .seconds(3600)))
    private(set) lazy var journal = Journal(journals)
    /// What a dialect answers to those who look at the state.
    var peeked: [Request] = []
    var state: Response?

    func journal(of world: String) throws -> JournalReader {
        try note(.journal(world))
        return JournalReader(of: world, journal, DialectRegistry([])) { _ in nil }
    }

    func send(_ request: Request, answer: @escaping (Response, Int?) -> Void) {
        sent.append(request)
        answer(Response(status: 204), nil)
    }

    func peek(_ request: Request, in world: String) throws -> Reply? {
        peeked.append(request)
        return state.map { .now($0) }
    }

    let stubs = StubTable()

    func stubs(of world: String) throws -> StubTable {
        try note(.stubs(world))
        return stubs
    }

    private(set) lazy var socketControl = SocketControl(
        SocketEnvironment(
            World(name: "default", clock: .frozen(at: .sample), randomSeed: 1),
            alarms
        ),
        faultTable
    )

    func sockets(of world: String) throws -> SocketControl {
        try note(.sockets(world))
        return socketControl
    }

    let shelf = FakeShelf()

    func collections(of world: String) throws -> [WorldCollection] {
        [
            WorldCollection(
                ("shop", "Shop"),
                shelf.collection,
                signIn: [("postly", "name")]
            ),
            WorldCollection(("shop", "Shop"), FakeShelf.closed),
        ]
    }

    func change(
        recordsOf world: String,
        _ body: () throws -> Deferred<String>
    ) throws -> Deferred<String> {
        try note(.records(world))
        return try body()
    }

    var codes: [PendingLoginCode] = []

    func loginCodes(of world: String) throws -> [PendingLoginCode] {
        if let failure { throw failure }
        return world == "default" ? codes : []
    }

    func systems(of world: String) throws -> [PlacedSystem] { placedSystems }

    func base(of world: String, for authority: String) throws -> String {
        world == "default" ? authority : "\(authority)/w/\(world)"
    }

    func tell(_ words: String) { told.append(words) }

    func metricsText() -> String { "# HELP x\n" }

    private func outcome<Value: Sendable>(
        of order: Order,
        _ value: Value
    ) throws -> Deferred<Value> {
        orders.append(order)
        guard isSlow else {
            if let failure { throw failure }
            return .now(value)
        }
        return .later(on: .contents) {
            value
        } finish: { [failure] result in
            if let failure { throw failure }
            return try result.get()
        }
    }

    private func note(_ order: Order) throws {
        orders.append(order)
        if let failure { throw failure }
    }

    // MARK: Worlds

    var homeWorld = "default"
    var instance: Instance?
    let worldSettings = ["shop-writes", "shop-era"]

    func noWorld(_ name: String) -> HostError { .noSuchWorld(name, known: worldNames) }

    func use(world name: String) throws {
        try note(.use(name))
        homeWorld = name
    }

    func deleteWorlds() throws -> [String] {
        let others = worldNames.filter { $0 != "default" }
        for name in others { try note(.deleteWorld(name)) }
        return others
    }

    let faultTable = FaultTable(seed: 1)

    func faults(of world: String) throws -> (table: FaultTable, now: Instant) {
        try note(.faults(world))
        return (faultTable, .sample)
    }

    func hasWorld(_ name: String) -> Bool { worldNames.contains(name) }

    func world(_ name: String, for authority: String) throws -> WorldInfo {
        let isDefault = name == "default"
        var info = WorldInfo(
            id: name,
            from: "seed",
            scenario: isDefault ? nil : "unicode",
            createdAt: .sample,
            lastUsedAt: .sample + .seconds(60),
            timeToLive: isDefault ? nil : .seconds(5400),
            clock: clockState,
            port: isDefault ? nil : 49152,
            randomSeed: isDefault ? nil : .max,
            posts: 1,
            users: 2,
            comments: 3,
            baseURLs: [.init(name: "postly", url: "http://\(authority)/w/\(name)/api")],
            people: people
        )
        info.counts = [SystemCounts("shop", [.init("items", 4), .init("carts", 0)])]
        info.settings = [WorldSetting("shop-writes", "keep")]
        return info
    }

    func create(
        _ order: WorldOrder,
        for authority: String
    ) throws -> Deferred<WorldInfo> {
        let info = try world(order.id ?? "w2", for: authority)
        return try outcome(of: .create(order, authority: authority), info)
    }

    func delete(world name: String) throws {
        guard name != "default" else { throw HostError.defaultWorldStays }
        try note(.deleteWorld(name))
    }

    private func summary(_ world: String) -> ResetSummary {
        var summary = ResetSummary(
            world: world,
            posts: 1,
            users: 2,
            comments: 3,
            milliseconds: 4.25
        )
        summary.counts = [SystemCounts("shop", [.init("items", 4)])]
        return summary
    }

    func reset(
        _ order: ResetOrder
    ) throws -> Deferred<ResetSummary> {
        try outcome(of: .reset(order), summary(order.world))
    }

    var warnings: [String] = []
    func warn(_ words: String) { warnings.append(words) }

    // MARK: Snapshots, export, import

    func snapshots(of worlds: [String]) throws -> Deferred<[SnapshotInfo]> {
        .now(
            try worlds.flatMap { world in
                try (world == "default" ? ["a", "b"] : ["c"]).map {
                    try info(SnapshotName($0, of: world))
                }
            }
        )
    }

    func snapshot(_ name: SnapshotName) throws -> Deferred<SnapshotInfo> { .now(try info(name)) }

    private func info(_ name: SnapshotName) throws -> SnapshotInfo {
        if let failure { throw failure }
        return SnapshotInfo(
            name: name.name,
            world: name.world,
            bytes: 4096,
            rows: 7,
            createdAt: .sample,
            file: name.name == "b" ? "/tmp/b.sqlite" : nil
        )
    }

    func save(
        snapshot name: SnapshotName,
        of world: String,
        overwriting: Bool
    ) throws -> Deferred<SnapshotInfo> {
        let order = Order.save(name, world: world, overwriting: overwriting)
        let info = SnapshotInfo(
            name: name.name,
            world: name.world,
            bytes: 4096,
            rows: 7,
            createdAt: .sample,
            file: nil
        )
        return try outcome(of: order, info)
    }

    func delete(snapshot name: SnapshotName) throws { try note(.deleteSnapshot(name)) }

    func restore(
        snapshot name: SnapshotName,
        in world: String,
        disconnects: Bool
    ) throws -> Deferred<ResetSummary> {
        let order = Order.restore(name, world: world, disconnects: disconnects)
        return try outcome(of: order, summary(world))
    }

    func compare(
        _ old: ContentName,
        _ new: ContentName
    ) throws -> Deferred<[TableDifference]> {
        try outcome(of: .compare(old, new), differences)
    }

    func export(
        world: String,
        as format: ExportFormat
    ) throws -> Deferred<[UInt8]> {
        try outcome(of: .export(world, format), Array("{\"posts\":[]}\n".utf8))
    }

    func importContent(
        _ bytes: [UInt8],
        into world: String
    ) throws -> Deferred<ResetSummary> {
        try outcome(of: .importContent(bytes, world: world), summary(world))
    }

    // MARK: Clock and tokens

    func clock(of world: String) throws -> ClockState { clockState }

    func setClock(of world: String, _ setting: ClockSetting) throws -> ClockState {
        try note(.setClock(world, setting))
        return ClockState(mode: setting.mode, now: .sample, rate: setting.rate)
    }

    func advanceClock(of world: String, by duration: Duration) throws -> ClockState {
        try note(.advanceClock(world, duration))
        clockState.now += duration
        return clockState
    }

    func mint(
        _ order: TokenOrder,
        for authority: String
    ) throws -> Deferred<MintedToken> {
        tokenOrder = order
        let token = MintedToken(
            token: "t.o.k",
            userID: "7",
            email: "mira.sol@example.com",
            expiresAt: order.dialect == "community" ? nil : .sample
        )
        return try outcome(of: .mint(order.world, authority: authority), token)
    }
}

extension Instant {
    /// The start of the year 2026.
    static let sample = Instant(seconds: 1_767_225_600)
}

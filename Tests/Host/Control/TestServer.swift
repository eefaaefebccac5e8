import GuestbookContent
import GuestbookDialect
import MockPostlyContent
import MockPostlyDialect
import MockPostlyFaults
import MockPostlyHTTP
import MockPostlyJournal
import MockPostlyLog
import MockPostlyNouns
import MockPostlySockets
import MockPostlyStubs
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyControl
@testable import MockPostlyWorlds

/// Worlds in memory, `default` and `w1`, and the control plane over them.
///
/// Their dialects are ``Shop``, ``Feed`` and the guestbook, in which they have one line; their
/// clocks stand still at ``Instant/sample``.
final class TestServer: ServingCourse {
    let worlds: Worlds
    private(set) var control: Control
    var adminToken: String? { didSet { control = Self.control(of: worlds, adminToken) } }
    /// The requests that it was asked to send.
    private(set) var sent: [Request] = []
    private var first: [String] = []

    static let seed = #"{"guestbook":[{"guest":"Ada","text":"A fine place."}]}"#

    init(
        isLoaded: Bool = true,
        adminToken: String? = nil,
        log: Log = .thrownAway,
        _ configure: (inout HostConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = HostConfiguration(
            DialectRegistry([Shop.self, Feed.self, Guestbook.self])
        )
        configuration.seed = .bytes(Array(Self.seed.utf8), name: "seed")
        configuration.clock = .frozen(.sample)
        configuration.randomSeed = 1
        configure(&configuration)
        worlds = Worlds(configuration, log: log, budget: BufferBudget(limit: 1 << 20))
        self.adminToken = adminToken
        control = Self.control(of: worlds, adminToken)
        guard isLoaded else { return }
        try worlds.load()
        try add("w1")
        first = state
    }

    func realServer(of system: String) -> String? { nil }

    func askReal(_ request: Request, of system: String) -> Reply? { nil }

    /// Makes a world of the seed.
    func add(_ name: String, _ change: (inout WorldOrder) -> Void = { _ in }) throws {
        var order = WorldOrder()
        order.id = name
        change(&order)
        _ = try worlds.create(order, for: "localhost:8080").awaited()
        first = state
    }

    // MARK: The control plane

    private static func control(of worlds: Worlds, _ adminToken: String?) -> Control {
        let sameSite = SameSite(allowedHosts: [], isLoopbackOnly: true)
        let control = Control(of: worlds, sameSite, adminToken: adminToken)
        control.process.versions = [("name", "mockpostly"), ("version", "1.2.3")]
        return control
    }

    func answer(
        _ method: String,
        _ path: String,
        _ fields: [(String, String)] = [],
        body: String = "",
        host: String? = "localhost:8080",
        world: String = "default"
    ) throws -> Response {
        let target = Control.prefix + path
        let request = try Request.asking(method, target, fields, body: body, host: host)
        return try answer(to: request, world: world)
    }

    func answer(to request: Request, world: String = "default") throws -> Response {
        let reply = try control.respond(to: request, world: world, of: self).reply
        guard case .later(let later) = reply, case .event(let held) = later.wait else {
            return try reply.response
        }
        var answer: Response?
        held.deliver = { answer = $0 }
        finishSearches()
        // What has not come until now does not come in time.
        held.expire()
        finishSearches()
        return try later.goOn(#require(answer)).response
    }

    /// Goes on with what takes longer than a slice, in further ticks.
    private func finishSearches() {
        while worlds.journals.searches.count > 0 { control.endTick() }
    }

    /// What a handler gets beside a request that was sent to the default world.
    var call: Control.Call {
        Control.Call(control: control, course: self, addressedWorld: "default")
    }

    func metricsText() -> String { "# HELP x\n" }

    func send(_ request: Request, answer: @escaping (Response, Int?) -> Void) {
        sent.append(request)
        answer(Response(status: 204), nil)
    }

    // MARK: What is in it

    /// Whether no request has changed anything.
    var isUntouched: Bool { state == first }

    private var state: [String] {
        worlds.list.map { world in
            let snapshots = (try? worlds.snapshots(of: [world.name]).awaited()) ?? []
            return """
                \(world.name) \(world.contentVersion) \(world.clock.mode) \(snapshots)
                \(world.faults.entries.count) \(world.stubs.entries.count)
                \(world.stubs.scenarios.map(\.state)) \(world.journal?.count ?? 0)
                \(world.sockets?.scheduledEvents.count ?? 0) \(world.sockets?.scenarios.count ?? 0)
                \(shop(of: world)?.orders ?? 0)
                """
        } + ["\(worlds.homeWorld) \(worlds.resets) \(sent.count)"]
    }

    private func shop(of world: World) -> Shop? {
        world.dialect(named: Shop.name) as? Shop
    }

    var home: World {
        guard let home = worlds.home else { preconditionFailure("nothing is loaded") }
        return home
    }

    var shop: Shop { shop(in: "default") }

    func shop(in world: String) -> Shop {
        guard let shop = worlds[world].flatMap(shop(of:)) else {
            preconditionFailure("no shop in \(world)")
        }
        return shop
    }

    var stubs: StubTable { home.stubs }
    var faults: FaultTable { home.faults }

    var journal: Journal {
        guard let journal = home.journal else { preconditionFailure("no journal is kept") }
        return journal
    }

    /// Writes `exchange` into the journal of the default world.
    func record(_ exchange: RecordedExchange) {
        journal.add(exchange, start: 0, nanoseconds: 1, peer: "", in: home.domain.world)
    }

    /// Writes a line into the guestbook of a world.
    func write(_ text: String, in name: String = "default") throws {
        guard let world = worlds[name] else { preconditionFailure("no world \(name)") }
        try GuestbookStore(work: world.domain.work).add(text, by: "Ada")
        _ = worlds.commit(world)
        first = state
    }
}

extension Instant {
    /// The start of the year 2026.
    static let sample = Instant(seconds: 1_767_225_600)
}

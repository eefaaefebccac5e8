import MockPostlyContent
import MockPostlyControl
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyJournal
import MockPostlyNouns
import MockPostlyTestKit

@testable import MockPostlyCourse
@testable import MockPostlyLog
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// Worlds and the course of their requests, without sockets, threads or timers: slow work is done on
/// the spot.
final class TestHost {
    let worlds: Worlds
    let course: Course
    private let driver = TestDriver()
    /// What the course has told of the requests that have ended.
    let observer = Observer()
    var traffic: Traffic {
        get { driver.traffic }
        set { driver.traffic = newValue }
    }

    /// On loopback, without a world.
    init(_ configuration: Configuration, log: Log) {
        let budget = BufferBudget(limit: configuration.limits.buffered)
        worlds = Worlds(configuration.worlds, log: log, budget: budget)
        let sameSite = SameSite(allowedHosts: [], isLoopbackOnly: true)
        course = Course(of: worlds, sameSite, driver, log: log, observer: observer)
        course.control.process.versions = BuildInfo.all
    }

    /// On loopback, with a world of this seed, and a log that is thrown away.
    static func serving(
        _ seed: SeedSource = .empty,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws -> TestHost {
        try serving(seed, log: .thrownAway, configure)
    }

    static func serving(
        _ seed: SeedSource = .empty,
        log: Log,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws -> TestHost {
        var configuration = Configuration()
        configuration.seed = seed
        configuration.randomSeed = 1
        configure(&configuration)
        let host = TestHost(configuration, log: log)
        try host.worlds.load()
        return host
    }

    // MARK: Requests

    func answer(
        _ method: String,
        _ target: String,
        _ fields: [(String, String)] = [],
        body: String = ""
    ) throws -> Response {
        answer(to: try .asking(method, target, fields, body: body, host: "localhost"))
    }

    /// The answer to `request`; 599 when it waits for something else than slow work.
    func answer(to request: Request) -> Response {
        let caller = Caller()
        course.receive(request, from: caller)
        workOff()
        return caller.response ?? Response(status: 599)
    }

    /// The route that `request` takes, which is not answered.
    func route(of request: Request) -> RouteTaken {
        let inFlight = InFlight(request, of: Caller(), since: 0)
        _ = course.address(inFlight)
        return inFlight.route
    }

    /// Does all slow work, in its order, and lets the answers leave.
    func workOff() {
        while let work = driver.takeWork() { course.resume(work.number, with: work.body()) }
        course.endTick()
        // What takes longer than a slice goes on in further ticks.
        while worlds.journals.searches.count > 0 { course.endTick() }
    }

    /// The answer to a POST of JSON.
    func post(_ target: String, _ body: String) throws -> Response {
        try answer("POST", target, [("Content-Type", "application/json")], body: body)
    }
}

/// Keeps slow work until it is asked for; timers never fire.
private final class TestDriver: CourseDriver {
    var traffic = Traffic()
    /// Slow work that requests wait for.
    private var work: [(number: Int, body: @Sendable () -> any Sendable)] = []

    func takeWork() -> (number: Int, body: @Sendable () -> any Sendable)? {
        work.isEmpty ? nil : work.removeFirst()
    }

    func perform(
        _ number: Int,
        for client: any AnswerReceiver,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool {
        self.work.append((number, work))
        return true
    }

    func wake(_ number: Int, for client: any AnswerReceiver, after delay: Duration) -> AnyObject? {
        UnfiredTimer()
    }

    func willAnswer(in world: World?, of worlds: Worlds) {}
}

/// Keeps what it is told of requests that have ended.
final class Observer: RequestObserver {
    let longestBody = 0
    var list: [Passed] = []

    var targets: [String?] {
        list.map { $0.request.map { String(decoding: $0.target, as: UTF8.self) } }
    }

    var statuses: [Int] { list.map(\.status) }

    func note(_ passed: Passed) { list.append(passed) }
}

extension Passed {
    /// That of the answer or of the refusal.
    var status: Int {
        switch answer {
        case .sent(let response): response.status
        case .refused(let rejection): rejection.status
        }
    }
}

/// Who waits for one answer.
final class Caller: AnswerReceiver {
    private(set) var response: Response?
    let label: Int
    private var left: (() -> Void)?

    init(label: Int = 0) {
        self.label = label
    }

    var hasConnection: Bool { false }
    func holdConnection() {}
    func respond(_ response: Response) { self.response = response }
    func whenLeft(_ body: @escaping () -> Void) { left = body }

    /// Goes, whether there is an answer or not.
    func leave() {
        left?()
        left = nil
    }
}

/// What a waiting request holds in place of a timer; it never fires.
private final class UnfiredTimer {}

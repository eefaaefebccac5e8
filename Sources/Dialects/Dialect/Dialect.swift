package import MockPostlyContent
package import MockPostlyCrypto
package import MockPostlyDrift
package import MockPostlyHTTP
package import MockPostlyOptions
package import MockPostlyRecorded

/// A mocked system over one world: it translates the world's content to the system's API.
///
/// The static members are what is known without a world. Code that works with all dialects (command
/// line, control plane, banner) reads them through ``DialectRegistry`` and never names a dialect.
/// An instance belongs to one world and to the loop's thread.
///
/// Adding one takes a type that conforms, and its entry in `DialectRegistry.standard`:
///
/// ```swift
/// package final class Shop: Dialect {
///     package static let name = "shop"
///     package static let title = "Shop"
///     package static let claims = [PathClaim.word("shop")]
///     package static let options: [Option<Settings>] = []
///     // init(_:_:), respond(to:), failure(for:), overload(for:) and so on
/// }
/// ```
package protocol Dialect: Responder, SendableMetatype {
    /// The configuration of the dialect, which ``options`` fill.
    ///
    /// What two servers with the same settings do differs in nothing.
    associatedtype Settings: DialectSettings

    // MARK: Who it is

    /// The name in options, paths and JSON, in lower case: `postly`.
    ///
    /// Unique among all dialects, byte by byte.
    static var name: String { get }
    /// The name in texts for people: `Postly`.
    static var title: String { get }
    /// Whether it is served in every world, without being listed in `--systems`.
    ///
    /// By default false.
    static var isAlwaysServed: Bool { get }
    /// Whether it is served when `--systems` names no dialects.
    ///
    /// By default true; false for one that serves nothing until its settings say what.
    static var isServedUnasked: Bool { get }

    // MARK: What is its own

    /// The names of the original's servers, in lower case, and of others to which its answers and
    /// clients lead: what is asked for by such a name is the dialect's, whatever the path.
    ///
    /// By default none.
    static var hosts: [String] { get }
    /// The paths that belong to it, those first that lists should show.
    ///
    /// The longest claim wins over those of other dialects, whatever their order.
    static var claims: [PathClaim] { get }
    /// The paths that belong to it with `settings`.
    ///
    /// By default ``claims``.
    static func claims(_ settings: Settings) -> [PathClaim]
    /// Whether a request below nobody's base URL, which another dialect has answered, is surely meant
    /// for this one; nil when no request can show it.
    ///
    /// Called on the loop's thread, for requests that nobody has claimed. By default nil.
    static var isMeantForSure: (@Sendable (Request) -> Bool)? { get }
    /// Its route table, for lists of routes; a reply names its route by the index in this list.
    ///
    /// In the order of the table, which the journal's route numbers refer to.
    static var routeLines: [RouteLine] { get }
    /// The route of a request that it is not asked to answer, such as one that meets a fault; nil where
    /// none takes it.
    ///
    /// `line` is that of ``routeLines`` with the method and the path of the request; by default it says
    /// all. Handles nothing.
    func route(of request: Request, byLine line: Int?) -> Int?
    /// The operations of an API that `settings` describe, each with what is known of its state.
    ///
    /// By default none: ``routeLines`` are all that a dialect has.
    static func operations(_ settings: Settings) -> [OperationLine]
    /// Its base URLs, the one for apps first; empty when no app is configured with one.
    ///
    /// The control plane sends them as `baseUrls`.
    static var addresses: [DialectAddress] { get }

    // MARK: What can be chosen

    /// All options of its settings, in the order in which `--help` lists them.
    static var options: [Option<Settings>] { get }
    /// Lines of help with something of its own.
    ///
    /// By default none.
    static var examples: [HelpExample] { get }
    /// The topics of channels whose events its clients get: `room:lobby`.
    ///
    /// For forms and hints. By default none.
    static var topics: [String] { get }
    /// The tokens that ``mint(_:)`` makes; nil when it makes none.
    ///
    /// By default nil.
    static var tokens: TokenOffer? { get }
    /// How a directory of records gets into a data file; nil when the dialect has no such records.
    ///
    /// By default nil.
    static var recordImport: RecordImport? { get }

    // MARK: What it needs of a world

    /// The parts that it adds to the content of worlds: tables, members of seeds, reset scopes.
    ///
    /// Empty for a dialect that uses the parts of `ContentRegistry.standard` only.
    ///
    /// Migrations of these parts run after the standard ones, in the order of the registry.
    static var content: [ContentPart] { get }

    /// Adds to `content` what the dialect needs in every world's content.
    ///
    /// Called before a world is made, perhaps more than once. By default nothing.
    static func plan(_ content: inout ContentPlan, _ settings: Settings)

    /// Creates the dialect over the world of `context`, before the world's first request.
    ///
    /// - Throws: what makes the whole world fail, such as a file of the settings that cannot be
    ///   read.
    init(_ context: DialectContext, _ settings: Settings) throws

    // MARK: Answers for others

    /// An error of this status, 200 to 599, in the dialect's own shape and with its usual words.
    ///
    /// For faults that a test has ordered.
    ///
    /// Called for statuses that the dialect never sends, too. The body must fit the status.
    func errorResponse(_ status: Int, to request: Request) -> Response

    // MARK: Who asks

    /// The account whose valid token `request` carries, as ``Findings/asker`` has it; nil
    /// without one.
    ///
    /// Handles nothing and counts nothing.
    ///
    /// - Throws: faults of the server alone; a wrong token is nil.
    func account(of request: Request) throws -> String?

    /// The names by which a test may call an account: its id, e-mail address and username.
    ///
    /// The id as the dialect writes it comes first; texts are compared byte by byte.
    func names(ofAccount account: String) throws -> [String]

    /// Makes a token for a user, valid or faulty on purpose; nil when there is no such user.
    ///
    /// Throws ``TokenMismatch`` when the dialect's tokens cannot have what `order` asks for.
    ///
    /// The world may be changed by it only when the order allows that.
    func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?>

    // MARK: The life of a world

    /// Empties its response caches and returns their bytes to the shared ``CacheBudget``.
    ///
    /// Called when the world is deleted: requests that still run may keep the world in memory.
    ///
    /// Called more than once for one world; it may get requests afterwards.
    func forgetAnswers()

    /// Resets counters of requests, such as rate limits and quotas; called when its content is
    /// reset.
    ///
    /// By default nothing.
    func forgetRequests()

    /// Sends the events of committed writes to connected clients, or drops them after a rollback.
    ///
    /// Called once after each commit or rollback, on the loop's thread.
    func settleEvents(arePermanent: Bool)

    // MARK: Connections

    /// How many clients have a connection that outlives a request, such as a WebSocket.
    ///
    /// 0 for a dialect without sockets.
    var connectedClients: Int { get }

    /// Ends these connections; the clients may connect again.
    ///
    /// With code 1001 (going away), for which clients connect again.
    func disconnectAll()

    /// Those of them that are to channels, in the order in which they were opened.
    var channelConnections: [any ChannelConnection] { get }

    // MARK: What is shown

    /// The one-time codes that users can log in with now, the newest last.
    ///
    /// A server in production would send them; here a test reads them.
    ///
    /// - Throws: SQLite's errors.
    var loginCodes: [LoginCode] { get throws }

    /// The records of its world that people can look at and change.
    ///
    /// A collection replaces one of the same name that an earlier dialect lists.
    var collections: [RecordCollection] { get }

    /// Its state as a file of the form that its content was given in; nil for a dialect whose content
    /// is in seeds alone.
    ///
    /// By default nil.
    ///
    /// - Throws: SQLite's errors.
    var stateFile: [UInt8]? { get throws }

    /// The dialect's metrics for this world.
    ///
    /// Made on each call; the names are the same each time.
    var figures: [Figure] { get }

    /// What the banner tells a person who wants to connect a client.
    ///
    /// Made when the banner is printed, after the first content is there.
    var introduction: Introduction { get }

    // MARK: Beside the real server

    /// The requests that show whether a real server keeps the contract; nil for none.
    ///
    /// By default nil.
    static var drift: DriftScenario? { get }

    /// What makes rows of a seed of a recording of the system; nil for nothing.
    ///
    /// By default nil.
    static var recorded: (any RecordedRows.Type)? { get }
}

// Defaults for what most dialects do not have.
extension Dialect {
    package static var isAlwaysServed: Bool { false }
    package static var isServedUnasked: Bool { true }
    package static func claims(_ settings: Settings) -> [PathClaim] { claims }
    package static var hosts: [String] { [] }
    package static var isMeantForSure: (@Sendable (Request) -> Bool)? { nil }
    package static var examples: [HelpExample] { [] }
    package static var topics: [String] { [] }
    package static var tokens: TokenOffer? { nil }
    package static var recordImport: RecordImport? { nil }
    package static var drift: DriftScenario? { nil }
    package static var recorded: (any RecordedRows.Type)? { nil }
    package static var content: [ContentPart] { [] }

    package func route(of request: Request, byLine line: Int?) -> Int? { line }
    package static func plan(_ content: inout ContentPlan, _ settings: Settings) {}

    /// The dialect's answer to a failure of the server, with another status.
    ///
    /// The body, which says what the failure says, stays as it is.
    package func errorResponse(_ status: Int, to request: Request) -> Response {
        var response = failure(for: request)
        response.status = status
        return response
    }

    package func account(of request: Request) throws -> String? { nil }
    package func names(ofAccount account: String) throws -> [String] { [account] }
    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> { .now(nil) }
    package func forgetAnswers() {}
    package func forgetRequests() {}
    package func settleEvents(arePermanent: Bool) {}
    package var connectedClients: Int { 0 }
    package func disconnectAll() {}
    package var channelConnections: [any ChannelConnection] { [] }
    package var loginCodes: [LoginCode] { [] }
    package var collections: [RecordCollection] { [] }
    package var stateFile: [UInt8]? { nil }
    package var figures: [Figure] { [] }
    package var introduction: Introduction { Introduction() }
}

extension Dialect {
    /// Creates the dialect over the world of `context`, with its own part of `settings`.
    ///
    /// - Throws: what ``init(_:_:)`` throws.
    package static func make(_ context: DialectContext, _ settings: SettingsByDialect) throws
        -> Self
    {
        try Self(context, settings[Self.self])
    }

    /// The paths that belong to it, with its own part of `settings`.
    package static func claims(_ settings: SettingsByDialect) -> [PathClaim] {
        claims(settings[Self.self])
    }

    /// Adds to `content` what the dialect needs, given its own part of `settings`.
    package static func plan(_ content: inout ContentPlan, _ settings: SettingsByDialect) {
        plan(&content, settings[Self.self])
    }
}

/// A command line as an example of a dialect in a help text.
package struct HelpExample: Sendable {
    /// The command in whose help it is, such as `socket send`; empty for that of the program.
    package let command: String
    package let line: String
    package let purpose: String

    package init(_ command: String = "", line: String, purpose: String) {
        (self.command, self.line, self.purpose) = (command, line, purpose)
    }
}

/// The configuration of a dialect; `init()` gives the defaults.
///
/// Values of the whole server; options that a world can have for itself are set in a copy.
package protocol DialectSettings: SettingsWithDefaults, Equatable {
    /// Where links to pictures in answers lead; nil when the answers have no links that could lead
    /// elsewhere, and then setting it does nothing.
    var links: LinkTarget? { get set }
}

extension DialectSettings {
    /// Setting it does nothing.
    package var links: LinkTarget? {
        get { nil }
        set {}
    }
}

/// Settings of a dialect whose answers have links to pictures.
package protocol LinkSettings: DialectSettings {
    var linkTarget: LinkTarget { get set }
}

extension LinkSettings {
    /// ``linkTarget``; nil does not change it.
    package var links: LinkTarget? {
        get { linkTarget }
        set { if let newValue { linkTarget = newValue } }
    }
}

/// Where links in answers lead.
package enum LinkTarget: String, Sendable, CaseIterable {
    /// To the server that the client has reached, so that it needs no internet.
    case local
    /// To the hosts of the original.
    case upstream
}

extension Dialect {
    /// Where links lead, by the dialect's own part of `settings`.
    package static func links(in settings: SettingsByDialect) -> LinkTarget? {
        settings[Self.self].links
    }

    /// Sets where links lead, in the dialect's own part of `settings`.
    package static func setLinks(_ target: LinkTarget, in settings: inout SettingsByDialect) {
        settings[Self.self].links = target
    }
}

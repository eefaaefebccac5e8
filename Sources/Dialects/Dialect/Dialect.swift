package import MockPostlyContent
package import MockPostlyCrypto
package import MockPostlyHTTP
package import MockPostlyOptions

/// A system that the server stands in for, over one world: a translation of its content.
///
/// What is known of it without a world stands in its static members, which everybody asks who has to
/// do with all dialects; ``DialectRegistry`` lists them. An instance belongs to the loop's thread.
package protocol Dialect: Responder, SendableMetatype {
    /// What it is told before it starts; its ``options`` say how.
    associatedtype Settings: DialectSettings

    /// What clients and options call it, in lower case: `postly`.
    static var name: String { get }
    /// What people call it: `Postly`.
    static var title: String { get }
    /// Whether it is served without being chosen, beside those that are.
    static var isAlwaysServed: Bool { get }
    /// The paths that are its own.
    static var claims: [PathClaim] { get }
    /// Its route table, for lists of routes; in the order of the indexes that replies name.
    static var routeLines: [RouteLine] { get }
    /// Where clients reach it, the one for apps first; none for one that no app is pointed at.
    static var addresses: [DialectAddress] { get }
    /// All options of its settings, in the order of the help.
    static var options: [Option<Settings>] { get }
    /// The kinds of tokens that can be made for people, the usual one first; none when there are
    /// none.
    static var tokenKinds: [String] { get }
    /// Names somebody for whom a token can be made, for a client that has named nobody.
    static var tokenHint: String { get }

    /// What it brings to the content of worlds: tables, members of seeds, a scope of resets.
    ///
    /// None for a dialect that speaks of the nouns of `ContentRegistry.standard`.
    static var content: [ContentPart] { get }

    /// Says what the content of a world must have for it.
    static func plan(_ content: inout ContentPlan, _ settings: Settings)

    /// The dialect over the world of `context`.
    init(_ context: DialectContext, _ settings: Settings) throws

    /// A token of somebody, good or bad; nil when there is nobody of that name.
    ///
    /// Throws ``TokenMismatch`` when its tokens cannot be so.
    func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?>

    /// Gives the memory of what it remembers back; called when its world ends.
    func forgetAnswers()

    /// Forgets what it has counted of requests; called when its content is reset.
    func forgetRequests()

    /// Tells those who are connected what has become permanent, or forgets what was undone.
    func settleEvents(arePermanent: Bool)

    /// How many clients are connected for longer than a request.
    var connectedClients: Int { get }

    /// Ends the connections of these clients, who may come again.
    func disconnectAll()

    /// Figures of this world, for the metrics.
    var figures: [Figure] { get }

    /// What a person needs to know who points a client at it.
    var introduction: Introduction { get }
}

// What most dialects have not.
extension Dialect {
    package static var isAlwaysServed: Bool { false }
    package static var tokenKinds: [String] { [] }
    package static var tokenHint: String { "" }
    package static var content: [ContentPart] { [] }

    package static func plan(_ content: inout ContentPlan, _ settings: Settings) {}

    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> { .now(nil) }
    package func forgetAnswers() {}
    package func forgetRequests() {}
    package func settleEvents(arePermanent: Bool) {}
    package var connectedClients: Int { 0 }
    package func disconnectAll() {}
    package var figures: [Figure] { [] }
    package var introduction: Introduction { Introduction() }
}

extension Dialect {
    /// The dialect over the world of `context`, with those of `settings` that are its own.
    package static func make(_ context: DialectContext, _ settings: SettingsByDialect) throws
        -> Self
    {
        try Self(context, settings[Self.self])
    }

    package static func plan(_ content: inout ContentPlan, _ settings: SettingsByDialect) {
        plan(&content, settings[Self.self])
    }
}

/// What a dialect is told before it starts; a value without changes is how things usually are.
package protocol DialectSettings: SettingsWithDefaults, Equatable {}

public import MockPostlyClient

#if canImport(Testing)
    public import Testing
#endif
#if canImport(XCTest)
    public import XCTest
#endif

extension MockServer {
    /// The server that the worlds of tests are in, one for the whole process.
    ///
    /// It is the one that the environment names, as `mockpostly exec` does, or else a live one with
    /// the usual options, which is made when it is first asked for. Throws a ``Failure`` when there
    /// can be none.
    public static var shared: MockServer {
        get throws { try sharedServer.get() }
    }

    private static let sharedServer = Result { isInEnvironment ? try ofEnvironment() : try live() }
}

#if canImport(Testing)
    extension Trait where Self == MockServer.WorldTrait {
        /// A world for each test, and for each case of a test with arguments.
        ///
        /// ```swift
        /// @Test(.mockpostly) func `a post can be liked`() async throws {
        ///     let world = try MockServer.World.current
        ///     let feed = Feed(baseURL: world.url + "/api/")
        ///     // …
        /// }
        /// ```
        ///
        /// It is in ``MockServer/shared``, and is deleted after the test.
        public static var mockpostly: Self { mockpostly() }

        /// A world for each test, that begins with a scenario.
        ///
        /// - Parameters:
        ///   - scenario: what the world begins with.
        ///   - clock: its clock; nil for that of the server.
        ///   - randomSeed: when given, ids and tokens are the same in every run.
        ///   - settings: what is different from the server's options.
        ///   - onUnknown: what unknown requests do to checks; nil for what the server's options say.
        ///   - server: the server; by default ``MockServer/shared``.
        /// - Returns: the trait.
        public static func mockpostly(
            scenario: MockServer.Scenario,
            clock: MockServer.Clock? = nil,
            randomSeed: UInt64? = nil,
            settings: [MockServer.Setting] = [],
            onUnknown: MockServer.OnUnknown? = nil,
            on server: @escaping @autoclosure @Sendable () throws -> MockServer = try .shared
        ) -> Self {
            Self(.init(.scenario(scenario), clock, randomSeed, settings, onUnknown, server))
        }

        /// A world for each test.
        ///
        /// ```swift
        /// @Suite(.mockpostly(from: .empty, clock: .frozen(at: "2027-01-01T00:00:00Z")))
        /// ```
        ///
        /// - Parameters:
        ///   - origin: what the world begins with.
        ///   - clock: its clock; nil for that of the server.
        ///   - randomSeed: when given, ids and tokens are the same in every run.
        ///   - settings: what is different from the server's options.
        ///   - onUnknown: what unknown requests do to checks; nil for what the server's options say.
        ///   - server: the server; by default ``MockServer/shared``.
        /// - Returns: the trait.
        public static func mockpostly(
            from origin: MockServer.Origin = .seed,
            clock: MockServer.Clock? = nil,
            randomSeed: UInt64? = nil,
            settings: [MockServer.Setting] = [],
            onUnknown: MockServer.OnUnknown? = nil,
            on server: @escaping @autoclosure @Sendable () throws -> MockServer = try .shared
        ) -> Self {
            Self(.init(origin, clock, randomSeed, settings, onUnknown, server))
        }
    }
#endif

#if canImport(XCTest)
    extension XCTestCase {
        /// Makes a world for the test method that runs, and deletes it after the method.
        ///
        /// ```swift
        /// func testTheFeed() async throws {
        ///     let world = try mockpostlyWorld()
        ///     // …
        /// }
        /// ```
        ///
        /// Checks of the world that are not met are failures at their line.
        ///
        /// - Parameters:
        ///   - origin: what the world begins with.
        ///   - clock: its clock; nil for that of the server.
        ///   - randomSeed: when given, ids and tokens are the same in every run.
        ///   - settings: what is different from the server's options.
        ///   - onUnknown: what unknown requests do to checks; nil for what the server's options say.
        ///   - server: the server; by default ``MockServer/shared``.
        /// - Returns: the world.
        /// - Throws: a ``MockServer/Failure`` when there is no server, or no such world.
        public func mockpostlyWorld(
            from origin: MockServer.Origin = .seed,
            clock: MockServer.Clock? = nil,
            randomSeed: UInt64? = nil,
            settings: [MockServer.Setting] = [],
            onUnknown: MockServer.OnUnknown? = nil,
            on server: @autoclosure () throws -> MockServer = try .shared
        ) throws -> MockServer.World {
            let server = try server()
            return try mockpostlyWorld(
                .init(origin, clock, randomSeed, settings, onUnknown) { server }
            )
        }
    }
#endif

#if canImport(XCTest)
    public import XCTest

    extension XCTestCase {
        /// Makes a world for the test method that runs, and deletes it after the method.
        ///
        /// ```swift
        /// func testAnEmptyFeed() throws {
        ///     let world = try mockpostlyWorld(from: .scenario(.emptyFeed))
        ///     let app = XCUIApplication()
        ///     app.launchEnvironment.merge(world.launchEnvironment()) { $1 }
        ///     app.launch()
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
        ///   - server: the server; by default that of the environment, which `mockpostly exec`
        ///     names.
        /// - Returns: the world.
        /// - Throws: a ``MockServer/Failure`` when there is no server, or no such world.
        @_disfavoredOverload
        public func mockpostlyWorld(
            from origin: MockServer.Origin = .seed,
            clock: MockServer.Clock? = nil,
            randomSeed: UInt64? = nil,
            settings: [MockServer.Setting] = [],
            onUnknown: MockServer.OnUnknown? = nil,
            on server: @autoclosure () throws -> MockServer = try .ofEnvironment()
        ) throws -> MockServer.World {
            let server = try server()
            return try mockpostlyWorld(
                .init(origin, clock, randomSeed, settings, onUnknown) { server }
            )
        }

        /// Makes a world as `plan` says, and deletes it after the method that runs.
        package func mockpostlyWorld(_ plan: MockServer.TestWorldPlan) throws -> MockServer.World {
            var world = try plan.makeWorld()
            world.isOfXCTest = true
            let made = world
            addTeardownBlock { try made.clearAway() }
            return made
        }
    }
#endif

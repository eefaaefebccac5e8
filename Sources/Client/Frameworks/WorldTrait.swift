#if canImport(Testing)
    internal import MockPostlyThreads
    public import Testing

    extension MockServer {
        /// A trait that gives each test, and each case of a test with arguments, a world of its own.
        ///
        /// The test finds it in ``World/current``; it is deleted after the test.
        public struct WorldTrait: TestTrait, SuiteTrait, TestScoping {
            /// Attaches a text by a name to the test that runs.
            package typealias Attach = @Sendable (_ text: String, _ name: String) -> Void

            private let plan: TestWorldPlan
            private let attach: Attach?

            /// `attach` takes the place of an attachment of Swift Testing.
            package init(_ plan: TestWorldPlan, attach: Attach? = nil) {
                (self.plan, self.attach) = (plan, attach)
            }

            /// Whether it holds for all tests of a suite: it does.
            public var isRecursive: Bool { true }

            /// Gives tests a world, and suites none.
            public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
                testCase == nil ? nil : self
            }

            /// Runs a test with a world of its own, whose journal is attached to a test that fails.
            public func provideScope(
                for test: Test,
                testCase: Test.Case?,
                performing function: @Sendable () async throws -> Void
            ) async throws {
                let plan = plan
                let world = try await onOwnThread { try plan.makeWorld() }
                let result: Result<Void, any Error>
                let hasFailed = Monitor(false)
                let watch = IssueHandlingTrait.compactMapIssues { issue in
                    if issue.isFailure { hasFailed.withLock { $0 = true } }
                    return issue
                }
                do {
                    try await watch.provideScope(for: test, testCase: testCase) {
                        try await World.$ofTask.withValue(world) { try await function() }
                    }
                    result = .success(())
                } catch is Unmet {
                    // The test has an issue for it already.
                    result = .success(())
                } catch {
                    result = .failure(error)
                    hasFailed.withLock { $0 = true }
                }
                if hasFailed.withLock(\.self) { await attachJournal(of: world, to: test) }
                // A test that was cancelled leaves no world either.
                let removal = await Task.detached {
                    try await onOwnThread { try world.clearAway() }
                }
                .result
                try result.get()
                try removal.get()
            }

            /// Attaches the journal of the world to the test that runs, as lines and as an archive
            /// for the network panel of a browser, and what was written.
            ///
            /// A test that was cancelled has them too. A world that the test has deleted has none.
            private func attachJournal(of world: World, to test: Test) async {
                let evidence = await Task.detached {
                    try await onOwnThread {
                        (try world.journal(), try world.har(), try world.changesText())
                    }
                }
                .result
                guard case .success(let (lines, archive, changes)) = evidence else { return }
                let place = test.sourceLocation
                let attach = attach ?? { Attachment.record($0, named: $1, sourceLocation: place) }
                attach(lines, "mockpostly-journal.txt")
                attach(String(decoding: archive, as: UTF8.self), "mockpostly-journal.har")
                attach(changes, "mockpostly-changes.txt")
            }
        }
    }

    extension Trait where Self == MockServer.WorldTrait {
        /// A world for each test, of the server that the environment names: see
        /// ``mockpostly(from:clock:randomSeed:settings:onUnknown:on:)``.
        @_disfavoredOverload
        public static var mockpostly: Self { mockpostly() }

        /// A world for each test.
        ///
        /// - Parameters:
        ///   - origin: what the world begins with.
        ///   - clock: its clock; nil for that of the server.
        ///   - randomSeed: when given, ids and tokens are the same in every run.
        ///   - settings: what is different from the server's options.
        ///   - onUnknown: what unknown requests do to checks; nil for what the server's options say.
        ///   - server: the server; by default that of the environment, which `mockpostly exec`
        ///     names.
        /// - Returns: the trait.
        @_disfavoredOverload
        public static func mockpostly(
            from origin: MockServer.Origin = .seed,
            clock: MockServer.Clock? = nil,
            randomSeed: UInt64? = nil,
            settings: [MockServer.Setting] = [],
            onUnknown: MockServer.OnUnknown? = nil,
            on server: @escaping @autoclosure @Sendable () throws -> MockServer =
                try .ofEnvironment()
        ) -> Self {
            Self(.init(origin, clock, randomSeed, settings, onUnknown, server))
        }
    }
#endif

extension MockServer.World {
    @TaskLocal static var ofTask: MockServer.World?

    /// The world of the test that runs, which the trait `.mockpostly` has made.
    ///
    /// ```swift
    /// @Suite(.mockpostly)
    /// struct FeedTests {
    ///     let world: MockServer.World
    ///
    ///     init() throws { world = try .current }
    /// }
    /// ```
    ///
    /// Throws a ``MockServer/Failure`` in a test without the trait, and in a task that is not part
    /// of the test, such as a detached one.
    public static var current: MockServer.World {
        get throws {
            guard let world = ofTask else {
                throw MockServer.Failure(
                    "there is no world: give the test or its suite the trait '.mockpostly', and "
                        + "ask for the world in the test itself"
                )
            }
            return world
        }
    }
}

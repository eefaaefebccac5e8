internal import MockPostlyPlatform

extension MockServer {
    /// What the worlds of tests are made like.
    package struct TestWorldPlan: Sendable {
        package var origin: Origin
        package var clock: Clock?
        package var randomSeed: UInt64?
        package var settings: [Setting]
        package var onUnknown: OnUnknown?
        package var server: @Sendable () throws -> MockServer

        package init(
            _ origin: Origin,
            _ clock: Clock?,
            _ randomSeed: UInt64?,
            _ settings: [Setting],
            _ onUnknown: OnUnknown? = nil,
            _ server: @escaping @Sendable () throws -> MockServer
        ) {
            (self.origin, self.clock, self.randomSeed) = (origin, clock, randomSeed)
            (self.settings, self.onUnknown, self.server) = (settings, onUnknown, server)
        }

        package func makeWorld() throws -> World {
            try server().makeWorld(
                from: origin,
                clock: clock,
                randomSeed: randomSeed,
                settings: settings,
                onUnknown: onUnknown
            )
        }
    }

    /// The server that the environment names, as `mockpostly exec` does: the variable
    /// `MOCKPOSTLY_URL`, with the admin token in `MOCKPOSTLY_ADMIN_TOKEN`.
    ///
    /// It is the same for the whole process. Throws a ``Failure`` when there is no such variable, or
    /// when no server answers there.
    public static func ofEnvironment() throws -> MockServer {
        guard let server = try environmentServer.get() else {
            throw Failure(
                "there is no server: MOCKPOSTLY_URL is not set; run the tests by 'mockpostly exec'"
            )
        }
        return server
    }

    /// Whether the environment names a server, which need not answer.
    package static var isInEnvironment: Bool { variable("MOCKPOSTLY_URL") != nil }

    private static let environmentServer = Result {
        try variable("MOCKPOSTLY_URL").map { url in
            try attached(to: url, adminToken: variable("MOCKPOSTLY_ADMIN_TOKEN"))
        }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

extension MockServer.World {
    /// Deletes a world after its test, which may have done so.
    package func clearAway() throws {
        do {
            try delete()
        } catch let failure as MockServer.Failure where failure.status == 404 {
            // The test has deleted it, or has deleted all worlds.
        }
    }
}

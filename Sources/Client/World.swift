extension MockServer {
    /// A world of a server, with its own content, clock, ids and token secret.
    ///
    /// ``MockServer/makeWorld(named:from:clock:randomSeed:hasOwnPort:settings:timeToLive:)`` makes
    /// one, and ``MockServer/defaultWorld`` always exists. A value of this type refers to a world:
    /// copies refer to the same world, and the server lives as long as one of them exists.
    public struct World: Sendable {
        /// The server that it is in.
        public let server: MockServer
        /// Its name in paths, in the header `X-Mockpostly-World` and in the control plane.
        public let name: String
        /// The prefix of its paths, `/w/<name>`; empty for the world `default`.
        public let path: String
        /// The URL of the world, without a trailing slash: `http://127.0.0.1:49152/w/team`.
        ///
        /// The base URL of an app is this followed by the API's path: `world.url + "/api/"`.
        public let url: String
        /// Whether XCTest is told of a check that is not met.
        var isOfXCTest = false

        /// Sends a request to this world and waits for its response.
        ///
        /// The same as ``MockServer/send(_:_:headers:body:)-(_,_,_,String?)``, but `path` has no
        /// prefix `/w/name`.
        public func send(
            _ method: String,
            _ path: String,
            headers: Headers = [:],
            body: String? = nil
        ) throws -> Answer {
            try server.send(method, self.path + path, headers: headers, body: body)
        }

        /// Sends a request with the bytes of a body to this world and waits for its response.
        public func send(
            _ method: String,
            _ path: String,
            headers: Headers = [:],
            body: [UInt8]
        ) throws -> Answer {
            try server.send(method, self.path + path, headers: headers, body: body)
        }

        /// Makes a world that is a copy of this one as it is now, with its content and its clock.
        ///
        /// ```swift
        /// let prepared = try server.makeWorld()
        /// // … a long way to where the tests begin …
        /// let first = try prepared.fork()
        /// let second = try prepared.fork()
        /// ```
        ///
        /// Its token secret is different: tokens of this world are not valid there.
        ///
        /// - Parameters:
        ///   - name: as in
        ///     ``MockServer/makeWorld(named:from:clock:randomSeed:hasOwnPort:settings:timeToLive:)``.
        ///   - clock: its clock; nil for a copy of this world's clock.
        ///   - randomSeed: when given, ids and tokens are the same in every run.
        ///   - hasOwnPort: whether it has a port of its own.
        ///   - settings: what is different from this world's settings.
        ///   - timeToLive: how long it may stay unused, as there.
        ///   - onUnknown: what unknown requests do to checks; nil for that of this world.
        /// - Returns: the other world.
        /// - Throws: a ``Failure`` when the name is taken or not allowed, when this world was
        ///   deleted, or when there are too many.
        public func fork(
            named name: String? = nil,
            clock: Clock? = nil,
            randomSeed: UInt64? = nil,
            hasOwnPort: Bool = false,
            settings: [Setting] = [],
            timeToLive: Duration? = nil,
            onUnknown: OnUnknown? = nil
        ) throws -> World {
            let order = WorldRequest(
                name: name,
                clock: clock,
                randomSeed: randomSeed,
                hasOwnPort: hasOwnPort,
                settings: settings,
                timeToLive: timeToLive,
                onUnknown: onUnknown
            )
            var copy = try server.make(["worlds", self.name, "fork"], order)
            copy.isOfXCTest = isOfXCTest
            return copy
        }

        /// Deletes the world: its sockets are closed, and later requests to it are answered 404.
        ///
        /// Throws a ``Failure`` for the world `default`, and when the world was deleted already.
        public func delete() throws {
            _ = try server.control("DELETE", ["worlds", name])
        }

        /// The users of the ``Scenario`` that it began with; empty in other worlds.
        public var people: [Person] {
            get throws {
                try server.control("GET", ["worlds", name]).parts("people").map { person in
                    Person(
                        email: person.text("email") ?? "",
                        password: person.text("password"),
                        token: person.text("token")
                    )
                }
            }
        }

        /// The base URLs of the served systems by their names, such as `postly` and `socket`.
        public var baseURLs: [String: String] {
            get throws {
                let urls = try server.control("GET", ["worlds", name]).json("baseUrls")
                guard case .object(let members)? = urls else { return [:] }
                return members.reduce(into: [:]) { $0[$1.name] = $1.value.string }
            }
        }

        /// The variables with which an app or a command finds this world: `BASE_URL`,
        /// `MOCKPOSTLY_URL` and `MOCKPOSTLY_WORLD`.
        ///
        /// ```swift
        /// let app = XCUIApplication()
        /// app.launchEnvironment.merge(world.launchEnvironment()) { $1 }
        /// app.launch()
        /// ```
        ///
        /// - Parameter apiPath: what follows the URL of the world in `BASE_URL`; `/api/` is that
        ///   of Postly.
        /// - Returns: the names and values of the variables.
        public func launchEnvironment(apiPath: String = "/api/") -> [String: String] {
            ["BASE_URL": url + apiPath, "MOCKPOSTLY_URL": server.url, "MOCKPOSTLY_WORLD": name]
        }
    }

    /// A user of a ``Scenario``.
    public struct Person: Sendable, Hashable {
        /// The e-mail address to log in with.
        public var email: String
        /// The password to log in with; nil when the user has none.
        public var password: String?
        /// An access token of Postly, which may have expired; nil when the scenario has none.
        public var token: String?
    }
}

internal import MockPostlyControl

extension MockServer {
    /// A world of a server, with its own content, clock, ids and token secret.
    ///
    /// ``MockServer/makeWorld(named:from:clock:randomSeed:hasOwnPort:settings:)`` makes one, and
    /// ``MockServer/defaultWorld`` always exists. A value of this type refers to a world: copies
    /// refer to the same world, and the server lives as long as one of them exists.
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
        ///   - name: as in ``MockServer/makeWorld(named:from:clock:randomSeed:hasOwnPort:settings:)``.
        ///   - clock: its clock; nil for a copy of this world's clock.
        ///   - randomSeed: when given, ids and tokens are the same in every run.
        ///   - hasOwnPort: whether it has a port of its own.
        ///   - settings: what is different from this world's settings.
        /// - Returns: the other world.
        /// - Throws: a ``Failure`` when the name is taken or not allowed, when this world was
        ///   deleted, or when there are too many.
        public func fork(
            named name: String? = nil,
            clock: Clock? = nil,
            randomSeed: UInt64? = nil,
            hasOwnPort: Bool = false,
            settings: [Setting] = []
        ) throws -> World {
            if let name { try Failure.validate(name: name, of: "world") }
            var order = WorldOrder()
            order.id = name
            order.from = .world(self.name)
            order.clock = try clock?.setting
            order.randomSeed = randomSeed
            order.port = hasOwnPort ? 0 : nil
            order.settings = settings.map(\.setting)
            return try server.make(order)
        }

        /// Deletes the world: its sockets are closed, and later requests to it are answered 404.
        ///
        /// Throws a ``Failure`` for the world `default`, and when the world was deleted already.
        public func delete() throws {
            let name = name
            try server.controlling { try $0.delete(world: name) }
        }

        /// The users of the ``Scenario`` that it began with; empty in other worlds.
        public var people: [Person] {
            get throws {
                let (name, authority) = (name, server.authority)
                return try server.controlling { worlds in
                    try worlds.world(name, for: authority).people
                }.map { Person(email: $0.email, password: $0.password, token: $0.token) }
            }
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

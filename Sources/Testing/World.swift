internal import MockPostlyControl

extension MockServer {
    /// A world of a server: a universe of its own, with content, clock, ids and token secret.
    ///
    /// ``MockServer/makeWorld(named:from:clock:randomSeed:hasOwnPort:)`` makes one, and
    /// ``MockServer/defaultWorld`` is always there. A value of this type is a way to it; copies
    /// lead to the same world, and the server lives as long as one of them does.
    public struct World: Sendable {
        /// The server that it is in.
        public let server: MockServer
        /// What it is called in paths, in the header `X-Mockpostly-World` and by the control plane.
        public let name: String
        /// What stands in front of its paths, `/w/<name>`; empty for the world `default`.
        public let path: String
        /// Where it is reached, without a slash at its end: `http://127.0.0.1:49152/w/team`.
        ///
        /// The base URL of an app is this and what its API begins with: `world.url + "/api/"`.
        public let url: String

        /// Sends a request to this world and waits for its answer.
        ///
        /// In all as ``MockServer/send(_:_:headers:body:)-(_,_,_,String?)``, but `path` has no
        /// `/w/name` in front.
        public func send(
            _ method: String,
            _ path: String,
            headers: Headers = [:],
            body: String? = nil
        ) throws -> Answer {
            try server.send(method, self.path + path, headers: headers, body: body)
        }

        /// Sends a request with the bytes of a body to this world and waits for its answer.
        public func send(
            _ method: String,
            _ path: String,
            headers: Headers = [:],
            body: [UInt8]
        ) throws -> Answer {
            try server.send(method, self.path + path, headers: headers, body: body)
        }

        /// Makes another world that begins as this one is now: its content and its clock.
        ///
        /// ```swift
        /// let prepared = try server.makeWorld()
        /// // … a long way to where the tests begin …
        /// let first = try prepared.fork()
        /// let second = try prepared.fork()
        /// ```
        ///
        /// Its token secret is another: tokens of this world are no good there.
        ///
        /// - Parameters:
        ///   - name: as in ``MockServer/makeWorld(named:from:clock:randomSeed:hasOwnPort:)``.
        ///   - clock: how its clock goes; nil for as this world's.
        ///   - randomSeed: when given, ids and tokens are the same in every run.
        ///   - hasOwnPort: whether it has a port of its own.
        /// - Returns: the other world.
        /// - Throws: a ``Failure`` when the name is taken or cannot be one, when this world is
        ///   there no more, or when there are too many.
        public func fork(
            named name: String? = nil,
            clock: Clock? = nil,
            randomSeed: UInt64? = nil,
            hasOwnPort: Bool = false
        ) throws -> World {
            if let name { try Failure.check(name: name, of: "world") }
            var order = WorldOrder()
            order.id = name
            order.from = .world(self.name)
            order.clock = try clock?.setting
            order.randomSeed = randomSeed
            order.port = hasOwnPort ? 0 : nil
            return try server.make(order)
        }

        /// Ends the world: its sockets close, and what is asked of it afterwards is not found.
        ///
        /// Throws a ``Failure`` when it is the world `default`, or there no more.
        public func delete() throws {
            let name = name
            try server.controlling { try $0.delete(world: name) }
        }

        /// The people of the ``Scenario`` that it was made of; nobody in other worlds.
        public var people: [Person] {
            get throws {
                let (name, authority) = (name, server.authority)
                return try server.controlling { worlds in
                    try worlds.world(name, for: authority).people
                }.map { Person(email: $0.email, password: $0.password, token: $0.token) }
            }
        }
    }

    /// Somebody who plays a part in a ``Scenario``.
    public struct Person: Sendable, Hashable {
        /// What they log in with.
        public var email: String
        /// What they log in with too; nil when they have none.
        public var password: String?
        /// An access token of Postly, which may have expired; nil when the scenario has none.
        public var token: String?
    }
}

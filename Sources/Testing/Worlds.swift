internal import MockPostlyControl
internal import MockPostlyServer

extension MockServer {
    /// What a world begins with.
    public enum Origin: Sendable, Hashable {
        /// The server's seed: ``Options/seed``.
        case seed
        /// Seed files, and directories of seed files, read together; a reset reads changed files
        /// again.
        case files([String])
        /// The JSON of a seed file: `.json(#"{"users":[…],"posts":[…]}"#)`.
        case json(String)
        /// No users and no posts; DummyJSON's records are there.
        case empty
        /// A snapshot of a world by its name, made by ``World/saveSnapshot(named:overwriting:)``.
        case snapshot(String, of: String = "default")
        /// A copy of a world as it is now.
        case world(named: String)
        /// Users and posts for one purpose.
        case scenario(Scenario)

        var order: WorldOrder.Origin {
            switch self {
            case .seed: .seed
            case .files(let paths): .seedPaths(paths)
            case .json(let text): .seedText(Array(text.utf8))
            case .empty: .empty
            case .snapshot(let name, let world): .snapshot(SnapshotName(name, of: world))
            case .world(let name): .world(name)
            case .scenario(let scenario): .scenario(scenario.rawValue)
            }
        }
    }

    /// Content for one purpose, with the users in ``World/people``.
    public enum Scenario: String, Sendable, Hashable, CaseIterable {
        /// Users with accounts, and no posts at all.
        case emptyFeed = "empty-feed"
        /// A user with 10,000 posts.
        case heavyUser = "heavy-user"
        /// Names, titles and texts in many scripts, of right-to-left languages and with emoji.
        case unicode
        /// A user whose token has expired.
        case expiredSession = "expired-session"
        /// Posts, none of which is published.
        case everythingDraft = "everything-draft"
    }

    /// The world `default`, which exists as long as the server.
    public var defaultWorld: World {
        World(server: self, name: "default", path: "", url: url)
    }

    /// The world that requests which name no world go to; ``defaultWorld`` unless another is used.
    public var home: World {
        get throws { try world(named: try controlling { $0.homeWorld }) }
    }

    /// Lets requests that name no world, as those to ``url``, go to `world`.
    ///
    /// It is for apps whose base URL is built in. Requests of ``defaultWorld`` go there too then, but
    /// not its clock, its snapshots and so on. When that world ends, requests go to the default
    /// world again. Throws a ``Failure`` when the world was deleted.
    public func use(_ world: World) throws {
        let name = world.name
        try controlling { try $0.use(world: name) }
    }

    /// Deletes all worlds but ``defaultWorld``.
    public func deleteWorlds() throws {
        _ = try controlling { try $0.deleteWorlds() }
    }

    /// All worlds, ``defaultWorld`` first.
    public var worlds: [World] {
        get throws {
            let authority = authority
            return try controlling { worlds in
                try worlds.worldNames.map { try worlds.world($0, for: authority) }
            }.map(world)
        }
    }

    /// The world called `name`, for example a world that was made over HTTP.
    ///
    /// Throws a ``Failure`` when there is none.
    public func world(named name: String) throws -> World {
        let authority = authority
        return world(try controlling { try $0.world(name, for: authority) })
    }

    /// Makes a world with its own content, clock, ids and token secret.
    ///
    /// Worlds do not affect each other, so each test can have its own, and all tests can run at the
    /// same time on one server. Making a world takes a few milliseconds, because it shares its
    /// first content until it writes. It exists until ``World/delete()`` or the end of the server.
    /// Otherwise it follows the server's ``Options``.
    ///
    /// ```swift
    /// let server = try MockServer.live()
    ///
    /// @Test func `a post can be liked`() async throws {
    ///     let world = try server.makeWorld()
    ///     let token = try world.token(for: "mira.sol@example.com")
    ///     let feed = Feed(baseURL: world.url + "/api/", token: token)
    ///     try await feed.likeFirst()
    ///     #expect(feed.posts[0].likes == 1)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: 1 to 64 ASCII letters, digits, `-`, `_` and single dots inside; nil for a name
    ///     that the server makes.
    ///   - origin: what it begins with, and what ``World/reset(_:disconnecting:)`` brings back.
    ///   - clock: its clock; nil for ``Options/clock``.
    ///   - randomSeed: when given, ids and tokens are the same in every run, given the same
    ///     requests and a frozen clock.
    ///   - hasOwnPort: whether it is reached on a port of its own as well, which ``World/url`` has
    ///     then, for apps that can have no path in front of theirs; only of a live server.
    ///   - settings: what is different from the server's ``Options``, or from the world of which it
    ///     is a copy: `[.dummyJSON(keepsWrites: true)]`.
    /// - Returns: the new world.
    /// - Throws: a ``Failure`` when the name is taken or not allowed, when there is no such
    ///   snapshot or world, or when there are too many worlds.
    public func makeWorld(
        named name: String? = nil,
        from origin: Origin = .seed,
        clock: Clock? = nil,
        randomSeed: UInt64? = nil,
        hasOwnPort: Bool = false,
        settings: [Setting] = []
    ) throws -> World {
        if let name { try Failure.validate(name: name, of: "world") }
        var order = WorldOrder()
        order.id = name
        order.from = origin.order
        order.clock = try clock?.setting
        order.randomSeed = randomSeed
        order.port = hasOwnPort ? 0 : nil
        order.settings = settings.map(\.setting)
        return try make(order)
    }

    func make(_ order: WorldOrder) throws -> World {
        let authority = authority
        return world(
            try carryingOut { worlds in
                try worlds.create(order, for: authority)
            }
        )
    }

    private func world(_ info: WorldInfo) -> World {
        if info.id.utf8.elementsEqual(defaultWorld.name.utf8) { return defaultWorld }
        let path = "/w/" + info.id
        let url = info.port.map { baseURL(port: $0) } ?? url + path
        return World(server: self, name: info.id, path: path, url: url)
    }

    /// The URL of this server's host at the port of one world.
    private func baseURL(port: UInt16) -> String {
        guard let colon = url.lastIndex(of: ":") else { return url }
        return "\(url[..<colon]):\(port)"
    }
}

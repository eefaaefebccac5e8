internal import MockPostlyControlClient
internal import MockPostlyJSON
internal import MockPostlyWorld

extension MockServer {
    /// What a world begins with.
    public enum Origin: Sendable, Hashable {
        /// The server's seed.
        case seed
        /// Seed files, and directories of seed files, read together; a reset reads changed files
        /// again. A server that runs elsewhere takes one file, and a reset does not read it again.
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

        /// A seed file, whose path begins at the folder of the test that names it.
        ///
        /// ```swift
        /// @Suite(.mockpostly(from: .file("cart.json")))
        /// ```
        ///
        /// - Parameters:
        ///   - path: from the folder, or from the root.
        ///   - filePath: a file of the folder; by default that of the call.
        /// - Returns: the origin.
        public static func file(
            _ path: String,
            besideTest filePath: StaticString = #filePath
        ) -> Origin {
            guard !path.hasPrefix("/") else { return .files([path]) }
            let folder = "\(filePath)".utf8.reversed().drop { $0 != UInt8(ascii: "/") }
            return .files([String(decoding: Array(folder.reversed()), as: UTF8.self) + path])
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

    /// What a request that no route and no stub takes does to the checks of its world.
    public enum OnUnknown: String, Sendable, Hashable, CaseIterable {
        /// Nothing: it is refused, and no more.
        case answer
        /// Each check and wait fails from then on and names it, until the journal is cleared.
        case fail
    }

    /// The world `default`, which exists as long as the server.
    public var defaultWorld: World {
        World(server: self, name: "default", path: "", url: url)
    }

    /// The world that requests which name no world go to; ``defaultWorld`` unless another is used.
    public var home: World {
        get throws { try world(named: try control("GET", ["home"]).text("world") ?? "default") }
    }

    /// Lets requests that name no world, as those to ``url``, go to `world`.
    ///
    /// It is for apps whose base URL is built in. Requests of ``defaultWorld`` go there too then, but
    /// not its clock, its snapshots and so on. When that world ends, requests go to the default
    /// world again. Throws a ``Failure`` when the world was deleted.
    public func use(_ world: World) throws {
        try control("PUT", ["home"]) { $0.field("world", world.name) }
    }

    /// Deletes all worlds but ``defaultWorld``.
    public func deleteWorlds() throws {
        _ = try control("DELETE", ["worlds"])
    }

    /// All worlds, ``defaultWorld`` first.
    public var worlds: [World] {
        get throws { try control("GET", ["worlds"]).parts("worlds").map(world) }
    }

    /// The world called `name`, for example a world that was made over HTTP.
    ///
    /// Throws a ``Failure`` when there is none.
    public func world(named name: String) throws -> World {
        world(try control("GET", ["worlds", name]))
    }

    /// Makes a world with its own content, clock, ids and token secret.
    ///
    /// Worlds do not affect each other, so each test can have its own, and all tests can run at the
    /// same time on one server. Making a world takes a few milliseconds, because it shares its
    /// first content until it writes. It exists until ``World/delete()`` or the end of the server.
    /// Otherwise it follows the server's options.
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
    ///   - clock: its clock; nil for that of the server's options.
    ///   - randomSeed: when given, ids and tokens are the same in every run, given the same
    ///     requests and a frozen clock.
    ///   - hasOwnPort: whether it is reached on a port of its own as well, which ``World/url`` has
    ///     then, for apps that can have no path in front of theirs; not of a server in process.
    ///   - settings: what is different from the server's options, or from the world of which it
    ///     is a copy: `[.dummyJSON(keepsWrites: true)]`.
    ///   - timeToLive: how long it may stay unused before it is deleted. Without it a world of a
    ///     server that this process has made has no end, and one of an attached server an hour, so
    ///     that a crashed test leaves nothing for long.
    ///   - onUnknown: what unknown requests do to checks; nil for what the server's options say.
    /// - Returns: the new world.
    /// - Throws: a ``Failure`` when the name is taken or not allowed, when there is no such
    ///   snapshot or world, or when there are too many worlds.
    public func makeWorld(
        named name: String? = nil,
        from origin: Origin = .seed,
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
        // Files are read where they are: in this process, for a server inside it.
        if let made = try door.makeWorld(order, from: origin, for: authority) {
            return try self.world(named: made)
        }
        return try make(["worlds"], order) { try origin.write(&$0) }
    }

    /// Makes a world by a request to `segments`; `write` adds members to those of `order`.
    func make(
        _ segments: [String],
        _ order: WorldRequest,
        _ write: (inout JSONWriter) throws -> Void = { _ in }
    ) throws -> World {
        let body = try ControlCall.object { json in
            try order.write(&json, isOfOwnServer: door.isOwn)
            try write(&json)
        }
        let answer = try controlAnswer("POST", segments, body: body)
        return world(ControlDocument(try accepted(answer)))
    }

    func world(_ info: ControlDocument) -> World {
        let id = info.text("id") ?? ""
        if id.utf8.elementsEqual(defaultWorld.name.utf8) { return defaultWorld }
        let path = "/w/" + id
        let url = info.int("port").map { baseURL(port: $0) } ?? url + path
        return World(server: self, name: id, path: path, url: url)
    }

    /// The URL of this server's host at the port of one world.
    private func baseURL(port: Int) -> String {
        guard let colon = url.lastIndex(of: ":") else { return url }
        return "\(url[..<colon]):\(port)"
    }
}

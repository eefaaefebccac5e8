public import MockPostlyClient
internal import MockPostlyServer
internal import MockPostlyWorlds

extension MockServer {
    /// Makes a server that is called as a function, without a socket.
    ///
    /// Throws a ``MockServer/Failure`` when a seed file or a date is not valid.
    public static func inProcess(_ options: Options = Options()) throws -> MockServer {
        MockServer(try InProcessDoor(options.configuration))
    }

    /// Makes a server that listens on a free port of 127.0.0.1 and ::1, on its own thread.
    ///
    /// When this returns, the server answers requests. From then on the process ignores SIGPIPE;
    /// other signals are left alone. Throws a ``MockServer/Failure`` when a seed file or a date is
    /// not valid, or when no socket can be opened.
    public static func live(_ options: Options = Options()) throws -> MockServer {
        MockServer(try LiveDoor(options.configuration))
    }

    /// Adds a world with content, clock, ids and token secret of its own, reached by `/w/<name>/…`,
    /// such as `/w/team/api/posts`.
    ///
    /// In all else it is as the server's options say. Throws a ``MockServer/Failure`` when the name
    /// is taken or cannot be one, or when the seed is at fault, and of a server that runs elsewhere
    /// for another seed than ``Seed/empty``. `makeWorld` can do more.
    @discardableResult
    public func addWorld(named name: String, seed: Seed = .standard) throws -> World {
        guard let door = door as? any OwnDoor else {
            guard case .empty = seed else {
                throw Failure("a server that runs elsewhere has a seed of its own: use makeWorld")
            }
            return try makeWorld(named: name, from: .empty)
        }
        try Failure.validate(worldName: name)
        try door.withWorlds { worlds in
            do throws(StartFailure) {
                try worlds.addWorld(named: name, seed: seed.source)
            } catch {
                throw Failure(error)
            }
        }
        return try world(named: name)
    }
}

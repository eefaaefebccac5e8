internal import MockPostlyHTTP

extension Control {
    /// What a handler gets beside the request: the server, and the world of the request's address.
    ///
    /// Made for each request of the control plane.
    package struct Call {
        let control: Control
        /// The world that the request was sent to, which may not exist.
        let addressedWorld: String

        var server: any Controlled { control.server }

        /// The world that the body or the query names, else the world that the request was sent to.
        ///
        /// Throws a ``Problem`` when body and query name different worlds, and
        /// ``HostError/noSuchWorld(_:known:)`` when there is no such world.
        func world(_ query: ControlQuery, _ body: ControlBody? = nil) throws -> String {
            let inBody = try body?.name("world")
            let inQuery = try query.name("world")
            if let inBody, let inQuery, !inBody.isIdentical(to: inQuery) {
                throw Problem(
                    400,
                    "Conflicting values",
                    detail: "The body names the world '\(inBody)', the query '\(inQuery)'.",
                    hint: "Name the world in one place."
                )
            }
            return try existing(world: inBody ?? inQuery ?? addressedWorld)
        }

        /// Returns the name of the world that is called `name`, if there is such a world.
        ///
        /// Throws ``HostError/noSuchWorld(_:known:)`` if not, and
        /// ``HostError/worldExpired(_:after:)`` for one that ended because nobody used it.
        func existing(world name: String) throws -> String {
            guard server.hasWorld(name) else {
                throw server.noWorld(name)
            }
            return server.instance?.defaultWorld == name ? "default" : name
        }

        /// The world that the path names.
        func world(inPathOf request: Request) throws -> String {
            let name = try checkedName(request.parameter("id"), "the path")
            return try existing(world: name)
        }
    }
}

extension Request {
    /// The host and port in the request, such as `localhost:8080`.
    var authority: String { host ?? "localhost" }
}

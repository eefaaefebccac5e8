internal import MockPostlyHTTP

extension Control {
    /// A request to the control plane, seen from a handler.
    package struct Call {
        let control: Control
        /// The world that the request was sent to, which need not exist.
        let addressedWorld: String

        var server: any Controlled { control.server }

        /// The world that a request means: the one that its body or its query names, else the one
        /// that it was sent to.
        ///
        /// Throws a ``Problem`` when there is no such world.
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

        /// `name`, which a world must have.
        func existing(world name: String) throws -> String {
            guard server.hasWorld(name) else {
                throw HostError.noSuchWorld(name, known: server.worldNames)
            }
            return name
        }

        /// The world that the path names.
        func world(inPathOf request: Request) throws -> String {
            let name = try checkedName(request.parameter("id"), "the path")
            return try existing(world: name)
        }
    }
}

extension Request {
    /// What the client calls this server, such as `localhost:8080`.
    var authority: String { host ?? "localhost" }
}

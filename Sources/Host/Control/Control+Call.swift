internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyWorlds

extension Control {
    /// What a handler gets beside the request: the worlds, and the world of the request's address.
    ///
    /// Made for each request of the control plane.
    package struct Call {
        let control: Control
        let course: any ServingCourse
        /// The world that the request was sent to, which may not exist.
        let addressedWorld: String

        var worlds: Worlds { control.worlds }
        var configuration: HostConfiguration { worlds.configuration }
        var registry: DialectRegistry { configuration.registry }

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
            guard worlds.hasWorld(name) else { throw worlds.noWorld(name) }
            return configuration.instance?.defaultWorld == name ? "default" : name
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

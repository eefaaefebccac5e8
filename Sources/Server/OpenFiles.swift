internal import MockPostlyEventHTTP
internal import MockPostlyWorlds

/// How the files that the process may have open are shared out.
struct OpenFiles: Equatable {
    /// For what the server itself has open: loop, streams, data file, snapshots, exports.
    private static let own = 64
    /// Without so many there would be no room worth the name.
    static let least = 128

    /// Connections, at most as many as are wanted.
    let connections: Int
    /// Connections over that, open to be told so.
    let refusals: Int
    /// Listening sockets of worlds with a port of their own.
    let worldSockets: Int

    /// Shares them out.
    ///
    /// - Parameters:
    ///   - open: files that may be open; 0 where the system does not say.
    ///   - limits: what is wanted of connections.
    ///   - worlds: how many worlds there may be.
    /// - Throws: ``StartFailure`` when there are too few.
    init(_ open: Int, _ limits: ServerLimits, worlds: Int) throws(StartFailure) {
        guard open > 0 else {
            (connections, refusals) = (limits.connections, limits.refusals)
            worldSockets = 2 * worlds
            return
        }
        guard open >= Self.least else {
            throw StartFailure(
                .configuration,
                "only \(open) files may be open, and at least \(Self.least) are needed",
                hint: "raise the limit: ulimit -n 4096, LimitNOFILE of the service, or"
                    + " --ulimit nofile=4096 of the container"
            )
        }
        let all = open - Self.own
        // Two for each, as localhost is two addresses.
        worldSockets = min(2 * worlds, all / 8)
        refusals = min(limits.refusals, (all - worldSockets) / 4)
        connections = min(limits.connections, all - worldSockets - refusals)
    }
}

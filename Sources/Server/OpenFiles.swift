internal import MockPostlyEventHTTP
internal import MockPostlyProxy
internal import MockPostlyWorlds

/// Divides the file descriptors of the process between connections and listeners.
struct OpenFiles: Equatable {
    /// Reserved for the server itself: loop, streams, data file, snapshots, exports.
    private static let own = 64
    /// The least limit of open files with which the server starts.
    static let least = 128

    /// The most connections: the configured limit, or less.
    let connections: Int
    /// Further connections that are accepted only to send them a refusal.
    let refusals: Int
    /// The most listening sockets of worlds with a port of their own.
    let worldSockets: Int
    /// The most connections of the proxy; 0 without one.
    let proxied: Int

    /// Divides `open` file descriptors.
    ///
    /// - Parameters:
    ///   - open: the limit of open files; 0 when the system does not tell it.
    ///   - limits: the configured limits of connections.
    ///   - worlds: the most worlds beside the default one.
    ///   - hasProxy: whether there is a proxy.
    /// - Throws: ``StartFailure`` when `open` is less than ``least``.
    init(
        _ open: Int,
        _ limits: ServerLimits,
        worlds: Int,
        hasProxy: Bool = false
    ) throws(StartFailure) {
        let mostProxied = hasProxy ? Proxy.mostConnections : 0
        guard open > 0 else {
            proxied = mostProxied
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
        let most = open - Self.own
        proxied = min(mostProxied, most / (4 * Proxy.descriptors))
        let all = most - proxied * Proxy.descriptors
        // Two sockets for each world, because `localhost` has two addresses.
        worldSockets = min(2 * worlds, all / 8)
        refusals = min(limits.refusals, (all - worldSockets) / 4)
        connections = min(limits.connections, all - worldSockets - refusals)
    }
}

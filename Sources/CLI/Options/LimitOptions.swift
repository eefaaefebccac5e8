internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension ServerOptions {
    /// The options for limits and timeouts.
    static let limits = [
        Option.value(
            "max-head",
            "SIZE",
            \.configuration.limits.request.head,
            .size(from: 1 << 10, to: 1 << 30),
            "longest head of a request",
            "That is the request line and the fields. A longer one is answered 431."
        ),
        Option.value(
            "max-body",
            "SIZE",
            \.configuration.limits.request.body,
            .size(from: 0),
            "longest body of a request",
            "A longer one is answered 413, before it is read where its length is announced."
        ),
        Option.value(
            "max-import",
            "SIZE",
            \.configuration.importLimit,
            .size(from: 0),
            "largest content that is imported over HTTP",
            "Where it is larger than --max-body it counts instead."
        ),
        Option.value(
            "max-connections",
            "N",
            \.configuration.limits.connections,
            .count(1...1_000_000),
            "connections open at once",
            "One more is answered 503 and closed."
        ),
        Option.value(
            "head-timeout",
            "TIME",
            \.configuration.limits.headTimeout,
            .duration(days: 7),
            "time for a head to arrive, from its first byte on"
        ),
        Option.value(
            "body-timeout",
            "TIME",
            \.configuration.limits.bodyTimeout,
            .duration(days: 7),
            "time without a byte of a body that is awaited"
        ),
        Option.value(
            "idle-timeout",
            "TIME",
            \.configuration.limits.idleTimeout,
            .duration(days: 7),
            "time that a connection may be open between requests"
        ),
        Option.value(
            "write-timeout",
            "TIME",
            \.configuration.limits.writeTimeout,
            .duration(days: 7),
            "time that a client may take nothing of its answer"
        ),
        Option.value(
            "max-pipelined-output",
            "SIZE",
            \.configuration.limits.pipelinedOutput,
            .size(from: 1 << 10),
            "unsent answers of one connection",
            "Beyond it no further request of the connection is read."
        ),
        Option.value(
            "max-buffered",
            "SIZE",
            \.configuration.limits.buffered,
            .size(from: 1 << 20),
            "requests and answers held for all clients together",
            """
            Bodies that arrive or wait, messages of sockets, and answers that clients have not taken. \
            Who wants more is answered 503 and closed, a socket with 1013; requests up to 16 KiB go \
            on.
            """
        ),
        Option.value(
            "worker-queue",
            "N",
            \.configuration.workerQueue,
            .count(1...1_000_000),
            "slow jobs of one kind at once, waiting or running",
            """
            The kinds are passwords, keys, pictures and contents of worlds, large pictures and contents \
            each apart; one does not wait for another. Requests beyond are answered 503.
            """
        ),
        Option.value(
            "max-worlds",
            "N",
            \.configuration.worldLimit,
            .count(0...1_000_000),
            "worlds at once, the default one not counted",
            "One more is refused with 429."
        ),
        Option.value(
            "max-snapshots",
            "N",
            \.configuration.snapshotLimit,
            .count(0...1_000_000),
            "snapshots at once",
            "One more is refused with 429. Those that are in the directory already stay."
        ),
    ]
}

internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension ServerOptions {
    /// The options for limits and timeouts, which only few set: they have no flags.
    static let limits = limitOptions.map { $0.with { $0.reach = .environmentAndFile } }

    private static let limitOptions = [
        Option.value(
            "max-head",
            "SIZE",
            \.configuration.limits.request.head,
            .size(from: 1 << 10, to: 1 << 30),
            "longest request head",
            "The head is the request line and the header fields. A longer one is answered with 431."
        ),
        Option.value(
            "max-body",
            "SIZE",
            \.configuration.limits.request.body,
            .size(from: 0),
            "longest request body",
            "A longer one is answered with 413, and not read if Content-Length tells its length."
        ),
        Option.value(
            "max-import",
            "SIZE",
            \.configuration.importLimit,
            .size(from: 0),
            "largest content to import over HTTP",
            "Imports use this limit instead of max-body if it is larger."
        ),
        Option.value(
            "max-connections",
            "N",
            \.configuration.limits.connections,
            .count(1...1_000_000),
            "most open connections",
            "Further connections are answered with 503 and closed."
        ),
        Option.value(
            "head-timeout",
            "TIME",
            \.configuration.limits.headTimeout,
            .duration(days: 7),
            "longest time for a request head to arrive, from its first byte"
        ),
        Option.value(
            "body-timeout",
            "TIME",
            \.configuration.limits.bodyTimeout,
            .duration(days: 7),
            "longest time to wait for the next bytes of a request body"
        ),
        Option.value(
            "idle-timeout",
            "TIME",
            \.configuration.limits.idleTimeout,
            .duration(days: 7),
            "longest time that a connection may stay open without a request"
        ),
        Option.value(
            "write-timeout",
            "TIME",
            \.configuration.limits.writeTimeout,
            .duration(days: 7),
            "longest time to wait for a client to read more of its answer"
        ),
        Option.value(
            "max-pipelined-output",
            "SIZE",
            \.configuration.limits.pipelinedOutput,
            .size(from: 1 << 10),
            "most unsent bytes of one connection",
            "Beyond it, no further request is read from the connection."
        ),
        Option.value(
            "max-buffered",
            "SIZE",
            \.configuration.limits.buffered,
            .size(from: 1 << 20),
            "most memory for data that waits for clients, all clients together",
            """
            This counts request bodies, messages of sockets, and answers that clients have not \
            read. Beyond it, requests are answered with 503 and sockets are closed with 1013. \
            Requests of up to 16 KiB are still served.
            """
        ),
        Option.value(
            "worker-queue",
            "N",
            \.configuration.workerQueue,
            .count(1...1_000_000),
            "most slow jobs of one kind, waiting or running",
            """
            The kinds are passwords, keys, small and large pictures, and small and large contents \
            of worlds. One kind does not wait for another. Further requests are answered with \
            503.
            """
        ),
        Option.value(
            "max-worlds",
            "N",
            \.configuration.worldLimit,
            .count(0...1_000_000),
            "most worlds, not counting the default one",
            "Creating another one is refused with 429."
        ),
        Option.value(
            "max-snapshots",
            "N",
            \.configuration.snapshotLimit,
            .count(0...1_000_000),
            "most snapshots of a world",
            "Saving another one is refused with 429. Snapshots that are already in the directory stay."
        ),
        Option.value(
            "journal-entries",
            "N",
            \.configuration.journal.entries,
            .count(0...1_000_000),
            "most entries of a world's journal; 0 for no journal",
            """
            The journal has the requests and messages of a world, for tests that verify what an app \
            has sent. The oldest entries are dropped, and counted as dropped.
            """
        ),
        Option.value(
            "journal-size",
            "SIZE",
            \.configuration.journal.bytes,
            .size(from: 1 << 16),
            "most memory of a world's journal"
        ),
        Option.value(
            "journal-body",
            "SIZE",
            \.configuration.journal.body,
            .size(from: 1024),
            "most bytes that a journal keeps of a body or a message",
            """
            Of a longer one the beginning is kept. A check whose condition on a body depends on the \
            rest is refused with 409.
            """
        ),
        Option.value(
            "journal-total",
            "SIZE",
            \.configuration.journal.total,
            .size(from: 1 << 16),
            "most memory of the journals of all worlds",
            "Beyond it, the largest journals drop their oldest entries."
        ),
        Option.value(
            "on-unknown",
            "WHAT",
            \.configuration.onUnknown,
            .choice,
            "what a request does that nothing takes: answer or fail",
            """
            answer: it is refused. fail: it is refused, and all checks of its world fail then and name \
            it. A world can have its own.
            """
        ),
        Option.value(
            "history",
            "SIZE",
            \.configuration.historySize,
            .size(from: 0),
            "most memory for undoing writes, of all worlds; 0 for none",
            """
            It has the bytes that writes have changed, as they were before, of worlds in memory. Beyond \
            it, the oldest writes can no longer be undone.
            """
        ),
    ]
}

internal import MockPostlyEventHTTP

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The one thread for slow work: hashing passwords, and loading content at the start.
///
/// Work goes in by one mailbox and its results come back by another, whose reading end the loop
/// watches.
final class Worker: Sendable {
    private struct Job: Sendable {
        var number: Int
        var work: @Sendable () -> any Sendable
    }

    /// What a job gave.
    struct Result: Sendable {
        var number: Int
        var value: any Sendable
    }

    private let jobs: Mailbox<Job>
    let results: Mailbox<Result>
    private let limit: Int

    /// A worker with at most `limit` jobs waiting.
    init(limit: Int) throws(EventError) {
        self.limit = limit
        jobs = try Mailbox()
        results = try Mailbox()
        let jobs = jobs
        let results = results
        try startThread {
            while let batch = jobs.receive() {
                for job in batch {
                    _ = results.send(Result(number: job.number, value: job.work()))
                }
            }
        }
    }

    deinit { jobs.shut() }

    /// Does `work` later; its result carries `number`. Returns false when too much waits already.
    func perform(_ number: Int, _ work: @escaping @Sendable () -> any Sendable) -> Bool {
        jobs.send(Job(number: number, work: work), limit: limit)
    }
}

/// Runs `body` on a new thread that nobody joins.
private func startThread(_ body: @escaping @Sendable () -> Void) throws(EventError) {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    // Taken back by `takeRetainedValue` when the thread begins.
    let context = Unmanaged.passRetained(Box(body)).toOpaque()
    #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(
            &thread,
            nil,
            { context in
                Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context
        )
    #else
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            },
            context
        )
    #endif
    guard code == 0 else {
        Unmanaged<Box>.fromOpaque(context).release()
        throw EventError(words: "no thread: \(systemErrorText(code))")
    }
    #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
    #else
        pthread_detach(thread)
    #endif
}

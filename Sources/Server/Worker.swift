internal import MockPostlyEventHTTP

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

    /// Does `work` later; its result carries `number`.
    ///
    /// Returns false when too much waits already.
    func perform(_ number: Int, _ work: @escaping @Sendable () -> any Sendable) -> Bool {
        jobs.send(Job(number: number, work: work), limit: limit)
    }
}

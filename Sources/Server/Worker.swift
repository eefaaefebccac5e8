internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyThreads
internal import Synchronization

/// The threads for slow work, one for each lane, so that work waits only for work of its own lane.
///
/// Each lane has a mailbox for its work. All results come back through one mailbox, whose reading
/// end the loop watches. The thread of a lane starts with its first work. Belongs to the loop's
/// thread.
final class Worker {
    /// The result of a job.
    struct Result: Sendable {
        var number: Int
        var value: any Sendable
    }

    let results: Mailbox<Result>
    private let limit: Int
    private var lanes: [Lane: LaneThread] = [:]

    /// A worker with at most `limit` jobs waiting or running in each lane.
    init(limit: Int) throws(EventError) {
        self.limit = limit
        results = try Mailbox()
    }

    deinit {
        for lane in lanes.values { lane.shut() }
    }

    /// Queues `work` in `lane`; its result carries `number`.
    ///
    /// Returns false when the lane is full or its thread cannot be started; `work` is not called
    /// then.
    func perform(
        _ number: Int,
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable
    ) -> Bool {
        if let thread = lanes[lane] { return thread.perform(number, limit: limit, work) }
        guard let thread = try? LaneThread(results) else { return false }
        lanes[lane] = thread
        return thread.perform(number, limit: limit, work)
    }
}

/// The thread of one lane.
///
/// It has the priority of the loop's thread: somebody waits for its work, and the loop itself waits
/// when it needs what a thread without processor time holds, such as a lock of the allocator.
private final class LaneThread: Sendable {
    private struct Job: Sendable {
        var number: Int
        var work: @Sendable () -> any Sendable
    }

    private let jobs: Mailbox<Job>
    /// The number of jobs that wait or run.
    private let count: Count

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    init(_ results: Mailbox<Worker.Result>) throws {
        let (jobs, count) = (try Mailbox<Job>(), Count())
        (self.jobs, self.count) = (jobs, count)
        try startThread {
            while let batch = jobs.receive() {
                for job in batch {
                    let value = job.work()
                    count.value.subtract(1, ordering: .relaxed)
                    _ = results.post(Worker.Result(number: job.number, value: value))
                }
            }
        }
    }

    func perform(_ number: Int, limit: Int, _ work: @escaping @Sendable () -> any Sendable) -> Bool
    {
        // Only the loop's thread adds, so checking and adding need not be one atomic step.
        guard count.value.load(ordering: .relaxed) < limit else { return false }
        count.value.add(1, ordering: .relaxed)
        return jobs.post(Job(number: number, work: work))
    }

    func shut() { jobs.shut() }
}

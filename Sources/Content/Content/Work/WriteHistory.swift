internal import MockPostlySQLite
internal import MockPostlyWorld

/// What the content of a world in memory was before each of its last writes.
///
/// A step is what was committed together, and the reads that were counted after it. The oldest steps go
/// when all histories take too much memory. Belongs to the loop's thread.
package final class WriteHistory {
    private struct Step {
        /// Counts up; numbers are not used again.
        let number: Int
        let pages: PageStep
        var bytes: Int
        /// The entries of the journal that have written in it.
        var requests: [Int] = []
    }

    /// The state in which the content was when a step began.
    struct Mark: Equatable {
        var rows: Int64
        var replacements: Int
    }

    private let connection: Connection
    private let budget: HistoryBudget
    /// By it the budget finds this object.
    private let entry = BackReference<WriteHistory>()
    /// The oldest first.
    private var steps: [Step] = []
    /// The step that is being made; nil before the first write.
    private var open: (number: Int, mark: Mark, requests: [Int])?
    private var lastNumber = 0
    /// The bytes of all steps.
    fileprivate private(set) var bytes = 0

    init(_ connection: Connection, _ budget: HistoryBudget) throws {
        (self.connection, self.budget) = (connection, budget)
        try connection.keepSteps()
        entry.begin(self)
        budget.add(entry)
    }

    deinit {
        entry.end()
        budget.remove(entry, bytes)
    }

    // MARK: Writing

    /// Begins a step before the first write of a transaction, or before all is replaced; `mark` is the
    /// state of the content.
    func begin(_ mark: Mark) {
        end(mark)
        lastNumber += 1
        open = (lastNumber, mark, [])
    }

    /// Ends the step that is being made, if something was written in it.
    private func end(_ mark: Mark) {
        guard let pages = try? connection.cutStep() else { return forget() }
        guard let open, open.mark != mark else {
            // Counts of reads alone, or a transaction without writes.
            return append(pages)
        }
        let step = Step(
            number: open.number,
            pages: pages,
            bytes: pages.byteCount,
            requests: open.requests
        )
        self.open = nil
        steps.append(step)
        grow(by: step.bytes)
    }

    private func append(_ pages: PageStep) {
        guard let last = steps.indices.last else { return }
        do {
            try connection.append(pages, to: steps[last].pages)
        } catch {
            return forget()
        }
        let more = steps[last].pages.byteCount - steps[last].bytes
        steps[last].bytes += more
        grow(by: more)
    }

    private func grow(by count: Int) {
        bytes += count
        budget.grow(by: count)
    }

    /// Forgets the oldest steps, so many that `wanted` bytes are free, if there are so many; returns how
    /// many bytes they had.
    fileprivate func forgetOldest(_ wanted: Int) -> Int {
        var (count, freed) = (0, 0)
        while freed < wanted, count < steps.count {
            freed += steps[count].bytes
            count += 1
        }
        steps.removeFirst(count)
        bytes -= freed
        budget.shrink(by: freed)
        return freed
    }

    /// Forgets all steps: what was before them cannot be made again.
    func forget() {
        budget.shrink(by: bytes)
        (steps, bytes, open) = ([], 0, nil)
    }

    // MARK: Requests

    /// The number of the step that is being made; nil before the first write.
    package var current: Int? { open?.number }

    /// Takes note that the entry `request` of the journal has written in the step `number`.
    package func note(request: Int, in number: Int) {
        if open?.number == number {
            open?.requests.append(request)
        } else if let place = steps.lastIndex(where: { $0.number == number }) {
            steps[place].requests.append(request)
        }
    }

    // MARK: Undoing

    /// Ends the step in which something was written since the last one; outside a transaction.
    func settle(_ mark: Mark) {
        if let open, open.mark != mark { end(mark) }
    }

    /// How many steps can be undone.
    var count: Int { steps.count }

    /// How many steps lead back to before the request `number`; nil when it has no step any more.
    func count(backTo number: Int) -> Int? {
        steps.lastIndex { $0.requests.contains(number) }.map { steps.count - $0 }
    }

    /// Undoes the last `count` steps, of which there must be so many; no transaction is open.
    func undo(_ count: Int, _ mark: Mark) throws -> Undone {
        end(mark)
        open = nil
        guard count <= steps.count else { throw WorkLost() }
        var undone = Undone()
        for _ in 0..<count {
            let step = steps[steps.count - 1]
            try connection.undo(step.pages)
            steps.removeLast()
            grow(by: -step.bytes)
            undone.requests += step.requests.reversed()
            undone.replacesAll = undone.replacesAll || step.pages.isWhole
        }
        return undone
    }
}

/// What was undone.
package struct Undone: Sendable, Equatable {
    /// The entries of the journal whose writes were undone, the newest first.
    package var requests: [Int] = []
    /// Whether one of the steps had replaced the whole content.
    package var replacesAll = false

    package init() {}
}

/// The memory that the histories of all worlds share.
///
/// Belongs to the loop's thread.
package final class HistoryBudget {
    private let limit: Int
    package private(set) var used = 0
    private var histories: [ObjectIdentifier: BackReference<WriteHistory>] = [:]

    /// A budget of `limit` bytes.
    package init(limit: Int) { self.limit = limit }

    fileprivate func add(_ history: BackReference<WriteHistory>) {
        histories[ObjectIdentifier(history)] = history
    }

    fileprivate func remove(_ history: BackReference<WriteHistory>, _ bytes: Int) {
        histories[ObjectIdentifier(history)] = nil
        used -= bytes
    }

    fileprivate func shrink(by count: Int) { used -= count }

    /// Counts more bytes; when they are too many, the largest histories forget their oldest steps.
    ///
    /// A sixteenth is free then, so that not every write has to forget something.
    fileprivate func grow(by count: Int) {
        used += count
        guard used > limit else { return }
        var excess = used - limit + limit / 16
        while excess > 0 {
            let largest = histories.values.lazy.compactMap(\.object).max { $0.bytes < $1.bytes }
            // At most half of one, because another may be the largest then.
            let freed = largest?.forgetOldest(min(excess, (largest?.bytes ?? 0) / 2 + 1)) ?? 0
            guard freed > 0 else { return }
            excess -= freed
        }
    }
}

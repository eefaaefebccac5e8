package import MockPostlyMatching
internal import MockPostlyPlatform
package import MockPostlyRegex
internal import MockPostlyWorld

/// The stubs of a world, and the states of their scenarios.
///
/// Belongs to the loop's thread, so that each use counts before the next request is looked at.
package final class StubTable {
    /// A stub of the table.
    package struct Entry: Sendable {
        /// Its number in the world, from 1; no number is given twice.
        package let number: Int
        /// As it was added or last replaced.
        package var stub: Stub
        /// How many requests it has answered.
        package var used = 0
        /// How many requests it has let through, up to ``Stub/after``.
        package internal(set) var passed = 0
        /// When it ends, in nanoseconds of the machine's monotonic clock; nil for never.
        var end: UInt64?

        /// The name that the client gave it, else its number.
        package var name: String { stub.id ?? "\(number)" }

        /// How many requests it will still answer; nil for no end.
        package var left: Int? { stub.capacity.map { $0 - used } }
    }

    /// Whether there are no stubs: then no request needs to be looked at.
    package private(set) var isEmpty = true
    /// All stubs, in the order in which requests try them.
    package private(set) var entries: [Entry] = [] { didSet { isEmpty = entries.isEmpty } }
    /// The first end of a stub; nil when none has one.
    private var firstEnd: UInt64?
    /// Reads the machine's monotonic clock, in nanoseconds.
    private let time: () -> UInt64
    /// The states of scenarios that have left their first one.
    private var states: [String: String] = [:]
    /// The delay of answers of mappings that have none of their own.
    package var commonDelay = CommonDelay.none
    private var lastNumber = 0
    private var bytes = 0
    private var budget: StubBudget

    /// An empty table, which shares the limits of `budget` with the tables of other worlds.
    package init(
        _ budget: StubBudget = StubBudget(),
        time: @escaping () -> UInt64 = monotonicNanoseconds
    ) {
        self.budget = budget
        self.time = time
    }

    deinit { budget.count(-bytes) }

    /// Shares the limits of `other` from now on.
    package func join(_ other: StubBudget) {
        budget.count(-bytes)
        budget = other
        budget.count(bytes)
    }

    // MARK: Changes

    /// Adds a stub, which goes before all others of its priority.
    ///
    /// - Throws: ``StubRefusal/tooMany(_:)`` and the other limits, or ``StubRefusal/exists(_:)``.
    @discardableResult
    package func add(_ stub: Stub) throws(StubRefusal) -> Entry {
        try checkRoom(for: [stub])
        if let id = stub.id, entry(named: id) != nil { throw .exists(id) }
        lastNumber += 1
        let entry = Entry(number: lastNumber, stub: stub)
        enter(entry)
        return entry
    }

    /// Puts `stub` in the place of the one with this number, as if that had never been used.
    ///
    /// The number must be that of a stub of the table.
    ///
    /// - Throws: a ``StubRefusal``; the old stub stays then.
    package func replace(_ number: Int, by stub: Stub) throws(StubRefusal) -> Entry {
        guard let index = entries.firstIndex(where: { $0.number == number }) else {
            throw .unknown("\(number)", known: entries.map(\.name))
        }
        let freed = entries[index].stub.bytes
        try checkRoom(for: [stub], freeing: (1, freed))
        if let id = stub.id, let other = entry(named: id), other.number != number {
            throw .exists(id)
        }
        remove(number)
        let entry = Entry(number: number, stub: stub)
        enter(entry)
        return entry
    }

    private func enter(_ new: Entry) {
        var entry = new
        entry.end = entry.stub.timeToLive.map {
            time() &+ UInt64(clamping: $0.wholeMicroseconds) &* 1000
        }
        if let end = entry.end { firstEnd = min(end, firstEnd ?? end) }
        let priority = entry.stub.priority
        let index = entries.firstIndex { other in
            other.stub.priority > priority
                || (other.stub.priority == priority && other.number < entry.number)
        }
        entries.insert(entry, at: index ?? entries.endIndex)
        count(entry.stub.bytes)
    }

    /// Removes the stub with this number, if there is one.
    ///
    /// The states of scenarios stay.
    package func remove(_ number: Int) {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
        count(-entries.remove(at: index).stub.bytes)
    }

    /// Removes the stubs whose time is over; the states of scenarios stay.
    ///
    /// Costs a comparison of two numbers when none is due.
    package func removeEnded() {
        guard let firstEnd else { return }
        let now = time()
        guard now >= firstEnd else { return }
        let ended = entries.filter { entry in entry.end.map { now >= $0 } ?? false }
        for entry in ended { remove(entry.number) }
        self.firstEnd = entries.lazy.compactMap(\.end).min()
    }

    /// Removes all stubs and forgets the states of their scenarios.
    package func removeAll() {
        entries = []
        count(-bytes)
        states = [:]
    }

    /// Removes all stubs but the persistent ones, adds `stubs` in their order, and forgets the states
    /// of scenarios.
    ///
    /// One whose id is there already is left out.
    ///
    /// - Throws: a ``StubRefusal`` of a limit; nothing is changed then.
    package func restart(with stubs: [Stub]) throws(StubRefusal) {
        let kept = entries.filter(\.stub.isPersistent)
        let keptBytes = kept.reduce(0) { $0 + $1.stub.bytes }
        try checkRoom(for: stubs, freeing: (entries.count - kept.count, bytes - keptBytes))
        for entry in entries where !entry.stub.isPersistent { remove(entry.number) }
        states = [:]
        for stub in stubs where stub.id.map({ entry(named: $0) == nil }) ?? true { try add(stub) }
    }

    /// Makes all stubs persistent.
    package func keepAll() {
        for index in entries.indices { entries[index].stub.isPersistent = true }
    }

    /// Adds the stubs of `other`, unused and with their numbers, to this table, which is empty.
    ///
    /// - Throws: a ``StubRefusal`` of a limit; nothing is copied then.
    package func copy(_ other: StubTable) throws(StubRefusal) {
        try checkRoom(for: other.entries.map(\.stub))
        (lastNumber, commonDelay) = (other.lastNumber, other.commonDelay)
        for entry in other.entries { enter(Entry(number: entry.number, stub: entry.stub)) }
    }

    private func count(_ change: Int) {
        bytes += change
        budget.count(change)
    }

    /// Throws when there is no room for `stubs`, even without `freed` of those that are there.
    package func checkRoom(
        for stubs: [Stub],
        freeing freed: (count: Int, bytes: Int) = (0, 0)
    ) throws(StubRefusal) {
        removeEnded()
        let limits = budget.limits
        let more = stubs.reduce(-freed.bytes) { $0 + $1.bytes }
        guard entries.count - freed.count + stubs.count <= limits.stubs else {
            throw .tooMany(limits.stubs)
        }
        guard bytes + more <= limits.bytesOfWorld else {
            throw .worldFull(bytes: limits.bytesOfWorld)
        }
        guard budget.bytes + more <= limits.bytes else { throw .serverFull(bytes: limits.bytes) }
    }

    // MARK: Finding

    /// The stub that is called `name`, by its id or its number.
    ///
    /// An id that looks like the number of another stub wins.
    package func entry(named name: String) -> Entry? {
        removeEnded()
        return entries.first { entry in
            entry.stub.id.map { $0.utf8.elementsEqual(name.utf8) } ?? false
        } ?? Int(name).flatMap { number in entries.first { $0.number == number } }
    }

    /// The stub that answers a request, and its answer, which counts as used; nil for none.
    ///
    /// `isTried` says which stubs are looked at. One for whose expressions `budget` has not enough
    /// does not answer.
    ///
    /// - Parameters:
    ///   - facts: of the request.
    ///   - budget: for the expressions of all stubs together.
    ///   - isTried: by default all.
    /// - Returns: the entry as it is after the use.
    package func take(
        for facts: RequestFacts,
        _ budget: MatchBudget = MatchBudget(.rules),
        where isTried: (Stub) -> Bool = { _ in true }
    ) -> (entry: Entry, response: StubResponse)? {
        removeEnded()
        for index in entries.indices {
            let entry = entries[index]
            guard isTried(entry.stub), let response = due(entry),
                entry.stub.pattern.accepts(facts, budget)
            else { continue }
            guard entry.passed >= entry.stub.after else {
                entries[index].passed += 1
                continue
            }
            entries[index].used += 1
            if let step = entry.stub.step, let state = step.becomes {
                states[step.scenario] = state
            }
            return (entry, commonDelay.applied(to: response, of: entry.stub))
        }
        return nil
    }

    /// Whether a stub that is not used up can answer requests with `pattern`'s conditions changed by
    /// `change`, and with an answer of its own; nothing counts as used.
    ///
    /// For what the real system would do otherwise.
    package func couldTake(
        _ facts: RequestFacts,
        _ budget: MatchBudget,
        _ change: (RequestPattern) -> RequestPattern?
    ) -> Bool {
        removeEnded()
        return entries.contains { entry in
            guard let due = due(entry), due.real == nil, let pattern = change(entry.stub.pattern)
            else { return false }
            return pattern.accepts(facts, budget)
        }
    }

    /// Whether a stub may be meant for a request whose body has not come yet, whatever that is.
    package func mayConcern(_ facts: RequestFacts, _ budget: MatchBudget) -> Bool {
        removeEnded()
        return entries.contains { entry in
            due(entry) != nil && entry.stub.pattern.withoutBody.accepts(facts, budget)
        }
    }

    /// The next response of a stub; nil when it is used up or its scenario is in another state.
    private func due(_ entry: Entry) -> StubResponse? {
        if let step = entry.stub.step, let wanted = step.requires,
            !wanted.utf8.elementsEqual(state(of: step.scenario).utf8)
        {
            return nil
        }
        return entry.stub.response(at: entry.used)
    }

    // MARK: Scenarios

    /// A scenario of the table.
    package struct Scenario: Sendable, Equatable {
        package var name: String
        /// ``Stub/ScenarioStep/start`` until a stub or a client has changed it.
        package var state: String
        /// The states that its stubs name, and the first one, sorted.
        package var states: [String]
    }

    /// The scenarios that stubs name, sorted by name.
    package var scenarios: [Scenario] {
        var states: [String: Set<String>] = [:]
        for step in entries.compactMap(\.stub.step) {
            let named = [Stub.ScenarioStep.start, step.requires, step.becomes].compactMap { $0 }
            states[step.scenario, default: []].formUnion(named)
        }
        return states.keys.sorted().map { name in
            Scenario(name: name, state: state(of: name), states: (states[name] ?? []).sorted())
        }
    }

    private func state(of scenario: String) -> String {
        states[scenario] ?? Stub.ScenarioStep.start
    }

    /// Sets the state of a scenario, which should be one of ``scenarios``.
    ///
    /// States that no stub names are kept too.
    package func setState(of scenario: String, to state: String) {
        states[scenario] = state
    }

    /// Sets all scenarios back to their first state.
    ///
    /// The stubs' own counts stay.
    package func resetScenarios() {
        states = [:]
    }
}

package import MockPostlyHTTP
package import MockPostlyMatching
package import MockPostlyRegex
package import MockPostlyWorld

/// The faults of one world: the newest rule that a request meets decides.
///
/// Belongs to the loop's thread.
///
/// ```swift
/// let entry = faults.add(FaultRule(fault), at: world.now)
/// if let applied = faults.decide(facts, at: world.now) { ... }
/// ```
package final class FaultTable {
    /// The most rules of a world.
    package static let mostRules = 100

    /// The newest first.
    var list: [FaultEntry] = []
    var random: RandomSource
    private var nextNumber = 1
    /// The machine time of the first end of a rule; nil when no rule has one.
    ///
    /// In nanoseconds of the monotonic clock.
    package private(set) var firstEnd: UInt64?
    /// Reads the machine's monotonic clock, in nanoseconds.
    private let time: () -> UInt64

    /// An empty table, whose random numbers depend only on `seed`.
    package init(seed: UInt64, time: @escaping () -> UInt64 = monotonicNanoseconds) {
        random = RandomSource(seed: seed)
        self.time = time
    }

    /// Restarts the random numbers as in a new table.
    package func restartRandom(seed: UInt64) {
        random = RandomSource(seed: seed)
    }

    /// Whether there are no rules that every request has to be compared with.
    package private(set) var isEmpty = true
    /// Whether there are rules that every message of a channel has to be compared with.
    package private(set) var hasSocketRules = false
    /// Whether connections are refused.
    package private(set) var refuses = false
    /// Whether there are rules that every TLS handshake has to be compared with.
    package private(set) var breaksHandshakes = false
    /// Whether there are rules that slow the reading of bodies.
    package private(set) var slowsUploads = false

    // MARK: Rules

    /// The rules that have not ended, the newest first.
    package var entries: [FaultEntry] {
        removeEnded()
        return list
    }

    /// The rule with a number, or else with a name; nil when there is none.
    package func entry(_ word: String) -> FaultEntry? {
        removeEnded()
        return index(of: word).map { list[$0] }
    }

    /// Adds a rule in front of the others and returns it; nil when there are too many.
    ///
    /// Numbers grow from 1 and are never used again.
    package func add(_ rule: FaultRule, at now: Instant) -> FaultEntry? {
        removeEnded()
        guard list.count < Self.mostRules else { return nil }
        var entry = FaultEntry(rule, at: now)
        entry.rule.number = nextNumber
        nextNumber += 1
        entry.end = end(of: rule)
        list.insert(entry, at: 0)
        noteChange()
        return entry
    }

    /// Replaces the rules by those of another world, which count anew.
    ///
    /// Faults keep their order, not their numbers.
    package func copy(_ other: FaultTable, at now: Instant) {
        _ = removeAll()
        for entry in other.entries.reversed() { _ = add(entry.rule, at: now) }
    }

    /// Replaces a rule by a changed one, which counts anew; returns it, or nil when there is none.
    ///
    /// The rule keeps its number, its place, and the times that did not change.
    package func replace(_ number: Int, by rule: FaultRule, at now: Instant) -> FaultEntry? {
        removeEnded()
        guard let index = list.firstIndex(where: { $0.rule.number == number }) else { return nil }
        let old = list[index]
        var entry = FaultEntry(rule, at: rule.script == old.rule.script ? old.start : now)
        entry.rule.number = number
        entry.end = rule.timeToLive == old.rule.timeToLive ? old.end : end(of: rule)
        list[index] = entry
        noteChange()
        return entry
    }

    /// Removes a rule; returns whether it was there.
    ///
    /// By number or name, as ``entry(_:)`` finds it.
    package func remove(_ word: String) -> Bool {
        removeEnded()
        guard let index = index(of: word) else { return false }
        list.remove(at: index)
        noteChange()
        return true
    }

    /// Removes all rules; returns how many there were.
    package func removeAll() -> Int {
        removeEnded()
        let count = list.count
        list = []
        noteChange()
        return count
    }

    private func index(of word: String) -> Int? {
        list.firstIndex {
            word.utf8.elementsEqual("\($0.rule.number)".utf8)
                || $0.rule.name?.utf8.elementsEqual(word.utf8) == true
        }
    }

    private func end(of rule: FaultRule) -> UInt64? {
        rule.timeToLive.map { time() &+ UInt64(clamping: $0.wholeMicroseconds) &* 1000 }
    }

    private func noteChange() {
        firstEnd = list.lazy.compactMap(\.end).min()
        isEmpty = list.allSatisfy { $0.rule.socket != nil || $0.rule.door != nil }
        hasSocketRules = list.contains { $0.rule.socket != nil }
        breaksHandshakes = list.contains { $0.rule.door == .tls }
        slowsUploads = list.contains { $0.rule.fault.uploadBandwidth != nil }
        refuses = list.contains { $0.rule.door == .refuse }
    }

    /// Removes the rules whose time is over; returns whether there were any.
    ///
    /// Costs a comparison of two numbers when none is due.
    @discardableResult
    package func removeEnded() -> Bool {
        guard let firstEnd else { return false }
        let now = time()
        guard now >= firstEnd else { return false }
        list.removeAll { entry in entry.end.map { now >= $0 } ?? false }
        noteChange()
        return true
    }

    // MARK: Requests

    /// What is done to a request at the world's time `now`; nil for nothing.
    ///
    /// Counts the request for the rules that it meets, up to the one that decides. A rule for whose
    /// expressions `budget` has not enough is not met.
    ///
    /// - Parameters:
    ///   - facts: of a request that no fault has been decided for.
    ///   - now: by the world's clock.
    ///   - budget: for the expressions of all rules together.
    /// - Returns: what is done, drawn by chance already.
    package func decide(
        _ facts: RequestFacts,
        at now: Instant,
        _ budget: MatchBudget = MatchBudget(.rules)
    ) -> AppliedFault? {
        removeEnded()
        let isPreflight = facts.request.isPreflight
        for index in list.indices {
            let rule = list[index].rule
            // A browser's question before the request is not the request.
            if isPreflight, rule.match.methods.isEmpty { continue }
            guard rule.socket == nil, rule.door == nil, list[index].isDown(at: now),
                rule.match.accepts(facts, budget)
            else { continue }
            let key = { FaultEntry.key(rule, of: facts) }
            guard mayApply(index, key), let effect = chosenEffect(of: rule) else { continue }
            count(index, key)
            return AppliedFault(rule.shownName, effect, &random)
        }
        return nil
    }

    /// What is done to a request that names its fault itself; nil when chance spares it.
    ///
    /// Rules and their counts are not touched.
    package func apply(_ fault: Fault) -> AppliedFault? {
        effect(of: fault).map { AppliedFault(fault.name, $0, &random) }
    }

    /// Notes that a request or message meets the condition; returns whether its turn has come.
    func mayApply(_ index: Int, _ key: () -> String) -> Bool {
        let rule = list[index].rule
        list[index].matched += 1
        guard rule.after > 0 || rule.times != nil else { return true }
        let key = list[index].counted(key())
        var count = list[index].counts[key] ?? FaultEntry.Count()
        count.matched += 1
        list[index].counts[key] = count
        return count.matched > rule.after && count.applied < rule.times ?? .max
    }

    func count(_ index: Int, _ key: () -> String) {
        list[index].applied += 1
        guard list[index].rule.times != nil else { return }
        let key = list[index].counted(key())
        list[index].counts[key, default: FaultEntry.Count()].applied += 1
    }

    /// Whether the turn of a rule has come for a request that is not counted yet.
    func wouldApply(_ index: Int, _ facts: RequestFacts) -> Bool {
        let rule = list[index].rule
        guard rule.rate > 0, rule.after > 0 || rule.times != nil else { return rule.rate > 0 }
        let key = list[index].counted(FaultEntry.key(rule, of: facts))
        let count = list[index].counts[key] ?? FaultEntry.Count()
        return count.matched + 1 > rule.after && count.applied < rule.times ?? .max
    }

    private func chosenEffect(of rule: FaultRule) -> FaultEffect? {
        isHit(rule) ? effect(of: rule.fault) : nil
    }

    /// Whether chance chooses the rule; takes no random number when that is certain.
    func isHit(_ rule: FaultRule) -> Bool {
        rule.rate >= 1 || (rule.rate > 0 && random.fraction() < rule.rate)
    }

    /// Takes no random number when there is nothing to choose.
    private func effect(of fault: Fault) -> FaultEffect? {
        if fault.outcomes.count == 1, fault.outcomes[0].chance >= 1 {
            return fault.outcomes[0].effect
        }
        return fault.effect(at: random.fraction())
    }
}

extension FaultEntry {
    /// What a request is counted by.
    fileprivate static func key(_ rule: FaultRule, of facts: RequestFacts) -> String {
        switch rule.per {
        case .world, .socket: ""
        case .user: facts.users.first ?? ""
        case .header(let name):
            facts.request.fields.first { $0.name.lowercased() == name }?.value ?? ""
        }
    }

    /// What is counted for `key`: itself, or all further keys together.
    fileprivate func counted(_ key: String) -> String {
        counts[key] != nil || counts.count < Self.mostKeys ? key : Self.othersKey
    }
}

extension Request {
    /// Whether a browser asks if a page may send a request (Fetch, CORS protocol).
    package var isPreflight: Bool {
        method == .options && hasOrigin
            && firstHeader("access-control-request-method") != nil
    }
}

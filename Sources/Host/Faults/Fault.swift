/// What is done to a request and its answer: one of several effects, or one effect that is certain.
///
/// ```swift
/// Fault(named: "slow-3g")
/// Fault("flaky", [.init(0.5, .with { $0.status = 503 })])
/// ```
package struct Fault: Sendable, Equatable {
    /// An effect, and how likely it is.
    package struct Outcome: Sendable, Equatable {
        /// From 0 to 1.
        package var chance: Double
        /// May do several things at once.
        package var effect: FaultEffect

        package init(_ chance: Double, _ effect: FaultEffect) {
            self.chance = chance
            self.effect = effect
        }
    }

    /// What answers and the log call it: `slow-3g`, `status-503`, `delay+reset`.
    package var name: String
    /// The chances add up to at most 1; the rest is the chance that nothing is done.
    package var outcomes: [Outcome]

    /// A fault with several effects, one of which is chosen for each request.
    ///
    /// The chances are not checked; what is above 1 in all is never chosen.
    package init(_ name: String, _ outcomes: [Outcome]) {
        self.name = name
        self.outcomes = outcomes
    }

    /// A fault that always does the same; it is called after what it does.
    package init(_ effect: FaultEffect) {
        self.init(effect.name, [Outcome(1, effect)])
    }

    /// The effect that belongs to a number from 0 up to 1; nil for none.
    func effect(at number: Double) -> FaultEffect? {
        var sum = 0.0
        for outcome in outcomes {
            sum += outcome.chance
            if number < sum { return outcome.effect }
        }
        return nil
    }
}

extension Fault {
    /// What it does to connections before there is a request; nil for a fault of requests.
    package var door: ConnectionDamage.Kind? {
        outcomes.lazy.compactMap { $0.effect.connection?.kind }.first { $0.isBeforeRequests }
    }

    /// The bytes per second at which it lets bodies of requests be read; nil for no limit.
    package var uploadBandwidth: Int? {
        outcomes.lazy.compactMap { $0.effect.uploadBandwidth }.first
    }
}

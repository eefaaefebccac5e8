package import MockPostlyMatching
package import MockPostlyRegex
package import MockPostlyWorld

/// Faults that are decided before a request is there as a whole.
extension FaultTable {
    /// Whether a TLS handshake that begins at the world's time `now` is to fail.
    ///
    /// Counts it for the rule that decides.
    package func breaksHandshake(at now: Instant) -> Bool {
        removeEnded()
        guard breaksHandshakes else { return false }
        for index in list.indices {
            let rule = list[index].rule
            guard rule.door == .tls, list[index].isDown(at: now) else { continue }
            guard mayApply(index, { "" }), isHit(rule) else { continue }
            count(index) { "" }
            return true
        }
        return false
    }

    /// The bytes per second at which the body of a request is to be read; nil for no limit.
    ///
    /// Counts nothing: the rule decides again when the request is there, and is then counted. A rule
    /// with a condition on the body is not met, as the body is not there.
    ///
    /// - Parameters:
    ///   - facts: of the request without its body.
    ///   - now: by the world's clock.
    ///   - budget: for the expressions of all rules together.
    /// - Returns: that of the rule that will decide.
    package func uploadBandwidth(
        _ facts: RequestFacts,
        at now: Instant,
        _ budget: MatchBudget = MatchBudget(.rules)
    ) -> Int? {
        removeEnded()
        for index in list.indices {
            let rule = list[index].rule
            guard rule.socket == nil, rule.door == nil, list[index].isDown(at: now),
                rule.match.accepts(facts, budget), wouldApply(index, facts)
            else { continue }
            return rule.fault.uploadBandwidth
        }
        return nil
    }
}

extension FaultTable {
    /// Whether a rule may be meant for a request whose body has not come yet, whatever that is.
    package func mayConcern(_ facts: RequestFacts, at now: Instant, _ budget: MatchBudget) -> Bool {
        removeEnded()
        return list.contains { entry in
            entry.rule.socket == nil && entry.rule.door == nil && entry.isDown(at: now)
                && entry.rule.match.withoutBody.accepts(facts, budget)
        }
    }
}

extension FaultRule {
    /// What it does to connections before there is a request; nil for a rule for requests.
    package var door: ConnectionDamage.Kind? { socket == nil ? fault.door : nil }
}

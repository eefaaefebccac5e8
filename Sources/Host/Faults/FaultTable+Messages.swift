package import MockPostlyDialect
internal import MockPostlyMatching
package import MockPostlyRegex
package import MockPostlyWorld

/// Faults of messages of channels.
extension FaultTable {
    /// What is done to a message at the world's time `now`; nil for nothing.
    ///
    /// Counts the message for the rules that it meets, up to the one that decides. `topics` are
    /// those that its client has joined, `names` those of its user. A rule for whose expressions
    /// `budget` has not enough is not met.
    ///
    /// - Parameters:
    ///   - frame: the message.
    ///   - topics: asked only by rules that need them.
    ///   - names: asked only by rules that need them.
    ///   - now: by the world's clock.
    ///   - budget: for the expressions of all rules together.
    /// - Returns: what is done to it, with the number of its rule.
    package func decide(
        _ frame: ChannelFrame,
        topics: () -> [String],
        names: () -> [String],
        at now: Instant,
        _ budget: MatchBudget
    ) -> AppliedSocketFault? {
        removeEnded()
        for index in list.indices {
            let rule = list[index].rule
            guard let fault = rule.socket, list[index].isDown(at: now),
                fault.concerns(frame, topics: topics),
                rule.messages.accepts(frame, budget, names: names)
            else { continue }
            let key = { Self.key(rule.per, of: frame) }
            guard mayApply(index, key), isHit(rule) else { continue }
            count(index, key)
            return AppliedSocketFault(
                name: rule.shownName,
                rule: rule.number,
                fault: fault,
                delay: fault.kind == .delay ? fault.delay.draw(&random) : .zero
            )
        }
        return nil
    }

    /// Whether there is a rule with this number.
    ///
    /// Rules whose time is over may still count until the next look.
    package func hasRule(_ number: Int) -> Bool {
        list.contains { $0.rule.number == number }
    }

    private static func key(_ per: FaultRule.Per, of frame: ChannelFrame) -> String {
        switch per {
        case .world, .header: ""
        case .user: frame.peer.account
        case .socket: "\(frame.peer.socket)"
        }
    }
}

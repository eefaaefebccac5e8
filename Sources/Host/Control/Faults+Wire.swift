internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyWorld

extension FaultEntry {
    /// Writes the rule as it was sent, with what it has done and what is left of it.
    func write(_ json: inout JSONWriter, at now: Instant) {
        json.beginObject()
        json.field("id", rule.number)
        json.field("shows", rule.shownName)
        rule.writeMembers(&json)
        json.field("active", isActive(at: now))
        json.field("matched", matched)
        json.field("applied", applied)
        json.key("left")
        if let left { json.int(left) } else { json.null() }
        let remaining = remainingTime(at: monotonicNanoseconds())
        json.field("endsIn", remaining.map { formatDuration($0.roundedForPeople) })
        json.endObject()
    }
}

extension Duration {
    /// Rounded up to a second, below one to a millisecond.
    fileprivate var roundedForPeople: Duration {
        let unit: UInt64 = self < .seconds(1) ? 1_000_000 : 1_000_000_000
        let whole = min(wholeNanoseconds, UInt64(Int64.max) - unit)
        return .nanoseconds(Int64((whole + unit - 1) / unit * unit))
    }
}

extension FaultName {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("name", name)
        json.field("summary", summary)
        json.list("outcomes", fault.outcomes) { outcome, json in
            json.beginObject()
            json.field("chance", outcome.chance)
            json.key("fault")
            json.beginObject()
            outcome.effect.writeMembers(&json)
            json.endObject()
            json.endObject()
        }
        json.endObject()
    }
}

extension FaultDelay.Time {
    func write(_ json: inout JSONWriter) {
        switch self {
        case .fixed(let time): json.string(formatDuration(time))
        case .uniform(let least, let most):
            json.beginObject()
            json.list("uniform", [formatDuration(least), formatDuration(most)])
            json.endObject()
        case .normal(let mean, let deviation):
            json.beginObject()
            json.key("normal")
            json.beginObject()
            json.field("mean", formatDuration(mean))
            json.field("deviation", formatDuration(deviation))
            json.endObject()
            json.endObject()
        case .lognormal(let median, let sigma):
            json.beginObject()
            json.key("lognormal")
            json.beginObject()
            json.field("median", formatDuration(median))
            json.field("sigma", sigma)
            json.endObject()
            json.endObject()
        }
    }
}

extension ConnectionDamage.Point {
    func write(_ json: inout JSONWriter) {
        switch self {
        case .start: json.string("start")
        case .head: json.string("head")
        case .half: json.string("half")
        case .bytes(let count): json.int(count)
        case .end: json.string("end")
        }
    }
}

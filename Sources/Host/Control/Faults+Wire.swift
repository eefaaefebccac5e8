internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyWorld

extension FaultEntry {
    /// Writes the rule as it was sent, with what it has done and what is left of it.
    func write(_ json: inout JSONWriter, at now: Instant) {
        json.beginObject()
        json.field("id", rule.number)
        json.field("name", rule.name)
        json.field("shows", rule.shownName)
        json.key("match")
        json.raw(rule.matchText)
        json.key("fault")
        json.raw(rule.faultText)
        json.field("rate", rule.rate)
        json.count("times", rule.times)
        json.field("after", rule.after)
        json.field("per", rule.per.text)
        json.field("script", rule.script?.text)
        json.field("ttl", rule.timeToLive.map(formatDuration))
        json.field("active", isActive(at: now))
        json.field("matched", matched)
        json.field("applied", applied)
        json.count("left", left)
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
            outcome.effect.write(&json)
            json.endObject()
        }
        json.endObject()
    }
}

extension FaultEffect {
    /// Writes the members with which a request orders the same.
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        if let delay {
            json.key("delay")
            delay.time.write(&json)
            switch delay.place {
            case .handler: json.field("at", "handler")
            case .answer: json.field("at", "answer")
            case .piece(let size):
                json.field("at", "piece")
                json.field("piece", size)
            }
        }
        if let bandwidth { json.field("bandwidth", bandwidth) }
        if let status { json.field("status", status) }
        if let retryAfter { json.field("retryAfter", retryAfter) }
        if let connection {
            json.field("connection", connection.kind.rawValue)
            json.key("point")
            connection.point.write(&json)
            if connection.kind == .stall {
                json.field("stallFor", formatDuration(connection.stallsFor))
            }
        }
        if let body { json.field("body", body.rawValue) }
        if let write { json.field("write", write.rawValue) }
        json.endObject()
    }
}

extension FaultDelay.Time {
    fileprivate func write(_ json: inout JSONWriter) {
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
    fileprivate func write(_ json: inout JSONWriter) {
        switch self {
        case .start: json.string("start")
        case .head: json.string("head")
        case .half: json.string("half")
        case .bytes(let count): json.int(count)
        case .end: json.string("end")
        }
    }
}

extension JSONWriter {
    /// A number, or null.
    fileprivate mutating func count(_ name: StaticString, _ count: Int?) {
        key(name)
        if let count { int(count) } else { null() }
    }
}

extension DriftComparison {
    /// How many seconds a date may be off what the other server says relative to its own time.
    private static let tolerance: Int64 = 5

    mutating func compareNumbers(_ first: String, _ second: String, _ here: String, at path: String)
    {
        if here == first || here == second { return }
        // Spans of time within a token are always compared; a number that is one of them is no time.
        let isSpan = path.hasSuffix("− iat")
        if !isSpan, let unit = unit(of: first), let own = self.unit(of: here),
            let one = Int64(first), let two = Int64(second), let world = Int64(here)
        {
            guard unit == own else {
                let words = unit == 1 ? ["seconds", "milliseconds"] : ["milliseconds", "seconds"]
                let text = "\(words[0]) since 1970, here \(words[1])"
                return report(.value, path, text, real: first, here: here)
            }
            return compareTimes(one / unit, two / unit, world / unit, at: path, first, here)
        }
        guard isSpan || compares(here, at: path) else { return }
        let resource = "\(step.method) \(step.path)"
        if let noun = noun(at: path, resource) {
            let one = memories.first.places(of: first, noun: noun)
            let two = memories.second.places(of: second, noun: noun)
            let world = memories.world.places(of: here, noun: noun)
            let places = one.intersection(two)
            if !places.isDisjoint(with: world) { return }
            if first != second, !places.isEmpty {
                return compare(one, two, world, at: path, real: first, here: here)
            }
        }
        guard first == second else {
            return compareCounters(first, second, here, at: "\(resource) \(path)", path)
        }
        let words = isSpan ? "\(span(first)), here \(span(here))" : "another number"
        report(.value, path, words, real: first, here: here)
    }

    private func span(_ text: String) -> String {
        guard let seconds = Int64(text) else { return "\(text) s" }
        return seconds % 60 == 0 && seconds != 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    /// Compares by how much counters went on since a step that read the same.
    private mutating func compareCounters(
        _ first: String,
        _ second: String,
        _ here: String,
        at place: String,
        _ path: String
    ) {
        guard let one = Int64(first), let two = Int64(second), let world = Int64(here),
            let oldOne = memories.first.counter(at: place),
            let oldTwo = memories.second.counter(at: place),
            let oldWorld = memories.world.counter(at: place),
            one &- oldOne == two &- oldTwo, one &- oldOne != world &- oldWorld
        else { return }
        report(
            .value,
            path,
            "counted on by \(one &- oldOne), here by \(world &- oldWorld)",
            real: first,
            here: here
        )
    }

    // MARK: Times

    /// 1 for a number that may be seconds since 1970, 1,000 for milliseconds; nil for others.
    private func unit(of text: String) -> Int64? {
        guard let number = Int64(text) else { return nil }
        switch number {
        case 1_200_000_000..<2_500_000_000: return 1
        case 1_200_000_000_000..<2_500_000_000_000: return 1_000
        default: return nil
        }
    }

    mutating func compareDates(_ first: String, _ second: String, _ here: String, at path: String) {
        guard let one = DateText(first), let two = DateText(second), let world = DateText(here)
        else { return }
        compareTimes(one.seconds, two.seconds, world.seconds, at: path, first, here)
    }

    /// Compares times by their distance from the time at which the answers were made.
    private mutating func compareTimes(
        _ first: Int64,
        _ second: Int64,
        _ here: Int64,
        at path: String,
        _ real: String,
        _ shown: String
    ) {
        guard let sides else { return }
        let one = first - sides.first.time
        let two = second - sides.second.time
        let world = here - sides.world.time
        if abs(one - world) <= Self.tolerance || abs(two - world) <= Self.tolerance { return }
        let isRelative = abs(one - two) <= Self.tolerance
        // A date that is another each time, and near no time in particular, is noise.
        guard isRelative || first == second else { return }
        // A date that something else has is a date of that; it is compared where values are.
        let isNear = abs(one) <= 400 * 86_400 && first != second
        guard comparesValues || isNear && abs(world) <= 400 * 86_400 else { return }
        if first == second {
            let places = memories.first.places(of: real)
            if !places.isDisjoint(with: memories.world.places(of: shown)) { return }
        }
        let words =
            isRelative && first != second
            ? "\(distance(one)), here \(distance(world))" : "another date"
        report(.value, path, words, real: real, here: shown)
    }

    private func distance(_ seconds: Int64) -> String {
        if abs(seconds) <= Self.tolerance { return "now" }
        return seconds > 0 ? "now + \(seconds) s" : "now − \(-seconds) s"
    }
}

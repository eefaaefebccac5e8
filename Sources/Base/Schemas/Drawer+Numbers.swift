internal import MockPostlyJavaScript
internal import MockPostlyWorld

extension Drawer {
    func number(
        _ set: RuleSet,
        isWhole: Bool,
        _ random: inout RandomSource,
        at spot: Spot
    ) -> JSValue? {
        let name = MemberName(spot.name)
        let wanted = usualNumber(name, isWhole: isWhole, &random, at: spot)
        let bounds = set.number
        let step = set.multipleOf ?? (isWhole ? 1 : nil)
        var least = bounds.least ?? -.infinity
        var most = bounds.most ?? .infinity
        // The nearest number inside of the bounds.
        let gap = isWhole ? 1 : Swift.max(abs(least.isFinite ? least : 1) * 1e-6, 1e-6)
        if bounds.excludesLeast { least += gap }
        if bounds.excludesMost { most -= gap }
        if isWhole { (least, most) = (least.rounded(.up), most.rounded(.down)) }
        guard least <= most else { return nil }
        var value = Swift.min(Swift.max(wanted, least), most)
        if let step {
            value = (value / step).rounded(.down) * step
            if value < least { value += step }
            guard value <= most else { return nil }
        }
        return .number(value)
    }

    private func usualNumber(
        _ name: MemberName,
        isWhole: Bool,
        _ random: inout RandomSource,
        at spot: Spot
    ) -> Double {
        let turn = Double(turn(at: spot))
        let city = DrawnWords.cities[self.turn(at: spot) % DrawnWords.cities.count]
        if name.ends(with: "id") { return 1 + turn }
        if name.isCount { return 0 }
        if name.isPrice { return isWhole ? 990 + 500 * turn : 9.9 + 5 * turn }
        if name.isOne(of: "lat", "latitude") { return city.latitude }
        if name.isOne(of: "lng", "lon", "long", "longitude") { return city.longitude }
        if name.isTime, isWhole { return Double(time(&random).seconds) }
        if name.ends(with: "year") { return 2026 }
        if name.ends(with: "version", "page", "position", "index", "number") { return 1 + turn }
        let drawn = Double(Int.random(in: 1...99, using: &random))
        return isWhole ? drawn : drawn + 0.5
    }

    /// A time before that of the drawing: a day earlier for each row.
    func time(_ random: inout RandomSource) -> Instant {
        let day = 86_400
        let earlier = day * (1 + drawing.row % 10_000) + Int.random(in: 0..<day, using: &random)
        return Instant(seconds: drawing.now.seconds) - .seconds(earlier)
    }
}

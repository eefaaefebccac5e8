internal import MockPostlyNouns
internal import MockPostlySockets
internal import MockPostlyWorld

/// The clocks of the worlds.
extension Worlds {
    package func setClock(of name: String, _ setting: ClockSetting) throws -> ClockState {
        try changeClock(of: existing(name)) { $0.apply(setting) }
    }

    /// Moves the clock by `duration`, which may be negative.
    package func advanceClock(of name: String, by duration: Duration) throws -> ClockState {
        let world = try existing(name)
        guard world.domain.world.clock.canAdvance(by: duration) else {
            throw HostError.clockOutOfRange(duration)
        }
        return try changeClock(of: world) { $0.advance(by: duration) }
    }

    private func changeClock(
        of world: World,
        _ change: (inout Clock) -> Void
    ) throws -> ClockState {
        // Responses that wait for a commit must leave with the `Date` of the old time.
        change(&world.domain.world.clock)
        world.sockets?.sendDueEvents()
        return ClockState(world.domain.world.clock)
    }
}

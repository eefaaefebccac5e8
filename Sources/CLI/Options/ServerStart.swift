internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension Command.Call {
    /// What a server is started with: the options, the token that a file holds, and clocks that go
    /// as was asked from now on.
    func serverConfiguration() throws(Failure) -> Configuration {
        var configuration = settings.configuration
        configuration.adminToken = try adminToken()
        if settings.startsFrozen {
            configuration.clock = .frozen(settings.startClock ?? Clock.real.now())
        } else if let instant = settings.startClock {
            var clock = Clock.real
            clock.run(from: instant)
            configuration.clock = clock.mode
        }
        return configuration
    }
}

internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension Command.Call {
    /// The configuration for starting a server: the options, with the token file read and the clock
    /// started.
    ///
    /// With `isRecording` all that has a real server goes to it, and other names than those of systems
    /// can be answered for.
    func serverConfiguration(isRecording: Bool = false) throws(Failure) -> Configuration {
        var configuration = settings.configuration
        configuration.adminToken = try adminToken()
        if settings.network.isOn { try open(&configuration) }
        setLinks(&configuration)
        try readCollections(&configuration)
        configuration.tls = try tlsSettings()
        try forward(&configuration)
        configuration.upstream?.isRecorded = isRecording
        try standIn(&configuration)
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

package import MockPostlyFaults
internal import MockPostlyLog
internal import MockPostlySockets
internal import MockPostlyWorld

/// What follows the faults of a world besides its requests: its sockets and its port.
extension Worlds {
    /// Changes the faults of `world` by `change`; what follows them does so before this returns.
    package func changeFaults<Result>(
        of world: World,
        _ change: (FaultTable) throws -> Result
    ) rethrows -> Result {
        defer { followFaults(of: world) }
        return try change(world.faults)
    }

    /// Lets sockets and port follow the faults of `world`, now and when the next of these ends.
    func followFaults(of world: World) {
        world.sockets?.followFaults()
        followRefusal(of: world)
        waitForEnd(of: world)
    }

    /// Closes the port of `world` as long as its faults refuse connections, then opens it again.
    private func followRefusal(of world: World) {
        guard let port = world.port, let ports, !world.isDeleted,
            world.isShut != world.faults.refuses
        else { return }
        world.isShut = world.faults.refuses
        guard !world.isShut else { return ports.shut(port, label: world.label) }
        do {
            _ = try ports.open(port, label: world.label)
        } catch {
            log.failure("world \(world.name) has lost its port \(port): \(error.words)")
        }
    }

    /// Lets what is done by a fault end with it, also when nothing comes.
    private func waitForEnd(of world: World) {
        if let alarm = world.endOfFault { alarms.cancel(alarm) }
        world.endOfFault = nil
        guard world.faults.hasSocketRules || world.faults.refuses, let end = world.faults.firstEnd
        else { return }
        let now = monotonicNanoseconds()
        let wait = Duration.nanoseconds(Int64(clamping: end > now ? end - now : 0))
        world.endOfFault = alarms.set(after: wait + .milliseconds(1)) {
            [weak self, reference = world.reference] in
            guard let self, let world = reference.object, !world.isDeleted else { return }
            changeFaults(of: world) { _ = $0.removeEnded() }
        }
    }
}

/// Faults of connections, which are there before any request: ports that refuse, handshakes that fail.
extension Worlds {
    /// Throws when `rule` could do nothing in the world called `name`.
    package func validate(_ rule: FaultRule, in name: String) throws {
        guard let door = rule.door else { return }
        let world = try existing(name)
        guard let ports else { throw HostError.noPorts }
        if door == .refuse, world.port == nil { throw HostError.noPortToRefuse(name) }
        guard door == .tls else { return }
        if !ports.speaksTLS { throw HostError.noHandshakes }
        if world.port == nil, !world.isDefault { throw HostError.noPortToRefuse(name) }
    }

    /// Whether a TLS handshake on a connection with `label` is to fail.
    package func breaksHandshake(label: Int) -> Bool {
        let world = label == 0 ? home : self.world(labelled: label)
        guard let world, world.faults.breaksHandshakes else { return false }
        return world.faults.breaksHandshake(at: world.now)
    }
}

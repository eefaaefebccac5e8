package import MockPostlyFaults
internal import MockPostlyLog
internal import MockPostlyWorld

/// The ports of single worlds, which refuse connections as long as a fault says so.
///
/// Worlds refer to this in place of the table that has them.
final class Doors {
    /// Nil when the server does not listen.
    ///
    /// Unowned, because it owns the table that has this.
    unowned var ports: (any WorldPorts)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    /// Lets the port of `world` follow its faults.
    func watch(_ world: World) {
        world.faults.onRefusal = { [reference = world.reference] in
            if let world = reference.object { self.followRefusal(of: world) }
        }
        if world.faults.refuses { followRefusal(of: world) }
    }

    /// Closes the port of `world` as long as its faults refuse connections, then opens it again.
    private func followRefusal(of world: World) {
        guard let port = world.port, let ports, !world.isDeleted else { return }
        guard !world.faults.refuses else { return ports.shut(port, label: world.label) }
        do {
            _ = try ports.open(port, label: world.label)
        } catch {
            log.failure("world \(world.name) has lost its port \(port): \(error.words)")
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

package import MockPostlyFaults
package import MockPostlyWorld

/// The faults of the worlds.
extension Worlds {
    package func faults(of name: String) throws -> (table: FaultTable, now: Instant) {
        let world = try existing(name)
        return (world.faults, world.now)
    }
}

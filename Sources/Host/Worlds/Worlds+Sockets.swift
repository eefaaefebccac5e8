internal import MockPostlyDialect
internal import MockPostlyNouns
package import MockPostlySockets

/// The sockets of the worlds.
extension Worlds {
    /// What tests do to the sockets of a world.
    package func sockets(of name: String) throws -> SocketControl {
        let world = try existing(name)
        return world.sockets ?? world.openSockets(alarms)
    }
}

extension RunningWorld {
    /// Makes the control by which tests change the sockets of the world.
    @discardableResult
    func openSockets(_ alarms: Alarms) -> SocketControl {
        var around = SocketEnvironment(domain.world, alarms)
        around.connections = { [unowned self] in
            served.flatMap { one in
                one.dialect.channelConnections.map {
                    SocketConnection(type(of: one.dialect).name, $0)
                }
            }
        }
        around.names = { [unowned self] name, account in
            // While the world is held, another thread uses its database.
            isHeld ? nil : try? dialect(named: name)?.names(ofAccount: account)
        }
        around.setTap = { [unowned context] tap in
            // Another tap is left alone.
            guard context.frameTap == nil || context.frameTap is SocketControl else { return }
            context.frameTap = tap
        }
        around.report = { [unowned context] in context.report($0) }
        around.budget = { [unowned context] in context.budget }
        let control = SocketControl(around, faults)
        sockets = control
        return control
    }
}

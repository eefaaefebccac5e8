package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
package import MockPostlySockets
package import MockPostlyWorld

/// The sockets of the worlds.
extension Worlds {
    /// What tests do to the sockets of a world.
    package func sockets(of name: String) throws -> SocketControl {
        let world = try existing(name)
        return world.sockets ?? world.openSockets(alarms)
    }
}

extension World {
    /// Makes the control by which tests change the sockets of the world.
    @discardableResult
    func openSockets(_ alarms: Alarms) -> SocketControl {
        let control = SocketControl(of: self, alarms, faults)
        sockets = control
        return control
    }
}

extension World: SocketWorld {
    package var timeAndChance: TimeAndChance { domain.world }

    package var connections: [SocketConnection] {
        served.flatMap { one in
            one.dialect.channelConnections.map {
                SocketConnection(type(of: one.dialect).name, $0)
            }
        }
    }

    package var budget: BufferBudget { context.budget }

    package var monotonicTime: UInt64 { monotonicNanoseconds() }

    package func names(ofAccount account: String, in dialect: String) -> [String]? {
        // While the world is held, another thread uses its database.
        isHeld ? nil : try? self.dialect(named: dialect)?.names(ofAccount: account)
    }

    package func setTap(_ tap: (any FrameTap)?) {
        // Another tap is left alone.
        guard context.frameTap == nil || context.frameTap is SocketControl else { return }
        context.frameTap = tap
    }

    package func report(_ report: LogMessage) { context.report(report) }
}

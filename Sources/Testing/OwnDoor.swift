internal import MockPostlyClient
internal import MockPostlyControl
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyServer
internal import MockPostlyThreads
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A door to a server of this process.
protocol OwnDoor: Door {
    /// Calls `body` between requests; later ones see what it wrote.
    func withWorlds<Result: Sendable>(
        _ body: @escaping @Sendable (Worlds) throws -> Result
    ) throws -> Result
}

extension OwnDoor {
    /// Whether the server ends with its ``MockServer``: it does.
    package var isOwn: Bool { true }

    /// Makes a world of files of this process, or of a seed whose faults have their positions in the
    /// seed itself; nil for all other origins.
    package func makeWorld(
        _ order: WorldRequest,
        from origin: MockServer.Origin,
        for authority: String
    ) throws -> String? {
        let source: WorldOrder.Origin
        switch origin {
        case .files(let paths): source = .seedPaths(paths)
        case .json(let text): source = .seedText(Array(text.utf8), name: "body")
        default: return nil
        }
        if let name = order.name { try MockServer.Failure.validate(worldName: name) }
        var made = WorldOrder()
        made.id = order.name
        made.from = source
        made.clock = try order.clock?.setting
        made.randomSeed = order.randomSeed
        made.port = order.hasOwnPort ? 0 : nil
        made.timeToLive = order.timeToLive
        made.onUnknown = order.onUnknown.flatMap { OnUnknown(rawValue: $0.rawValue) }
        made.settings = order.settings.map { WorldSetting($0.name, $0.value) }
        let finished = made
        return try controlling { worlds in
            try worlds.create(finished, for: authority).awaited().id
        }
    }

    /// Calls `body` between requests, and turns a refusal into a ``MockServer/Failure``.
    ///
    /// Waits while another thread changes the content of the world that `body` is about.
    private func controlling<Value: Sendable>(
        _ body: @escaping @Sendable (Worlds) throws -> Value
    ) throws -> Value {
        while true {
            let isFree = Monitor(false)
            let value: Value? = try withWorlds { worlds in
                do {
                    return try body(worlds)
                } catch let error as HostError {
                    throw MockServer.Failure(Problem(error))
                } catch let busy as WorldBusy {
                    busy.world.whenFree {
                        isFree.withLock { $0 = true }
                        isFree.wake()
                    }
                    return nil
                }
            }
            if let value { return value }
            // Looks again from time to time, because a server that is stopped does not call back.
            let deadline = Deadline(in: .seconds(1))
            _ = isFree.wait(until: deadline.nanoseconds) { $0 ? () : nil }
        }
    }
}

extension MockServer.Failure {
    fileprivate init(_ problem: Problem) {
        self.init("\(problem.detail) \(problem.hint)", status: problem.status)
    }

    /// Throws when no world can be called `name`.
    static func validate(worldName name: String) throws {
        do throws(Problem) {
            _ = try checkedName(name, "the name of a world")
        } catch {
            throw Self(error)
        }
    }

    init(_ failure: StartFailure) {
        self.init("\(failure.words); \(failure.hint)")
    }
}

extension MockServer.Clock {
    /// The same as a setting of the control plane.
    fileprivate var setting: ClockSetting {
        get throws {
            var setting: ClockSetting
            switch self {
            case .running:
                setting = ClockSetting(mode: .run)
                setting.start = .machine
            case .started(let date):
                setting = ClockSetting(mode: .run)
                setting.start = .at(try MockServer.Failure.parseDate(date))
            case .frozen(let date):
                setting = ClockSetting(mode: .freeze)
                setting.start = .at(try MockServer.Failure.parseDate(date))
            case .scaled(let rate, let date):
                try Self.check(rate: rate)
                setting = ClockSetting(mode: .scale)
                setting.rate = rate
                setting.start = .at(try MockServer.Failure.parseDate(date))
            }
            return setting
        }
    }

    /// The same as the clock mode of a server's configuration.
    var mode: MockPostlyWorld.Clock.Mode {
        get throws {
            var clock = MockPostlyWorld.Clock.real
            switch self {
            case .running: break
            case .started(let date):
                clock.set(.running, from: .at(try MockServer.Failure.parseDate(date)))
            case .frozen(let date):
                clock.set(.frozen, from: .at(try MockServer.Failure.parseDate(date)))
            case .scaled(let rate, let date):
                try Self.check(rate: rate)
                clock.set(.scaled(rate), from: .at(try MockServer.Failure.parseDate(date)))
            }
            return clock.mode
        }
    }
}

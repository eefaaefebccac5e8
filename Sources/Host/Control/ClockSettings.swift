internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `clock`: a world's time.
enum ClockSettings {
    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        return response(world, ClockState(try call.worlds.existing(world).clock))
    }

    static func set(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world"] + ClockSetting.members)
        let world = try call.world(query, body)
        let setting = try ClockSetting(body, or: ClockState(try call.worlds.existing(world).clock))
        return response(world, try call.worlds.setClock(of: world, setting))
    }

    static func advance(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "by"])
        guard let duration = try body.signedDuration("by") else {
            throw body.missing("by", "Send a duration such as '15m', or '-15m' to go back.")
        }
        let world = try call.world(query, body)
        return response(world, try call.worlds.advanceClock(of: world, by: duration))
    }

    static func response(_ world: String, _ clock: ClockState) -> Response {
        .object { json in
            json.field("world", world)
            clock.writeMembers(&json)
        }
    }
}

extension ClockSetting {
    static let members = ["mode", "now", "rate"]

    /// Reads a setting; without a mode, a clock whose time is set goes on as `present` does.
    init(_ body: ControlBody, or present: ClockState) throws {
        let given = try body.choice("mode", ClockState.Mode.self)
        let kept = body.isGiven("now") && !body.isGiven("rate") ? present : nil
        guard let mode = given ?? kept?.mode else {
            let modes = enumerated(ClockState.Mode.allCases.map(\.rawValue))
            throw body.missing(
                "mode",
                "It can be: \(modes). To keep it as it is, send 'now' alone."
            )
        }
        self.init(mode: mode)
        start = try body.clockStart("now") ?? .present
        let rate = try body.double("rate") ?? (given == nil ? kept?.rate : nil)
        switch (mode, rate) {
        case (.scale, nil):
            throw body.missing("rate", "Send how many times faster the clock runs, such as 60.")
        case (.scale, let rate?):
            if rate > 0, rate <= 1_000_000 {
                self.rate = rate
            } else if let value = body.value("rate") {
                throw body.badValue(
                    "rate",
                    value,
                    hint: "Send more than 0 and at most 1000000; the mode 'freeze' stops the clock."
                )
            }
        // The responses of the clock routes have these rates; a client may send them back.
        case (.run, 1?), (.freeze, 0?): break
        case (_, _?):
            throw Problem.badValue(
                "There is \(body.place("rate")), but the mode is '\(mode.rawValue)'.",
                "Leave it out, or send the mode 'scale'."
            )
        case (_, nil): break
        }
    }

    /// The setting in `member`: an object, or a date from which the clock runs; nil when absent.
    init?(member: String, of body: ControlBody, or present: ClockState) throws {
        guard let value = body.value(member) else { return nil }
        switch value.kind {
        case .string:
            self.init(mode: .run)
            start = try body.clockStart(member) ?? .present
        case .object:
            guard let object = try body.object(member, members: Self.members) else { return nil }
            try self.init(object, or: present)
        default:
            throw body.wrongType(
                member,
                value,
                wanted: "an object or a date",
                hint: "Send such as {\"mode\": \"freeze\", \"now\": \"2026-01-01T00:00:00Z\"}."
            )
        }
    }
}

internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlySockets
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// `sockets/events`: events that a test sends to topics, now or by the world's clock.
enum SocketEvents {
    static func send(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world"] + SocketEvent.members)
        let event = try SocketEvent(body)
        let world = try call.world(query, body)
        let now = try call.worlds.existing(world).now
        let time = try body.sendingTime(now)
        let control = try call.worlds.sockets(of: world)
        guard let time, time > now else {
            let numbers = control.send(event)
            return .object { json in
                json.field("world", world)
                json.field("topic", event.topic)
                json.field("event", event.event)
                json.list("sockets", numbers) { $1.int($0) }
            }
        }
        guard let scheduled = control.schedule(event, at: time) else {
            throw Problem(
                429,
                "Too many events",
                detail:
                    "The world '\(world)' has \(control.scheduledEvents.count) events that wait.",
                hint: "At most \(EventSchedule.mostEvents) can wait, with payloads of at most"
                    + " \(EventSchedule.mostBytes) bytes; delete some, or advance the clock."
            )
        }
        var response = Response.json(status: 201) { json in scheduled.write(&json) }
        let location = "\(Control.prefix)/sockets/events/\(scheduled.number)?world=\(world)"
        response.fields.append(.init("Location", location))
        return response
    }

    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let events = try call.worlds.sockets(of: world).scheduledEvents
        return .object { json in
            json.field("world", world)
            json.list("events", events) { event, json in event.write(&json) }
            json.field("limit", EventSchedule.mostEvents)
        }
    }

    static func deleteAll(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let count = try call.worlds.sockets(of: world).removeEvents()
        return .object { json in
            json.field("world", world)
            json.field("deleted", count)
        }
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let control = try call.worlds.sockets(of: world)
        let id = request.parameter("id")
        guard let number = Int(id), control.removeEvent(number) else {
            let known = control.scheduledEvents.map { "\($0.number)" }
            throw Problem(
                404,
                "Unknown event",
                detail: "The world '\(world)' has no event '\(shortened(id))' that waits.",
                hint: known.isEmpty
                    ? "No events wait; those that are due were sent."
                    : "Those that wait are: \(enumerated(known))."
            )
        }
        return Response(status: 204)
    }
}

extension SocketEvent {
    /// The members of an order in JSON.
    static let members = ["topic", "event", "payload", "match", "at", "in"]

    /// The longest topic and name of an event, in bytes.
    private static let longestName = 1024

    /// Reads an order, without its time.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody) throws(Problem) {
        let topic = try Self.name("topic", "Send the topic that clients have joined.", body)
        let event = try Self.name("event", "Send the name of the event.", body)
        let payload = body.value("payload").map { Array($0.rawText) } ?? Array("{}".utf8)
        self.init(event, on: topic, payload: payload)
        match = try ConnectionPattern(body)
        if let value = body.value("match") { matchText = Array(value.rawText) }
    }

    private static func name(
        _ member: String,
        _ hint: String,
        _ body: ControlBody
    ) throws(Problem) -> String {
        guard let text = try body.text(member), let value = body.value(member) else {
            throw body.missing(member, hint)
        }
        guard 1...longestName ~= text.utf8.count else {
            throw body.badValue(
                member,
                value,
                hint: "Send a text of 1 to \(longestName) bytes."
            )
        }
        return text
    }
}

extension ControlBody {
    /// When an event is to be sent, by the world's clock, which shows `now`; nil for now.
    fileprivate func sendingTime(_ now: Instant) throws(Problem) -> Instant? {
        if has("at"), has("in") {
            throw .conflict("at", "in", hint: "Send a date or a time from now.")
        }
        if let wait = try duration("in") {
            guard Instant.printable.contains(now + wait) else {
                throw .badValue(
                    "\(capitalPlace("in")) leads beyond the year 9999.",
                    "Send a shorter time."
                )
            }
            return now + wait
        }
        guard let value = value("at"), let text = try text("at") else { return nil }
        guard let instant = Instant(dateText: text), Instant.printable.contains(instant) else {
            throw badValue(
                "at",
                value,
                hint: "Send a date of the world's clock, such as '2026-01-01T00:00:00Z'."
            )
        }
        return instant
    }
}

extension ScheduledEvent {
    fileprivate func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", number)
        json.field("at", at)
        json.field("topic", event.topic)
        json.field("event", event.event)
        json.key("payload")
        json.raw(event.payload)
        json.key("match")
        json.raw(event.matchText)
        json.endObject()
    }
}

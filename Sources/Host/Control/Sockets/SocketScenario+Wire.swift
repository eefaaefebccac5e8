internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlySockets
internal import MockPostlyWorld

extension SocketScenario {
    /// The verdict; a problem document (RFC 9457) unless all clients did what they should.
    ///
    /// The status is then 422, so that `curl --fail` fails too.
    func verdict(in world: String) -> Response {
        guard passed != true else { return .json { json in write(&json, world: world) } }
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("type", "about:blank")
        json.field("title", hasEnded ? "Not passed" : "Not in time")
        json.field("status", 422)
        json.field("detail", reason)
        json.field(
            "hint",
            hasEnded
                ? "What each client did is in 'verdict'." : "The scenario goes on; wait again."
        )
        json.key("verdict")
        write(&json, world: world)
        json.endObject()
        json.byte(0x0A)
        return Response(
            status: 422,
            contentType: "application/problem+json",
            body: json.finish()
        )
    }

    func write(_ json: inout JSONWriter, world: String) {
        json.beginObject()
        json.field("id", number)
        json.field("world", world)
        json.field("name", order.kind.rawValue)
        json.field("state", hasEnded ? "ended" : "running")
        json.key("passed")
        if let passed { json.bool(passed) } else { json.null() }
        json.field("reason", reason)
        json.field("within", formatDuration(order.timeout))
        json.field("timeout", formatDuration(order.timeout))
        json.field("holdsJoins", holdsJoins)
        json.field("startedAt", began)
        json.field("milliseconds", elapsed.inMilliseconds)
        json.list("clients", clients) { client, json in write(client, &json) }
        json.endObject()
    }

    private var elapsed: UInt64 { since(startedAt, until: endedAt ?? monotonicNanoseconds()) }

    private func since(_ start: UInt64, until end: UInt64) -> UInt64 {
        end > start ? end - start : 0
    }

    private func write(_ client: Client, _ json: inout JSONWriter) {
        json.beginObject()
        json.field("user", client.account)
        json.field("transport", client.transport.rawValue)
        json.field("socket", client.socket)
        json.key("now")
        if let current = client.current { json.int(current) } else { json.null() }
        let fault = fault(of: client)
        json.field("back", client.isBack)
        json.field("fault", fault.map { "It \($0)." })
        json.key("milliseconds")
        json.beginObject()
        time("noticed", client.noticedAt, of: client, &json)
        time("connected", client.reconnectedAt, of: client, &json)
        time("joined", client.backAt, of: client, &json)
        json.endObject()
        json.field("attempts", client.attempts)
        json.field("joins", client.joins)
        json.field("heartbeats", client.heartbeats)
        json.list("topics", client.topics) { topic, json in
            json.beginObject()
            json.field("topic", topic.name)
            json.field("joined", topic.joinedAt != nil)
            json.endObject()
        }
        json.field("missed", client.missedCount)
        json.list("missedEvents", client.missed) { missed, json in
            json.beginObject()
            json.field("topic", missed.topic)
            json.field("event", missed.event)
            json.key("id")
            if let id = missed.id { json.raw(id.utf8) } else { json.null() }
            json.endObject()
        }
        json.field("lostPushes", client.lostPushes)
        json.field("resentPushes", client.resentPushes)
        json.endObject()
    }

    /// The milliseconds from the loss of the client's connection; null without a time.
    private func time(
        _ name: StaticString,
        _ time: UInt64?,
        of client: Client,
        _ json: inout JSONWriter
    ) {
        json.key(name)
        if let time {
            json.double(since(client.lostAt, until: time).inMilliseconds)
        } else {
            json.null()
        }
    }
}

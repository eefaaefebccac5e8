internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorld
internal import MockPostlyWorlds

extension Response {
    /// A response with the JSON that `write` writes, and a newline.
    static func json(
        status: Int = 200,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        var json = JSONWriter(escaping: .utf8)
        try write(&json)
        json.byte(0x0A)
        return Response(status: status, contentType: "application/json", body: json.finish())
    }

    /// A response with a JSON object whose members `write` writes.
    static func object(
        status: Int = 200,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> Response {
        try json(status: status) { json in
            json.beginObject()
            try write(&json)
            json.endObject()
        }
    }
}

extension JSONWriter {
    /// Writes a member that is an array, each element with `write`.
    mutating func list<Element>(
        _ name: StaticString,
        _ elements: some Sequence<Element>,
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements { write(element, &self) }
        endArray()
    }

    mutating func list(_ name: StaticString, _ texts: some Sequence<String>) {
        list(name, texts) { text, json in json.string(text) }
    }

    /// Writes the members `posts`, `users`, `comments`, and `counts` with an object for each system.
    fileprivate mutating func members(_ counts: WorldCounts) {
        field("posts", counts.posts)
        field("users", counts.users)
        field("comments", counts.comments)
        key("counts")
        beginObject()
        for system in counts.served {
            key(system.system)
            beginObject()
            for one in system.counts {
                key(one.name)
                int(one.count)
            }
            endObject()
        }
        endObject()
    }

    /// A time in UTC, `2026-01-01T00:00:00.000000Z`.
    mutating func field(_ name: StaticString, _ instant: Instant?) {
        field(name, instant?.zulu)
    }
}

extension Instant {
    /// `2026-01-01T00:00:00.000000Z`, always with six digits of fraction.
    ///
    /// An instant outside the years 1 to 9999 is written as the nearest one inside.
    var zulu: String {
        let text = asPrintable.rfc3339Micros
        return text.dropLast("+00:00".utf8.count) + "Z"
    }
}

extension WorldInfo {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("id", id)
        json.field("from", from)
        json.field("createdAt", createdAt)
        json.field("lastUsedAt", lastUsedAt)
        json.field("ttl", timeToLive.map(formatDuration))
        json.field("expiresAt", timeToLive.map { lastUsedAt + $0 })
        json.key("clock")
        json.beginObject()
        clock.writeMembers(&json)
        json.endObject()
        json.key("port")
        if let port { json.int(Int64(port)) } else { json.null() }
        json.key("randomSeed")
        if let randomSeed { json.raw("\(randomSeed)".utf8) } else { json.null() }
        json.members(counts)
        json.key("settings")
        json.beginObject()
        for setting in settings {
            json.key(setting.name)
            json.string(setting.value)
        }
        json.endObject()
        if onUnknown != .answer { json.field("onUnknown", onUnknown.rawValue) }
        json.field("scenario", scenario)
        json.list("faults", faults)
        json.key("baseUrls")
        json.beginObject()
        for base in baseURLs {
            json.key(base.name)
            json.string(base.url)
        }
        json.endObject()
        if !people.isEmpty {
            json.list("people", people) { person, json in person.write(&json) }
        }
        json.endObject()
    }
}

extension WorldInfo.Person {
    fileprivate func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("email", email)
        if let password { json.field("password", password) }
        if let token { json.field("token", token) }
        json.endObject()
    }
}

extension ClockState {
    func writeMembers(_ json: inout JSONWriter) {
        json.field("mode", mode.rawValue)
        json.field("now", now)
        json.field("rate", rate)
    }
}

extension ResetSummary {
    /// The response after a world's content was replaced; with `scope`, only that of these
    /// dialects.
    func response(scope: [String]? = nil) -> Response {
        .object { json in
            json.field("world", world)
            json.members(counts)
            json.field("milliseconds", milliseconds)
            if let scope { json.list("scope", scope) }
        }
    }
}

extension SnapshotInfo {
    func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("name", name)
        json.field("world", world)
        json.field("bytes", bytes)
        json.field("rows", rows)
        json.field("createdAt", createdAt)
        json.field("file", file)
        json.endObject()
    }
}

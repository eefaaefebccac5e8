internal import MockPostlyJSON

/// An entry of a journal as a line for people.
struct JournalLine {
    let text: String

    /// The line of a request or a message, with the name of its world if `namesWorld`.
    init(_ entry: JSONValue, namesWorld: Bool = false) {
        let started = entry["timing"]?["startedAt"]?.string ?? entry["time"]?.string ?? ""
        // The time of day with milliseconds, of 2026-02-14T12:34:56.123456Z.
        let time = started.drop { $0 != "T" }.dropFirst().prefix(12)
        var words = ["\(time)", "\(entry["number"]?.int ?? 0)".leftPadded(to: 5)]
        var notes: [String] = []
        if let direction = entry["direction"]?.string {
            words += [
                direction == "in" ? "→" : "←",
                printable(entry["topic"]?.string ?? "-"),
                printable(entry["event"]?.string ?? "-"),
                "\(entry["bytes"]?.int ?? 0) bytes",
            ]
            notes.append("socket \(entry["socket"]?.int ?? 0)")
        } else {
            words += [
                "\(entry["status"]?.int ?? 0)",
                (entry["method"]?.string ?? "").padded(to: 6),
                printable(entry["path"]?.string ?? ""),
            ]
            if let time = entry["timing"]?["milliseconds"] {
                notes.append("\(String(decoding: time.rawText, as: UTF8.self)) ms")
            }
        }
        if let user = entry["user"]?.string { notes.append("user \(printable(user))") }
        if let stub = entry["stub"]?.int { notes.append("stub \(stub)") }
        if let fault = entry["fault"]?.string { notes.append("fault \(printable(fault))") }
        if let changes = entry["changes"]?.elements, !changes.isEmpty {
            notes.append(counted(changes.count, "row") + " written")
        }
        if namesWorld, let world = entry["world"]?.string, world != "default" {
            notes.append("world \(world)")
        }
        text = words.joined(separator: " ") + "  " + notes.joined(separator: ", ")
    }

    /// The line of an event of the stream; nil for an event that is not for people.
    init?(of event: EventReader.Event, namesWorld: Bool) {
        guard let document = try? JSON(parsing: event.data) else { return nil }
        switch event.name {
        case "request", "message": self.init(document.root, namesWorld: namesWorld)
        case "dropped":
            let world = document.root["world"]?.string ?? ""
            self.init(text: "entries of the world \(world) came too fast and were dropped")
        case "ended":
            self.init(text: "the world \(document.root["world"]?.string ?? "") has ended")
        default: return nil
        }
    }

    private init(text: String) {
        self.text = text
    }
}

/// Reads server-sent events as their bytes come (WHATWG HTML §9.2.6).
struct EventReader {
    struct Event: Equatable {
        var name = "message"
        var data: [UInt8] = []
    }

    private var pending: [UInt8] = []
    private var event = Event()

    /// The events that are whole with `bytes`.
    mutating func read(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        pending += bytes
        var lines = pending.split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        // What comes behind the last line end is not whole yet.
        pending = lines.popLast().map { Array($0) } ?? []
        for line in lines {
            guard !line.isEmpty else {
                if !event.data.isEmpty { events.append(event) }
                event = Event()
                continue
            }
            take(line)
        }
        return events
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        var value = line.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: name, as: UTF8.self) {
        case "event": event.name = String(decoding: value, as: UTF8.self)
        case "data":
            if !event.data.isEmpty { event.data.append(UInt8(ascii: "\n")) }
            event.data += value
        default: break
        }
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

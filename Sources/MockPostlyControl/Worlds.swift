internal import MockPostlyHTTP
internal import MockPostlyJSON

/// `worlds` and `reset`.
enum Worlds {
    static func list(_: Request, _ control: Control) throws -> Response {
        let worlds = try control.server.worldSummaries
        return .json { json in
            json.beginObject()
            json.key("worlds")
            json.beginArray()
            for world in worlds {
                json.beginObject()
                json.field("id", world.name)
                world.writeCounts(&json)
                json.endObject()
            }
            json.endArray()
            json.endObject()
        }
    }

    static func reset(_ request: Request, _ control: Control) throws -> Response {
        let settings = try ControlBody(request, members: ["world"])
        let name = try settings.text("world") ?? "default"
        let known = try control.server.worldSummaries.map(\.name)
        guard known.contains(name) else {
            throw Problem(
                404,
                "Unknown world",
                detail: "There is no world '\(name)'.",
                hint: "The worlds are: \(known.joined(separator: ", "))."
            )
        }
        let summary = try control.server.reset(world: name)
        return .json { json in
            json.beginObject()
            json.field("world", summary.world.name)
            summary.world.writeCounts(&json)
            json.field("milliseconds", summary.milliseconds)
            json.endObject()
        }
    }
}

extension WorldSummary {
    fileprivate func writeCounts(_ json: inout JSONWriter) {
        json.field("posts", posts)
        json.field("users", users)
        json.field("comments", comments)
    }
}

/// The settings in the body of a control request: a JSON object, or nothing at all.
struct ControlBody {
    private let root: JSONValue?

    /// Reads the body of `request`, whatever its media type, which may have `members` only.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ request: Request, members: [String]) throws {
        guard !request.body.isEmpty else {
            root = nil
            return
        }
        let list = members.map { "'\($0)'" }.joined(separator: ", ")
        let document: JSON
        do {
            document = try JSON(parsing: request.body)
        } catch {
            let place = error.position(in: request.body)
            throw Problem(
                400,
                "Malformed JSON",
                detail: "Line \(place.line), column \(place.column): \(error.reason.words).",
                hint: "Send a JSON object with the members \(list), or no body."
            )
        }
        guard document.root.kind == .object else {
            throw Problem(
                400,
                "Not an object",
                detail: "The body is JSON, but no object.",
                hint: "Send a JSON object with the members \(list), or no body."
            )
        }
        if let unknown = document.root.members.first(where: { !members.contains($0.name) }) {
            throw Problem(
                400,
                "Unknown member",
                detail: "There is no member '\(unknown.name)'.",
                hint: "The members are: \(list)."
            )
        }
        root = document.root
    }

    /// The text of a member, or nil when it is absent.
    ///
    /// Throws a ``Problem`` when it is no text.
    func text(_ name: String) throws -> String? {
        guard let value = root?[name] else { return nil }
        guard let text = value.string else {
            throw Problem(
                400,
                "Wrong type",
                detail: "The member '\(name)' must be a text.",
                hint: "Put it in quotes."
            )
        }
        return text
    }
}

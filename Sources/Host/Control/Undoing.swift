internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJournal
internal import MockPostlyWorlds

/// `undo`: back to before the last writes of a world, or before one of its requests.
enum Undoing {
    /// What is as before an undo, in words for people.
    private static let stays = ["faults", "stubs", "clock", "journal", "random numbers"]

    static func undo(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(request, members: ["world", "count", "before"])
        let world = try call.world(query, body)
        let wanted = try body.int("count", in: 1...1_000_000).map { Int($0) }
        let number = try body.int("before", in: 1...Int64.max).map { Int($0) }
        if wanted != nil, number != nil {
            throw Problem.conflict("count", "before", hint: "Send one of them.")
        }
        guard let known = try call.worlds.undoable(in: world) else { throw noHistory }
        let count = try number.map { try steps(backTo: $0, in: world, call) } ?? wanted ?? 1
        guard count <= known else { throw tooFew(known, count) }
        let undone = try call.worlds.undo(count, in: world)
        let left = try call.worlds.undoable(in: world) ?? 0
        let sent = undone.requests.min().flatMap { try? messages(after: $0, in: world, call) }
        return .object { json in
            json.field("world", world)
            json.field("undone", count)
            json.list("requests", undone.requests) { $1.int($0) }
            json.field("left", left)
            json.key("sent")
            if let sent { json.int(sent) } else { json.null() }
            json.list("stays", stays)
        }
    }

    private static func steps(
        backTo number: Int,
        in world: String,
        _ call: Control.Call
    ) throws -> Int {
        guard let count = try call.worlds.undoable(backTo: number, in: world) else {
            throw Problem(
                409,
                "Not undoable",
                detail: "The request \(number) has written nothing that can still be undone.",
                hint: "GET /requests shows which have 'changes'; the oldest are forgotten.",
                member: "before"
            )
        }
        return count
    }

    /// How many messages clients have got since a request, which nothing calls back.
    private static func messages(
        after number: Int,
        in world: String,
        _ call: Control.Call
    ) throws -> Int {
        try call.worlds.journal(of: world).journal.entries(after: number).count { entry in
            guard case .message(let message) = entry.content else { return false }
            return message.frame.direction == .outgoing
        }
    }

    private static let noHistory = Problem(
        409,
        "No history",
        detail: "What was before the writes of this world is not kept.",
        hint: "It is for worlds in memory, unless MOCKPOSTLY_HISTORY is 0. Use snapshots instead."
    )

    private static func tooFew(_ known: Int, _ count: Int) -> Problem {
        Problem(
            409,
            "Too few writes",
            detail: known == 0
                ? "There is no write that can be undone."
                : "\(count) are to be undone, and the last \(known) can be.",
            hint: "What was committed together is undone together. POST /reset undoes all.",
            member: "count"
        )
    }
}

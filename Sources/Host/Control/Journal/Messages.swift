internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyMatching
internal import MockPostlyWorlds

/// `messages`: the journal of a world, as far as it is messages of channels.
enum Messages {
    static func list(_ request: Request, _ call: Control.Call) throws -> Reply {
        let filters = ["direction", "topic", "event", "user", "socket", "transport"]
        let query = try ControlQuery(
            request,
            parameters: ["world", "limit", "before", "after"] + filters
                + Requests.detailParameters
        )
        let reader = try call.worlds.journal(of: try call.world(query))
        var pattern = try MessagePattern(
            ControlBody(
                filters.filter { $0 != "socket" }.compactMap { name in
                    query.text(name).map { (name, $0) }
                }
            )
        )
        pattern.socket = try query.int("socket", in: 0...Int(Int32.max))
        let (page, detail, hub) = (
            try Page(query), try EntryDetail(query), call.worlds.journals
        )
        return page.reply("messages", reader, detail, in: hub) { [pattern] entry, budget in
            guard case .message(let message) = entry.entry.content else { return false }
            return pattern.comparison(with: message, budget).isMet
        }
    }
}

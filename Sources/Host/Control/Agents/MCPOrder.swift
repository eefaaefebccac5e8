internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText
internal import MockPostlyWorlds

/// A call of a tool: which control call is meant, and with what.
struct MCPOrder {
    private let action: MCPTool.Action
    private let arguments: [(name: String, value: JSONValue)]
    private let known: [ControlDescription.Argument]

    /// Reads `name` and `arguments` of a message.
    ///
    /// Throws an ``RPCError`` for a tool that is not there, and a ``Mistake`` for what the agent can
    /// mend.
    init(_ message: MCP.Message) throws {
        let name = message.parameter("name")?.string ?? ""
        guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
            let names = enumerated(MCPTool.all.map(\.name))
            throw RPCError.badParameters(
                "There is no tool '\(shortened(name))'. The tools are: \(names)."
            )
        }
        let given = message.parameter("arguments")
        guard given == nil || given?.kind == .object else {
            throw RPCError.badParameters("The 'arguments' are an object.")
        }
        let hasActions = tool.actions.count > 1
        let wanted = hasActions ? given?["action"]?.string ?? tool.actions[0].name : nil
        action = try wanted.map { try Self.action($0, of: tool) } ?? tool.actions[0]
        arguments = (given?.members ?? []).filter { !hasActions || $0.name != "action" }
        known = try ControlDescription().arguments(of: action)
        try check()
    }

    /// What is wrong with the arguments of a call, for the agent.
    struct Mistake: Error {
        let words: String
    }

    private static func action(_ name: String, of tool: MCPTool) throws -> MCPTool.Action {
        guard let action = tool.actions.first(where: { $0.name == name }) else {
            let names = enumerated(tool.actions.map(\.name))
            throw Mistake(words: "There is no action '\(shortened(name))'. There are: \(names).")
        }
        return action
    }

    /// Refuses arguments that have no place in the call, and one without what its path needs.
    ///
    /// Members of the body are checked by the call itself, with better words.
    private func check() throws(Mistake) {
        let takesMembers = action.body == nil && known.contains { $0.place == .body }
        let names = known.map(\.name)
        for (name, _) in arguments where !takesMembers && !names.contains(name) {
            let told = known.filter { !$0.isFormer }.map(\.name)
            let list = told.isEmpty ? "It has none." : "It has: \(enumerated(told))."
            throw Mistake(words: "'\(action.name)' has no argument '\(shortened(name))'. \(list)")
        }
        for argument in known
        where (argument.place == .path || argument.name == action.body)
            && text(argument.name)?.isEmpty != false
        {
            throw Mistake(words: "'\(action.name)' needs the argument '\(argument.name)'.")
        }
        for argument in known where argument.place == .path {
            guard text(argument.name)?.utf8.contains(UInt8(ascii: "/")) == true else { continue }
            throw Mistake(words: "The argument '\(argument.name)' has no '/'.")
        }
    }

    /// The value of an argument as a text of a path or a query.
    private func text(_ name: String) -> String? {
        guard let value = arguments.last(where: { $0.name == name })?.value else { return nil }
        return value.string ?? String(decoding: value.rawText, as: UTF8.self)
    }

    // MARK: Performing

    /// What the control call answers, in words for an agent.
    func perform(as request: Request, _ call: Control.Call) throws -> Deferred<MCPOutcome> {
        let target = target
        let inner = try self.request(target, as: request)
        return try call.control.perform(inner, call).map { MCPOutcome($0, of: target, action) }
    }

    /// The target of the control call.
    private var target: String {
        let path = action.pattern.split(separator: "/").map { segment -> String in
            guard segment.first == "{" else { return String(segment) }
            return encoded(text(String(segment.dropFirst().dropLast())) ?? "")
        }
        let query = known.compactMap { argument -> String? in
            guard argument.place == .query, let text = text(argument.name) else { return nil }
            return "\(argument.name)=\(encoded(text))"
        }
        let start = "/" + path.joined(separator: "/")
        return query.isEmpty ? start : start + "?" + query.joined(separator: "&")
    }

    private func encoded(_ text: String) -> String {
        percentEncoded(text)
    }

    /// The arguments that are the body; none for a call without one.
    private var body: [UInt8] {
        let places = Dictionary(known.map { ($0.name, $0.place) }) { first, _ in first }
        let members = arguments.filter { places[$0.name] ?? .body == .body }
        if let name = action.body {
            return members.last { $0.name == name }.map { Array($0.value.rawText) } ?? []
        }
        guard !members.isEmpty else { return [] }
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for (name, value) in members {
            json.key(name)
            json.value(value)
        }
        json.endObject()
        return json.finish()
    }

    private func request(_ target: String, as outer: Request) throws -> Request {
        let body = body
        let head = """
            \(action.method.name) \(target) HTTP/1.1\r
            Host: \(outer.authority)\r
            Content-Length: \(body.count)\r
            \r

            """
        let parsed = RequestParser.step(of: Array(head.utf8) + body, RequestLimits()).step
        guard case .request(let request) = parsed else {
            throw Mistake(words: "The arguments are too long for a request.")
        }
        return request
    }
}

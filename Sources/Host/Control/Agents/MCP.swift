internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorlds

/// `POST /__mockpostly/mcp`: the Model Context Protocol, for agents that write code.
///
/// Streamable HTTP without sessions and streams: each message is a POST, each answer one JSON document
/// (specification 2025-11-25, "Transports"). `mockpostly mcp` hands lines of standard input on to it.
enum MCP {
    static let path = "/__mockpostly/mcp"
    /// The versions of the protocol that are spoken, the newest first.
    static let versions = ["2025-11-25", "2025-06-18"]

    /// What an agent is told before it knows a tool.
    private static let instructions = """
        mockpostly is a mock backend. Make a world of your own first (tool world, action create), \
        name it in each call, and let the app use its baseUrls. \
        \(AgentGuide.path) of the server has the systems, log-ins and a request that works for each.
        """

    static func owns(_ path: some Collection<UInt8>) -> Bool { path.elementsEqual(self.path.utf8) }

    /// Answers a message, whose sender is allowed the control plane.
    static func respond(to request: Request, _ call: Control.Call) throws -> Reply {
        if let refusal = refusal(of: request) { return .now(refusal) }
        let message: Message
        do {
            message = try Message(request.body)
        } catch {
            return .now(error.response(to: nil, status: 400))
        }
        guard let id = message.id else { return .now(Response(status: 202)) }
        if let version = request.header("mcp-protocol-version"), !versions.contains(version) {
            return .now(RPCError.version(version).response(to: id, status: 400))
        }
        do {
            return try answer(message, id, request, call)
        } catch let error as RPCError {
            return .now(error.response(to: id))
        } catch let mistake as MCPOrder.Mistake {
            return .now(result(of: id) { MCPOutcome(mistake).write(&$0) })
        } catch let error as HostError {
            return .now(Problem(error).response)
        }
    }

    private static func answer(
        _ message: Message,
        _ id: JSONValue,
        _ request: Request,
        _ call: Control.Call
    ) throws -> Reply {
        switch message.method {
        case "initialize": return .now(try initialized(message, id, call))
        case "ping": return .now(result(of: id) { _ in })
        case "tools/list":
            guard message.parameter("cursor") == nil else {
                throw RPCError.badParameters("There is one page of tools, without a cursor.")
            }
            let tools = try MCPTools()
            return .now(result(of: id) { tools.write(&$0) })
        case "tools/call":
            let order = try MCPOrder(message)
            return try order.perform(as: request, call).map { outcome in
                result(of: id) { outcome.write(&$0) }
            }
        default: throw RPCError.unknownMethod(message.method)
        }
    }

    /// The answer to the first message: the version of the client if it is spoken, else the newest.
    private static func initialized(
        _ message: Message,
        _ id: JSONValue,
        _ call: Control.Call
    ) throws -> Response {
        guard let wanted = message.parameter("protocolVersion")?.string else {
            throw RPCError.badParameters("The parameter 'protocolVersion' is missing.")
        }
        return result(of: id) { json in
            json.field("protocolVersion", versions.contains(wanted) ? wanted : versions[0])
            json.key("capabilities")
            json.beginObject()
            json.key("tools")
            json.beginObject()
            json.endObject()
            json.endObject()
            json.key("serverInfo")
            json.beginObject()
            json.field("name", "mockpostly")
            json.field("version", call.control.process.versions.first?.value ?? "")
            json.endObject()
            json.field("instructions", instructions)
        }
    }

    /// The answer to the request `id`; `write` writes the members of its result.
    private static func result(
        of id: JSONValue,
        _ write: (inout JSONWriter) -> Void
    ) -> Response {
        .object { json in
            json.field("jsonrpc", "2.0")
            json.key("id")
            json.value(id)
            json.key("result")
            json.beginObject()
            write(&json)
            json.endObject()
        }
    }

    /// The refusal of a request that is no message, before its body is read.
    private static func refusal(of request: Request) -> Response? {
        guard request.method == .post else {
            var response = Problem(
                405,
                "Method not allowed",
                detail: "There is no stream and no session here.",
                hint: "Send each message as a POST."
            ).response
            response.fields.append(.init("Allow", "POST"))
            return response
        }
        guard mediaType(request.header("content-type") ?? "") == "application/json" else {
            return Problem(
                415,
                "Not JSON",
                detail: "The Content-Type of a message is application/json.",
                hint: "Send a message of JSON-RPC."
            ).response
        }
        guard takesJSON(request.header("accept")) else {
            return Problem(
                406,
                "Not acceptable",
                detail: "All answers are application/json, which the Accept header leaves out.",
                hint: "Send 'Accept: application/json, text/event-stream'."
            ).response
        }
        return nil
    }

    /// Whether an Accept field takes JSON; one that is absent takes everything.
    private static func takesJSON(_ accept: String?) -> Bool {
        guard let accept else { return true }
        return accept.split(separator: ",").contains {
            ["application/json", "application/*", "*/*"].contains(mediaType($0))
        }
    }

    /// The media type in front of parameters, in lower case.
    private static func mediaType(_ field: some StringProtocol) -> String {
        let type = field.prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
        return type.prefix { $0 != " " && $0 != "\t" }.lowercased()
    }
}

extension MCP {
    /// A message of JSON-RPC 2.0.
    struct Message {
        /// Nil for what wants no answer: a notification, or an answer of the client.
        let id: JSONValue?
        let method: String
        private let parameters: JSONValue?

        init(_ body: [UInt8]) throws(RPCError) {
            guard let root = try? JSON(parsing: body).root else { throw .notJSON }
            guard root.kind == .object, root["jsonrpc"]?.string == "2.0" else {
                throw .badMessage("A message is one object with \"jsonrpc\": \"2.0\".")
            }
            let id = root["id"]
            guard id == nil || id?.string != nil || id?.isIntegerLiteral == true else {
                throw .badMessage("The id of a request is a text or a whole number.")
            }
            guard let method = root["method"]?.string else {
                guard id != nil, root["result"] != nil || root["error"] != nil else {
                    throw .badMessage("A message has a 'method'.")
                }
                (self.id, self.method, parameters) = (nil, "", nil)
                return
            }
            let parameters = root["params"]
            guard parameters == nil || parameters?.kind == .object else {
                throw .badMessage("The 'params' are an object.")
            }
            (self.id, self.method, self.parameters) = (id, method, parameters)
        }

        func parameter(_ name: String) -> JSONValue? { parameters?[name] }
    }
}

/// A failure of JSON-RPC 2.0: of the message, not of what a tool does.
enum RPCError: Error {
    case notJSON
    case badMessage(String)
    case unknownMethod(String)
    case badParameters(String)
    case version(String)

    /// The codes of JSON-RPC, and that of the protocol for a version that is not spoken.
    private var code: Int {
        switch self {
        case .notJSON: -32_700
        case .badMessage: -32_600
        case .unknownMethod: -32_601
        case .badParameters: -32_602
        case .version: -32_022
        }
    }

    private var words: String {
        switch self {
        case .notJSON: "The body is not JSON."
        case .badMessage(let words), .badParameters(let words): words
        case .unknownMethod(let method): "There is no method '\(shortened(method))'."
        case .version(let version): "The version '\(shortened(version))' is not spoken."
        }
    }

    /// The answer to the request `id`; nil for one that could not be read.
    func response(to id: JSONValue?, status: Int = 200) -> Response {
        .object(status: status) { json in
            json.field("jsonrpc", "2.0")
            json.key("id")
            if let id { json.value(id) } else { json.null() }
            json.key("error")
            json.beginObject()
            json.field("code", code)
            json.field("message", words)
            if case .version(let version) = self {
                json.key("data")
                json.beginObject()
                json.list("supported", MCP.versions)
                json.field("requested", version)
                json.endObject()
            }
            json.endObject()
        }
    }
}

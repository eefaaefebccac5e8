internal import MockPostlyHTTP

/// A tool for agents: a few control calls under one name.
struct MCPTool: Sendable {
    /// What a tool does at a call.
    struct Action: Sendable {
        /// The value of the argument `action`.
        let name: String
        let method: Method
        /// The pattern of the call's path, below ``Control/prefix``.
        let path: String
        /// The argument that is the whole body; nil where the body is made of arguments.
        var body: String?

        init(_ name: String, _ method: Method, _ path: String, body: String? = nil) {
            (self.name, self.method, self.path, self.body) = (name, method, path, body)
        }

        var pattern: String { Control.prefix + path }

        /// What the table of routes says of it.
        var summary: String {
            Control.routes.first { $0.method == method && $0.pattern == pattern }?.summary ?? ""
        }
    }

    let name: String
    /// One sentence, before the list of actions.
    let summary: String
    /// The first one is meant when a call names none.
    let actions: [Action]

    init(_ name: String, _ summary: String, _ actions: Action...) {
        (self.name, self.summary, self.actions) = (name, summary, actions)
    }

    var description: String {
        guard actions.count > 1 else { return summary }
        let list = actions.enumerated().map { place, action in
            "\(action.name)\(place == 0 ? " (default)" : ""): \(action.summary)"
        }
        return "\(summary) Actions: \(list.joined(separator: "; "))."
    }

    /// All tools; an agent sees them in this order.
    static let all = [
        MCPTool(
            "world",
            "Private worlds: content, clock, faults and journal that no other client sees.",
            Action("create", .post, "/worlds"),
            Action("list", .get, "/worlds"),
            Action("show", .get, "/worlds/{id}"),
            Action("delete", .delete, "/worlds/{id}")
        ),
        MCPTool(
            "reset",
            "Sets a world back to what it began with.",
            Action("reset", .post, "/reset")
        ),
        MCPTool(
            "snapshot",
            "Keeps a world's content under a name, to restore it or to see what has changed since.",
            Action("save", .post, "/snapshots"),
            Action("list", .get, "/snapshots"),
            Action("restore", .post, "/snapshots/{name}/restore"),
            Action("diff", .get, "/snapshots/{name}/diff"),
            Action("delete", .delete, "/snapshots/{name}")
        ),
        MCPTool(
            "data",
            "The records behind the systems, to read and to change.",
            Action("list", .get, "/data"),
            Action("page", .get, "/data/{collection}"),
            Action("show", .get, "/data/{collection}/{id}"),
            Action("add", .post, "/data/{collection}", body: "record"),
            Action("change", .patch, "/data/{collection}/{id}", body: "record"),
            Action("delete", .delete, "/data/{collection}/{id}")
        ),
        MCPTool(
            "token",
            "Makes a token with which a request is signed in; expired or broken on purpose, too.",
            Action("make", .post, "/tokens")
        ),
        MCPTool(
            "clock",
            "The clock of a world.",
            Action("show", .get, "/clock"),
            Action("set", .put, "/clock"),
            Action("advance", .post, "/clock/advance")
        ),
        MCPTool(
            "fault",
            "Lets certain requests go wrong: errors, delays, answers that are cut or lost.",
            Action("add", .post, "/faults"),
            Action("list", .get, "/faults"),
            Action("presets", .get, "/fault-presets"),
            Action("delete", .delete, "/faults/{id}"),
            Action("clear", .delete, "/faults")
        ),
        MCPTool(
            "stub",
            "Answers certain requests as ordered, in place of the system.",
            Action("add", .post, "/stubs"),
            Action("list", .get, "/stubs"),
            Action("delete", .delete, "/stubs/{id}"),
            Action("clear", .delete, "/stubs")
        ),
        MCPTool(
            "requests",
            "What the app has sent and what was answered, with the rows that it changed.",
            Action("list", .get, "/requests"),
            Action("show", .get, "/requests/{number}"),
            Action("verify", .post, "/requests/verify"),
            Action("wait", .post, "/requests/wait"),
            Action("curl", .get, "/requests/{number}/curl"),
            Action("clear", .delete, "/requests")
        ),
        MCPTool(
            "curl",
            "Sends a request to a system as the app would, and shows the answer.",
            Action("send", .post, "/requests")
        ),
        MCPTool(
            "routes",
            "The routes of the systems that are served, with their base URLs and log-ins.",
            Action("list", .get, "/routes")
        ),
        MCPTool(
            "undo",
            "Undoes the last writes of a world, or goes back to before a request of the journal.",
            Action("undo", .post, "/undo")
        ),
    ]
}

internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// `/todos`, and the todos of a user.
///
/// Only the list of a user supports `select`.
enum Todos {
    private static let written: [StaticString] = ["todo", "completed", "userId"]

    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.todos, call.documents.all(.todos))
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.whole(try call.plain(.todos, call.parameter("id")))
    }

    static func random(_: Request, _ call: Call) throws -> Response {
        call.random(.todos)
    }

    static func ofUser(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, .string(call.parameter("userId")))
        return try call.page(.todos, call.all(.todos, of: user), options: .selects)
    }

    static func add(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, call.body["userId"])
        let (id, response) = call.added(.todos, written)
        try call.store(.todos, id: id) { json in
            json.member("todo", call.body["todo"], or: .string(""))
            json.member("completed", call.body["completed"], or: .bool(false))
            json.field("userId", user.id)
        }
        return response
    }

    static func update(_: Request, _ call: Call) throws -> Response {
        let todo = try call.edited(.todos)
        let (members, response) = call.edited(todo, written) { name, value in
            // `completed` is taken from the request even when it is null or false.
            "\(name)" == "completed" ? call.body.has("completed") : value.isTrue
        }
        try call.store(
            .todos,
            todo,
            replacing: members.map { ($0.name, $0.name == "userId" ? numeric($0.value) : $0.value) }
        )
        return response
    }

    static func delete(_: Request, _ call: Call) throws -> Response {
        try call.deleted(.todos, try call.plain(.todos, call.parameter("id")))
    }
}

/// `/quotes`, which are read-only.
enum Quotes {
    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.quotes, call.documents.all(.quotes))
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.whole(try call.plain(.quotes, call.parameter("id")))
    }

    static func random(_: Request, _ call: Call) throws -> Response {
        call.random(.quotes)
    }
}

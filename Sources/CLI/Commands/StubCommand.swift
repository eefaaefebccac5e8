internal import MockPostlyControl
internal import MockPostlyControlClient
internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let stub = Command(
        name: "stub",
        summary: "order the answers to certain requests of a world",
        description: """
            A stub answers requests in place of the real behaviour, which comes back when the stub \
            is used up or deleted. It belongs to one world and ends with it. A reset of the world \
            keeps its stubs.
            """,
        examples: stubAdd.examples + stubDelete.examples,
        subcommands: [stubAdd, stubList, stubDelete, stubClear]
    )

    private static let jsonAlone = ServerOptions.Group(
        title: "Options",
        options: [ClientOptions.json]
    )

    private static let stubAdd = Command(
        name: "stub add",
        summary: "answer requests as a file or options say",
        description: """
            The file has the JSON that POST /__mockpostly/v1/stubs takes; - is standard input. In \
            place of a file, --match and the other options describe a simple stub.
            """,
        operands: .init(placeholder: "FILE|-", count: 0...1, completion: .paths),
        groups: [
            .init(title: "Options", options: ClientOptions.newStub + [ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly stub add --match 'GET /api/posts' --status 503 --times 2",
                purpose: "refuse the next two requests for the posts"
            ),
            .init(
                line: "mockpostly stub add --match 'GET /api/posts' --patch '{\"posts\": []}'",
                purpose: "the real answer with an empty list"
            ),
            .init(line: "mockpostly stub add busy.json -w w1", purpose: "as a file says, in w1"),
        ],
        body: { call throws(Failure) in
            let body = try stubOrder(call)
            let client = try call.controlClient(for: .changing)
            let answer = try client.json("POST", ["stubs"], body: .json(body))
            return try call.show(answer, inRow: stubRow)
        }
    )

    private static let stubList = Command(
        name: "stub list",
        summary: "list the stubs of a world",
        description: """
            Prints a line for each stub, in the order in which requests try them: its id or \
            number, its priority, how many requests it has answered and how many it will still \
            answer, the requests that it is for, and its responses.
            """,
        groups: [jsonAlone, ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly stub list", purpose: "how often each was used")],
        body: { call throws(Failure) in
            let head = ["STUB", "PRIORITY", "USED", "LEFT", "REQUESTS", "RESPONSE"]
            let answer = try call.controlClient().get(["stubs"])
            return try call.showTable(answer, "stubs", head, stubRow)
        }
    )

    private static let stubDelete = Command(
        name: "stub delete",
        summary: "delete stubs",
        description: "Deletes stubs by their ids or numbers.",
        operands: .init(placeholder: "ID…", count: 1...10_000),
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly stub delete 1", purpose: "one")],
        body: { call throws(Failure) in
            try call.deleteEach { client, name in client.call("DELETE", ["stubs", name]) }
        }
    )

    private static let stubClear = Command(
        name: "stub clear",
        summary: "delete all stubs of a world",
        description: "The states of their scenarios are forgotten as well.",
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly stub clear -w w1", purpose: "those of w1")],
        body: { call throws(Failure) in
            let client = try call.controlClient(for: .changing)
            let world = try client.nameOfWorld()
            try client.answer("DELETE", ["stubs"], [("world", world)])
            try call.console.write("\(world): no stubs\n")
            return .success
        }
    )

    /// The order that the file has, or that the options make.
    private static func stubOrder(_ call: Command.Call) throws(Failure) -> [UInt8] {
        let given = call.settings.client.given
        guard let operand = call.operands.first else {
            guard given["match"] != nil else {
                throw .usage("stub add needs a file or --match", hint: "give it one of them")
            }
            return given.stub
        }
        guard given.isEmpty else {
            throw .usage("a file and options for a stub do not go together", hint: "give one")
        }
        return try ImportContent(file: operand, expecting: "a stub in JSON").bytes
    }
}

extension GivenMembers {
    /// The order of a stub as JSON.
    fileprivate var stub: [UInt8] {
        ControlCall.object { json in
            write(ControlOrders.stub, &json)
            json.key("response")
            json.beginObject()
            withBodyAsJSON.write(ControlOrders.stubResponse, at: "response.", &json)
            json.endObject()
        }
    }

    /// The same, with a text of a body that is JSON as such.
    private var withBodyAsJSON: GivenMembers {
        guard let body = self["response.body"],
            let text = (try? JSON(parsing: body))?.root.string.map({ Array($0.utf8) }),
            (try? JSON(parsing: text)) != nil
        else { return self }
        var given = self
        (given["response.body"], given["response.json"]) = (nil, text)
        return given
    }
}

/// Whether an answer is that of the real system.
private func isReal(_ response: JSONValue?) -> Bool {
    response?["real"]?.bool == true || response?["patch"] != nil || response?["remove"] != nil
}

@Sendable private func stubRow(_ stub: JSONValue) -> [String] {
    let number = "\(stub["number"]?.int ?? 0)"
    let match = stub["match"] ?? stub["mapping"]?["request"]
    let response = stub["response"] ?? stub["mapping"]?["response"]
    let sequence = stub["sequence"]?.elements.map(Optional.some) ?? [response]
    let statuses = sequence.map { response in
        response?["status"]?.int.map { "\($0)" } ?? (isReal(response) ? "real" : "200")
    }
    let most = 8
    let shown = statuses.prefix(most).joined(separator: ", ")
    return [
        printable(stub["id"]?.string ?? number),
        "\(stub["priority"]?.int ?? 0)",
        "\(stub["used"]?.int ?? 0)",
        stub["left"]?.int.map { "\($0)" } ?? "no end",
        printable(match.map { String(decoding: $0.rawText, as: UTF8.self) } ?? "all"),
        statuses.count > most ? shown + ", …" : shown,
    ]
}

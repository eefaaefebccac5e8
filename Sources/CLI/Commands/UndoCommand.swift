internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let undo = Command(
        name: "undo",
        summary: "undo the last writes of a world",
        description: """
            Sets the content of a world back to before its last write, or its last N; with --before, \
            to before a request of the journal. What was committed together is undone together. \
            Faults, stubs, the clock and the journal stay, and messages that were sent are not called \
            back. It is for worlds in memory; MOCKPOSTLY_HISTORY of the server says how much is kept.
            """,
        operands: .init(placeholder: "[N]", count: 0...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.before, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly undo", purpose: "the last write"),
            .init(line: "mockpostly undo 3 -w w1", purpose: "the last three, in the world w1"),
            .init(
                line: "mockpostly undo --before 12",
                purpose: "back to before the request 12 of `mockpostly requests`"
            ),
        ],
        body: { call throws(Failure) in try call.undo() }
    )
}

extension Command.Call {
    fileprivate func undo() throws(Failure) -> ExitCode {
        let (text, before) = (operands.first, settings.client.before)
        guard text == nil || before == nil else {
            throw .usage("N and --before exclude each other", hint: "give one of them")
        }
        let count = text.flatMap { Int64($0) }
        guard text == nil || (count ?? 0) > 0 else {
            throw .usage(
                "expected a number from 1, found \(quoted(text ?? ""))",
                hint: "it says how many writes are undone"
            )
        }
        let answer = try controlClient(for: .changing).send("POST", ["undo"]) { json in
            if let count { json.field("count", count) }
            if let before { json.field("before", Int64(before)) }
        }
        return try show(answer, Self.words)
    }

    private static func words(_ answer: JSONValue) -> String {
        let world = printable(answer["world"]?.string ?? "default")
        let requests = (answer["requests"]?.elements ?? []).compactMap { $0.int.map(String.init) }
        var text = "\(world): \(answer["undone"]?.int ?? 0) undone"
        if !requests.isEmpty { text += ", of requests \(requests.joined(separator: ", "))" }
        text += "; \(answer["left"]?.int ?? 0) more can be\n"
        if let sent = answer["sent"]?.int, sent > 0 {
            text += "not undone: \(sent) messages that clients have got\n"
        }
        return text
    }
}

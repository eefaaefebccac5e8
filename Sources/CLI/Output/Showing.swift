internal import MockPostlyControlClient
internal import MockPostlyJSON

/// How commands end: each prints what a server has answered, and has succeeded with that.
extension Command.Call {
    /// Prints a server's response: as JSON where the options ask for it, else as text made by
    /// `words`.
    @discardableResult
    func show(_ answer: JSON, _ words: (JSONValue) -> String) throws(Failure) -> ExitCode {
        if settings.client.format == .json {
            try console.write(
                JSONWriter.pretty(Array(answer.root.rawText)) + [UInt8(ascii: "\n")]
            )
        } else {
            try console.write(words(answer.root))
        }
        return .success
    }

    /// The same with one line of text, whose cells are those of `row`.
    func show(_ answer: JSON, inRow row: (JSONValue) -> [String]) throws(Failure) -> ExitCode {
        try show(answer) { table([row($0)], width: console.columns) }
    }

    /// Prints a server's list, its member `name`, as ``show(_:_:)`` does; that it is empty is said
    /// on standard error, in the words `noun`.
    func showList(
        _ answer: JSON,
        _ name: String,
        _ noun: String,
        _ words: ([JSONValue]) -> String
    ) throws(Failure) -> ExitCode {
        let entries = answer.root[name]?.elements ?? []
        guard settings.client.format == .json || !entries.isEmpty else {
            let world = answer.root["world"]?.string.map { " in the world \(printable($0))" }
            console.tell("no \(noun)\(world ?? "")\n")
            return .success
        }
        return try show(answer) { _ in words(entries) }
    }

    /// The same as a table with the headings `head`.
    func showTable(
        _ answer: JSON,
        _ name: String,
        _ head: [String],
        _ row: (JSONValue) -> [String],
        noun: String? = nil
    ) throws(Failure) -> ExitCode {
        try showList(answer, name, noun ?? name) { entries in
            table([head] + entries.map(row), width: console.columns, hasHead: true)
        }
    }

    /// Deletes what the operands name by the calls of `order`, and says so of each.
    func deleteEach(
        _ order: (CommandClient, _ name: String) -> ControlCall
    ) throws(Failure) -> ExitCode {
        let client = try controlClient(for: .changing)
        for name in operands {
            _ = try client.ask(order(client, name))
            try console.write("\(printable(name)): deleted\n")
        }
        return .success
    }

    /// Prints the counts of a world's new content.
    func showContent(_ answer: JSON) throws(Failure) -> ExitCode {
        try show(answer) { content in
            let time = content["milliseconds"].map {
                " in \(String(decoding: $0.rawText, as: UTF8.self)) ms"
            }
            return "\(WorldText(content).summary)\(time ?? "")\n"
        }
    }
}

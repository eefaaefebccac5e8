internal import MockPostlyJSON

extension Command.Call {
    /// Prints a server's response: as JSON where the options ask for it, else as text made by
    /// `words`.
    func show(_ answer: JSON, _ words: (JSONValue) -> String) throws(Failure) {
        if settings.client.format == .json {
            try console.write(
                JSONWriter.pretty(Array(answer.root.rawText)) + [UInt8(ascii: "\n")]
            )
        } else {
            try console.write(words(answer.root))
        }
    }

    /// Prints a server's list, its member `name`, as ``show(_:_:)`` does; that it is empty is said
    /// on standard error, in the words `noun`.
    func showList(
        _ answer: JSON,
        _ name: String,
        _ noun: String,
        _ words: ([JSONValue]) -> String
    ) throws(Failure) {
        let entries = answer.root[name]?.elements ?? []
        guard settings.client.format == .json || !entries.isEmpty else {
            let world = answer.root["world"]?.string.map { " in the world \(printable($0))" }
            console.tell("no \(noun)\(world ?? "")\n")
            return
        }
        try show(answer) { _ in words(entries) }
    }

    /// Prints the counts of a world's new content.
    func showContent(_ answer: JSON) throws(Failure) {
        try show(answer) { content in
            let time = content["milliseconds"].map {
                " in \(String(decoding: $0.rawText, as: UTF8.self)) ms"
            }
            return "\(WorldText(content).summary)\(time ?? "")\n"
        }
    }
}

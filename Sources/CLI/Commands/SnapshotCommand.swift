internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let snapshot = Command(
        name: "snapshot",
        summary: "save, restore and compare a world's content",
        description: """
            A snapshot is the content of a world under a name. Any world can be given it, as often \
            as one likes. With --snapshot-dir the server keeps snapshots as files, else in memory.
            """,
        examples: snapshotSave.examples + snapshotRestore.examples + snapshotDiff.examples,
        subcommands: [
            snapshotList, snapshotSave, snapshotShow, snapshotRestore, snapshotDelete,
            snapshotDiff,
        ]
    )

    private static let jsonAlone = ServerOptions.Group(
        title: "Options",
        options: [ClientOptions.json]
    )

    private static let snapshotList = Command(
        name: "snapshot list",
        summary: "list the snapshots",
        description: "Prints a line for each snapshot, by name.",
        groups: [jsonAlone, ClientOptions.server],
        examples: [.init(line: "mockpostly snapshot list", purpose: "all of them")],
        body: { call throws(Failure) in
            try call.show(try call.controlClient().get("/snapshots")) { answer in
                let rows = (answer["snapshots"]?.elements ?? []).map(snapshotRow)
                let head = ["SNAPSHOT", "WORLD", "ROWS", "SIZE", "SAVED", "FILE"]
                return table([head] + rows)
            }
            return .success
        }
    )

    private static let snapshotSave = Command(
        name: "snapshot save",
        summary: "save a world's content under a name",
        description: "Saves what a world holds now. Its clock is not part of that.",
        operands: .init(placeholder: "NAME", count: 1...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.overwrite, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly snapshot save before", purpose: "the default world"),
            .init(line: "mockpostly snapshot save before --overwrite", purpose: "once more"),
        ],
        body: { call throws(Failure) in
            let answer = try call.controlClient(toChange: true).send("POST", "/snapshots") {
                $0.field("name", call.operands[0])
                if call.settings.client.overwrites { $0.field("overwrite", true) }
            }
            try call.show(answer) { table([snapshotRow($0)]) }
            return .success
        }
    )

    private static let snapshotShow = Command(
        name: "snapshot show",
        summary: "tell about a snapshot",
        description: "Prints the line of `mockpostly snapshot list` for one snapshot.",
        operands: .init(placeholder: "NAME", count: 1...1),
        groups: [jsonAlone, ClientOptions.server],
        examples: [.init(line: "mockpostly snapshot show before --json", purpose: "in JSON")],
        body: { call throws(Failure) in
            let path = "/snapshots/\(percentEncoded(call.operands[0]))"
            try call.show(try call.controlClient().get(path)) { table([snapshotRow($0)]) }
            return .success
        }
    )

    private static let snapshotRestore = Command(
        name: "snapshot restore",
        summary: "give a world the content of a snapshot",
        description: """
            Replaces what a world holds by what a snapshot holds. A reset still brings back what \
            the world began with.
            """,
        operands: .init(placeholder: "NAME", count: 1...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.disconnect, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [.init(line: "mockpostly snapshot restore before", purpose: "the default world")],
        body: { call throws(Failure) in
            let path = "/snapshots/\(percentEncoded(call.operands[0]))/restore"
            let answer = try call.controlClient(toChange: true).send("POST", path) {
                if call.settings.client.disconnects { $0.field("disconnect", true) }
            }
            try call.showContent(answer)
            return .success
        }
    )

    private static let snapshotDelete = Command(
        name: "snapshot delete",
        summary: "delete snapshots",
        description: "Deletes snapshots. Worlds that were given them keep what they hold.",
        operands: .init(placeholder: "NAME…", count: 1...10_000),
        groups: [ClientOptions.server],
        examples: [.init(line: "mockpostly snapshot delete before", purpose: "one")],
        body: { call throws(Failure) in
            let client = try call.controlClient(toChange: true)
            for name in call.operands {
                try client.delete("/snapshots/\(percentEncoded(name))")
                try call.console.write("\(printable(name)): deleted\n")
            }
            return .success
        }
    )

    private static let snapshotDiff = Command(
        name: "snapshot diff",
        summary: "compare a snapshot with a world or another snapshot",
        description: """
            Prints which rows a world, or the snapshot OTHER, has more, has changed and has no \
            more, compared with the snapshot NAME: by table and key, at most 100 keys of each kind.
            """,
        operands: .init(placeholder: "NAME [OTHER]", count: 1...2),
        groups: [jsonAlone, ClientOptions.serverAndWorld],
        examples: [
            .init(line: "mockpostly snapshot diff before", purpose: "what has happened since"),
            .init(line: "mockpostly snapshot diff before after", purpose: "between the two"),
        ],
        body: { call throws(Failure) in
            let client = try call.controlClient()
            let other = call.operands.dropFirst().first
            let answer = try client.get(
                "/snapshots/\(percentEncoded(call.operands[0]))/diff",
                [("snapshot", other), ("world", other == nil ? client.world : nil)]
            )
            try call.show(answer, differenceText)
            return .success
        }
    )
}

@Sendable private func snapshotRow(_ snapshot: JSONValue) -> [String] {
    [
        snapshot["name"]?.string ?? "",
        snapshot["world"]?.string ?? "",
        snapshot["rows"]?.int.map { counted(Int($0), "row") } ?? "",
        snapshot["bytes"]?.int.map { "\($0) bytes" } ?? "",
        snapshot["createdAt"]?.string ?? "",
        printable(snapshot["file"]?.string ?? ""),
    ]
}

/// A heading, and for each table a line and its keys.
func differenceText(_ answer: JSONValue) -> String {
    let (old, new) = (answer["from"]?.string ?? "", answer["to"]?.string ?? "")
    let tables = answer["tables"]?.elements ?? []
    guard !tables.isEmpty else { return "\(old) and \(new) are equal\n" }
    var text = "\(old) -> \(new)\n"
    let kinds = [("added", "+"), ("changed", "~"), ("removed", "-")]
    for table in tables {
        let counts = kinds.map { "\(table[$0.0]?.int ?? 0) \($0.0)" }
        text += "\(table["table"]?.string ?? ""): \(counts.joined(separator: ", "))\n"
        for (kind, mark) in kinds {
            let keys = table["keys"]?[kind]?.elements ?? []
            for key in keys { text += "  \(mark) \(printable(key.string ?? ""))\n" }
            let rest = max(table[kind]?.int ?? 0, 0) - Int64(keys.count)
            if rest > 0 { text += "  \(mark) and \(rest) more\n" }
        }
    }
    return text
}

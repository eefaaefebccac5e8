internal import MockPostlyControlClient
internal import MockPostlyJSON
internal import MockPostlyOptions

extension Commands {
    static let snapshot = Command(
        name: "snapshot",
        summary: "save, restore and compare a world's content",
        description: """
            A snapshot is a copy of a world's content under a name. It belongs to that world and \
            is deleted with it. WORLD/NAME means a snapshot of another world: it can be restored \
            into any world, any number of times. With the server's option --snapshot-dir those of \
            the world named default are files, all others are in memory.
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
        description: "Prints a line for each snapshot of a world, by name.",
        groups: [
            .init(title: "Options", options: [ClientOptions.allWorlds, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly snapshot list",
                purpose: "those of the world that requests without a world go to"
            ),
            .init(line: "mockpostly snapshot list --all", purpose: "those of all worlds"),
        ],
        body: { call throws(Failure) in
            if call.settings.client.meansAll,
                call.resolution.origin(of: ClientOptions.world).isFlag
            {
                throw .usage("--all and --world do not go together", hint: "give one of them")
            }
            let client = try call.controlClient()
            let answer = try client.get(
                ["snapshots"],
                call.settings.client.meansAll ? [("all", "true")] : nil
            )
            let head = ["SNAPSHOT", "WORLD", "ROWS", "SIZE", "SAVED", "FILE"]
            return try call.showTable(answer, "snapshots", head, snapshotRow)
        }
    )

    private static let snapshotSave = Command(
        name: "snapshot save",
        summary: "save a world's content under a name",
        description: "Saves what a world holds now. Its clock is not part of that.",
        operands: .init(placeholder: "[WORLD/]NAME", count: 1...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.overwrite, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly snapshot save before",
                purpose: "of the world that requests without a world go to"
            ),
            .init(
                line: "mockpostly snapshot save before --overwrite",
                purpose: "again, replacing the first one"
            ),
            .init(
                line: "mockpostly snapshot save default/ready --world w1",
                purpose: "of w1, to outlive it as a snapshot of the world named default"
            ),
        ],
        body: { call throws(Failure) in
            let operand = SnapshotOperand(call.operands[0])
            let answer = try call.controlClient(for: .changing).send("POST", ["snapshots"]) {
                $0.field("name", operand.name)
                if let owner = operand.world { $0.field("of", owner) }
                if call.settings.client.overwrites { $0.field("overwrite", true) }
            }
            return try call.show(answer, inRow: snapshotRow)
        }
    )

    private static let snapshotShow = Command(
        name: "snapshot show",
        summary: "show a snapshot",
        description: "Prints the line of `mockpostly snapshot list` for one snapshot.",
        operands: .init(placeholder: "[WORLD/]NAME", count: 1...1),
        groups: [jsonAlone, ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly snapshot show before --json", purpose: "as JSON")],
        body: { call throws(Failure) in
            let client = try call.controlClient()
            let operand = SnapshotOperand(call.operands[0])
            let answer = try client.get(operand.path, operand.owner(client))
            return try call.show(answer, inRow: snapshotRow)
        }
    )

    private static let snapshotRestore = Command(
        name: "snapshot restore",
        summary: "restore a snapshot into a world",
        description: """
            Replaces the content of a world by that of a snapshot. A reset still brings back the \
            content that the world began with.
            """,
        operands: .init(placeholder: "[WORLD/]NAME", count: 1...1),
        groups: [
            .init(title: "Options", options: [ClientOptions.disconnect, ClientOptions.json]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly snapshot restore before",
                purpose: "of the world that requests without a world go to, into it"
            ),
            .init(
                line: "mockpostly snapshot restore default/before --world w1",
                purpose: "of the world named default, into w1"
            ),
        ],
        body: { call throws(Failure) in
            let operand = SnapshotOperand(call.operands[0])
            let path = operand.path + ["restore"]
            let answer = try call.controlClient(for: .changing).send("POST", path) {
                if let owner = operand.world { $0.field("of", owner) }
                if call.settings.client.disconnects { $0.field("disconnect", true) }
            }
            return try call.showContent(answer)
        }
    )

    private static let snapshotDelete = Command(
        name: "snapshot delete",
        summary: "delete snapshots",
        description: "Deletes snapshots. Worlds that were given them keep what they hold.",
        operands: .init(placeholder: "[WORLD/]NAME…", count: 1...10_000),
        groups: [ClientOptions.serverAndWorld],
        examples: [.init(line: "mockpostly snapshot delete before", purpose: "one")],
        body: { call throws(Failure) in
            try call.deleteEach { client, name in
                let operand = SnapshotOperand(name)
                return client.call("DELETE", operand.path, operand.owner(client))
            }
        }
    )

    private static let snapshotDiff = Command(
        name: "snapshot diff",
        summary: "compare a world with its start, a snapshot, or two snapshots",
        description: """
            Prints which rows were added, changed and deleted in a world, or in the snapshot \
            OTHER, since the snapshot NAME, or since the world began: by table and key, at most 100 \
            keys of each kind.
            """,
        operands: .init(placeholder: "[[WORLD/]NAME [OTHER]]", count: 0...2),
        groups: [jsonAlone, ClientOptions.serverAndWorld],
        examples: [
            .init(
                line: "mockpostly snapshot diff",
                purpose: "what has changed since the world began"
            ),
            .init(
                line: "mockpostly snapshot diff before",
                purpose: "what has changed since then in the world it is of"
            ),
            .init(
                line: "mockpostly snapshot diff before after",
                purpose: "what has changed between the two"
            ),
        ],
        body: { call throws(Failure) in
            let client = try call.controlClient()
            guard let name = call.operands.first else {
                return try call.show(try client.get(["changes"]), differenceText)
            }
            let operand = SnapshotOperand(name)
            let other = call.operands.dropFirst().first
            let answer = try client.get(
                operand.path + ["diff"],
                other == nil
                    ? [("of", operand.world), ("world", client.world)]
                    : [("of", operand.world ?? client.world), ("snapshot", other)]
            )
            return try call.show(answer, differenceText)
        }
    )
}

/// A snapshot as a command line names it: `NAME`, or `WORLD/NAME`.
private struct SnapshotOperand {
    /// Nil means the world that the command acts on.
    var world: String?
    var name: String

    init(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts.last ?? "")
        if parts.count == 2 { world = String(parts[0]) }
    }

    /// Its path below the prefix of the control plane.
    var path: [String] { ["snapshots", name] }

    /// The query that names the world of which it is.
    func owner(_ client: CommandClient) -> ControlCall.Query {
        [("world", world ?? client.world)]
    }
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

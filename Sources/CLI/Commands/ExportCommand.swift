internal import MockPostlyFiles
internal import MockPostlyHTTPClient
internal import MockPostlyOptions

extension Commands {
    static let export = Command(
        name: "export",
        summary: "write a world's content to a file",
        description: """
            Writes all that a world holds to FILE: as a seed, which --seed and `mockpostly import` \
            read, when the name ends in .json, else as an SQLite file. In a directory the seed is \
            seed.json; - is standard output. A file that is there is replaced as a whole, or not \
            at all.
            """,
        operands: .init(placeholder: "FILE|DIR|-", count: 1...1, completion: .paths),
        groups: [
            .init(title: "Options", options: [ClientOptions.exportFormat]),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(line: "mockpostly export team.json", purpose: "the default world, as a seed"),
            .init(line: "mockpostly serve --seed team.json", purpose: "and another with the same"),
            .init(line: "mockpostly export w1.sqlite -w w1", purpose: "a world as SQLite file"),
            .init(line: "mockpostly export - | jq .users", purpose: "the people alone"),
        ],
        body: exportContent
    )

    private static func exportContent(_ call: Command.Call) throws(Failure) -> ExitCode {
        let place = try ExportPlace(call.operands[0], call.settings.client.exportFormat)
        let client = try call.controlClient()
        let answer = try client.send(
            "GET",
            "/export",
            [("world", client.world), ("format", place.format.rawValue)],
            .none
        )
        guard let path = place.path else {
            try call.console.write(answer.body)
            return .success
        }
        do throws(FileProblem) {
            if let directory = place.newDirectory { try makeFolder(directory) }
            try WholeFile.write(answer.body, to: path)
        } catch {
            throw Failure("\(path): \(error.words)", hint: "nothing was changed")
        }
        try call.console.write("\(path): \(answer.body.count) bytes\n")
        return .success
    }
}

private func makeFolder(_ path: String) throws(FileProblem) {
    do throws(FileFailure) {
        try FileSystem.makeFolder(path)
    } catch {
        throw FileProblem(error)
    }
}

/// The destination and the format of an export.
private struct ExportPlace {
    /// Nil for standard output.
    var path: String?
    var format: ContentFormat
    /// A directory that must be made first; nil when it exists.
    var newDirectory: String?

    init(_ operand: String, _ chosen: ContentFormat?) throws(Failure) {
        format = chosen ?? .seed
        if operand == "-" { return }
        let kind = FileKind(of: operand)
        if kind == .directory || operand.hasSuffix("/") {
            guard kind == .directory || kind == .nothing else {
                throw .usage("\(operand) is a file, not a directory", hint: "leave the slash out")
            }
            let directory = operand.hasSuffix("/") ? operand : operand + "/"
            if kind == .nothing { newDirectory = String(directory.dropLast()) }
            path = directory + (format == .seed ? "seed.json" : "world.sqlite")
        } else {
            format = chosen ?? (operand.hasSuffix(".json") ? .seed : .sqlite)
            path = operand
        }
        let parent = FileSystem.folder(of: newDirectory ?? path ?? "")
        guard FileKind(of: parent) == .directory else {
            throw Failure(
                "\(operand): there is no directory \(parent)",
                hint: "make it first, or choose another file"
            )
        }
    }
}

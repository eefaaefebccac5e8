internal import MockPostlyFiles
internal import MockPostlyHTTPClient
internal import MockPostlyOptions

extension Commands {
    static let export = Command(
        name: "export",
        summary: "write a world's content to a file",
        description: """
            Writes the content of a world to FILE. A name that ends in .json gives a seed for \
            --seed and `mockpostly import`, any other name an SQLite file. In a directory the \
            seed is named seed.json; - is standard output. Only an older export is replaced, and if \
            the export fails it stays as it was. With --api it writes the rows of your own API alone, \
            in the form of the file that `mockpostly serve` was started with, in a directory to \
            a file for each collection; a file that exists is replaced with -o only.
            """,
        operands: .init(placeholder: "FILE|DIR|-", count: 1...1, completion: .paths),
        groups: [
            .init(
                title: "Options",
                options: [
                    ClientOptions.exportFormat, ClientOptions.exportsAPI,
                    ClientOptions.replacesFile,
                ]
            ),
            ClientOptions.serverAndWorld,
        ],
        examples: [
            .init(
                line: "mockpostly export team.json",
                purpose: "the world that requests without a world go to, as a seed"
            ),
            .init(line: "mockpostly serve --seed team.json", purpose: "a server with this content"),
            .init(
                line: "mockpostly export w1.sqlite -w w1",
                purpose: "another world, as an SQLite file"
            ),
            .init(
                line: "mockpostly export --api -o db.json",
                purpose: "what clients have written to your API, back into its file"
            ),
            .init(line: "mockpostly export - | jq .users", purpose: "only the people"),
        ],
        body: exportContent
    )

    private static func exportContent(_ call: Command.Call) throws(Failure) -> ExitCode {
        let isOfAPI = call.settings.client.exportsAPI
        let format = call.settings.client.exportFormat
        guard !isOfAPI || format == nil else {
            throw .usage("--api and --format do not go together", hint: "--api writes JSON")
        }
        guard isOfAPI || !call.settings.client.overwrites else {
            throw .usage("-o needs --api", hint: "other exports replace an older export alone")
        }
        let place = try ExportPlace(call.operands[0], isOfAPI ? .seed : format)
        let client = try call.controlClient()
        let answer = try client.answer(
            "GET",
            ["export"],
            [("world", client.world), ("format", isOfAPI ? "api" : place.format.rawValue)]
        )
        guard let path = place.path else {
            try call.console.write(answer.body)
            return .success
        }
        if isOfAPI, let folder = place.folder {
            let files = CollectionFolder(folder, isNew: place.newDirectory != nil)
            let count = try files.write(answer.body, replaces: call.settings.client.overwrites)
            try call.console.write("\(folder): \(count) files\n")
            return .success
        }
        let isFree =
            isOfAPI
            ? FileKind(of: path) == .nothing || call.settings.client.overwrites
            : mayReplace(path, by: answer.body)
        guard isFree else {
            guard !isOfAPI else {
                throw Failure("\(path) exists", hint: "-o replaces it; nothing was changed")
            }
            throw Failure(
                "\(path) exists, and is not an export",
                hint: "choose another name, or delete it first; nothing was changed"
            )
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

/// Whether what is at `path` is nothing, empty, or an older export of the same format.
private func mayReplace(_ path: String, by export: [UInt8]) -> Bool {
    guard FileKind(of: path) == .file else { return true }
    guard let old = try? FileSystem.contents(of: path).prefix(72) else { return false }
    // Of a database, bytes 68 to 71 are the id of the program that it belongs to (SQLite, "Database
    // File Format", 1.3); a seed that was exported begins with a member of its own.
    let isSame = old.prefix(16) == export.prefix(16)
    let isDatabase = export.starts(with: "SQLite format 3".utf8)
    return old.isEmpty
        || isSame && (!isDatabase || old.dropFirst(68) == export[..<72].dropFirst(68))
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
    /// The directory in which ``path`` is, where one was named; nil for a file.
    var folder: String?
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
            folder = String(directory.dropLast())
            if kind == .nothing { newDirectory = folder }
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

internal import MockPostlyFiles
internal import MockPostlyOptions
internal import MockPostlyRecording

extension Commands {
    static let importHAR = Command(
        name: "import har",
        summary: "make a mock with state of a recorded session",
        description: """
            Reads FILE, an HTTP Archive as browsers, Proxyman, Charles, mitmproxy and the journal of \
            this server export it, and writes files to DIR that people edit and commit: \
            rows of the systems that this server has as a seed, collections of others with their \
            rows as an OpenAPI description and its overlay, and all other answers as stubs. Rows are as they were before the first write, so the same session can be \
            run again. Passwords, tokens, cookies, keys, e-mail addresses and names of people are \
            swapped before anything is written, the same value always for the same new one. A file \
            that was cut off is read as far as it goes. - is standard input.
            """,
        operands: .init(placeholder: "FILE|-", count: 1...1, completion: .paths),
        groups: [
            .init(
                title: "Options",
                options: [
                    RecordOptions.output, RecordOptions.overwrites, RecordOptions.keeps,
                    RecordOptions.hosts,
                ]
            )
        ],
        examples: [
            .init(
                line: "mockpostly import har session.har --output mock",
                purpose: "what a browser has saved of a session"
            ),
            .init(
                line: "mockpostly serve mock/openapi.json --stubs mock/stubs",
                purpose: "serve it"
            ),
        ],
        body: importArchive
    )

    private static func importArchive(_ call: Command.Call) throws(Failure) -> ExitCode {
        let operand = call.operands[0]
        let folder = RecordingFolder(call.settings.record)
        try folder.check()
        let content = try ImportContent(file: operand)
        let name = operand == "-" ? "standard input" : operand
        let words = call.settings.record
        let recording: Recording
        do throws(Recording.Fault) {
            recording = try Recording(
                archive: content.bytes,
                .init(keeping: words.keeps, of: words.hosts)
            )
        } catch {
            throw Failure(recording: error, name)
        }
        try folder.write(recording)
        try call.console.write(folder.account(of: recording))
        return .success
    }
}

/// The folder to which a mock of a recording is written.
struct RecordingFolder {
    /// Without a slash at its end.
    let path: String
    private let overwrites: Bool

    init(_ words: RecordWords) {
        let given = words.output ?? ""
        path = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
        overwrites = words.overwrites
    }

    /// Refuses a folder that has something in it, unless it was said that it may be replaced.
    func check() throws(Failure) {
        switch FileKind(of: path) {
        case .nothing: return
        case .directory:
            let names = (try? FileSystem.names(in: path)) ?? []
            guard !names.isEmpty, !overwrites else { return }
            throw Failure(
                "\(path) is not empty",
                hint: "choose another folder, or --force; nothing was written"
            )
        default: throw Failure("\(path) is no folder", hint: "choose another name")
        }
    }

    /// Writes all files, or none to a folder that is new.
    func write(_ recording: Recording) throws(Failure) {
        let files = recording.files.map { (path: $0.path, bytes: $0.bytes) }
        do throws(FileFailure) {
            let names = (try? FileSystem.names(in: path)) ?? []
            if names.isEmpty {
                try FileSystem.writeFolder(path, files)
            } else {
                try FileSystem.writeFiles(files, below: path)
            }
        } catch {
            throw Failure("\(error.path): \(FileProblem(error).words)")
        }
    }

    /// What was made, what was left out, and the command that serves it.
    func account(of recording: Recording) -> String {
        var text = "\(path): \(counted(recording.count, "request"))"
        text += " of \(recording.hosts.joined(separator: ", "))\n"
        let width = recording.contents.map(\.name.count).max() ?? 0
        for (name, words) in recording.contents {
            let blanks = String(repeating: " ", count: width - name.count + 2)
            text += "  \(name)\(blanks)\(words)\n"
        }
        let swapped = recording.swapped
        text += "swapped: \(counted(swapped.secrets, "secret")), "
        text += "\(swapped.emails) e-mail \(swapped.emails == 1 ? "address" : "addresses"), "
        text += "\(counted(swapped.names, "word")) of names\n"
        for account in recording.accounts {
            text += "sign in as \(account.email), password \(account.password)\n"
        }
        for note in recording.notes { text += "\(note)\n" }
        let words = recording.serving(path).map { shellWord($0) }
        return text + "serve it: \(words.joined(separator: " "))\n"
    }
}

extension Failure {
    init(recording fault: Recording.Fault, _ name: String) {
        switch fault {
        case .noArchive:
            self.init(
                "\(name): it is no HTTP Archive: it has no list of entries",
                hint: "export the session as HAR; nothing was written",
                .configuration
            )
        case .nothing(let words):
            self.init(
                "\(name): nothing in it can be served. \(words)",
                hint: "nothing was written",
                .configuration
            )
        }
    }
}

internal import MockPostlyDialect
internal import MockPostlyFiles
internal import MockPostlyOptions
internal import MockPostlyRecording
internal import MockPostlyServer

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
        let content = try ImportContent(file: operand, expecting: "an HTTP Archive")
        let name = operand == "-" ? "standard input" : operand
        let words = call.settings.record
        let recording: Recording
        do throws(Recording.Fault) {
            recording = try Recording(
                archive: content.bytes,
                .init(
                    keeping: words.keeps,
                    of: words.hosts,
                    systems: DialectRegistry.standard.recorded
                )
            )
        } catch {
            throw Failure(recording: error, name)
        }
        try folder.write(recording)
        try call.console.write(folder.account(of: recording))
        return .success
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

internal import MockPostlyLog
internal import MockPostlyServer
internal import MockPostlyWorld

/// The log and the console of a serving process, which never wait for a slow reader.
struct ServerStreams {
    let log: Log
    /// A console that hands its output to background writers.
    let console: Console
    private let output = BackgroundWriter(OutputStream.output.rawValue)

    /// Streams for a server of `configuration`; a `console` that is not the process's own is used
    /// unchanged.
    init(_ console: Console, _ configuration: Configuration) {
        let log = Log(
            format: configuration.logFormat,
            level: configuration.logLevel,
            usesColour: console.usesColour
        )
        self.log = log
        guard console.isStandard else {
            self.console = console
            return
        }
        let (isTerminal, usesColour, output) = (console.isTerminal, console.usesColour, output)
        let (columns, lines) = (console.errorColumns, console.errorLines)
        var background = Console(isTerminal: isTerminal, usesColour: usesColour) { stream, bytes in
            var bytes = bytes
            switch stream {
            case .output: output.write(&bytes)
            case .error: log.tell(bytes)
            }
        }
        background.errorColumns = columns
        background.errorLines = lines
        self.console = background
    }

    /// How long to wait for readers after a server that ended by itself, in nanoseconds.
    private static let timeout: UInt64 = 2_000_000_000
    /// The least time to wait for readers, even when the server ended late, in nanoseconds.
    private static let leastTimeout: UInt64 = 200_000_000
    /// The time reserved for the end of the process, in nanoseconds.
    private static let margin: UInt64 = 300_000_000

    /// Waits until everything is written, at most until shortly before `deadline`, when the process
    /// must end.
    func close(by deadline: UInt64?) {
        let now = monotonicNanoseconds()
        let end = max((deadline ?? now + Self.timeout) - Self.margin, now + Self.leastTimeout)
        log.close(by: end)
        output.close(by: end)
    }

    /// Reports a failure, and returns the exit code of the process.
    ///
    /// With a `deadline` (the server was told to stop) the failure is written here, and readers
    /// have only until then. Without one, the failure is thrown after the streams are closed.
    func end(with failure: Failure, by deadline: UInt64?) throws(Failure) -> ExitCode {
        guard deadline != nil else {
            close(by: nil)
            throw failure
        }
        console.tell(failure)
        close(by: deadline)
        return failure.exitCode
    }
}

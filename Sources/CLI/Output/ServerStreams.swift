internal import MockPostlyLog
internal import MockPostlyServer
internal import MockPostlyWorld

/// The log and the console of a process that serves, whose thread never waits for a reader.
struct ServerStreams {
    let log: Log
    /// Hands over to the threads that write.
    let console: Console
    private let output = BackgroundWriter(OutputStream.output.rawValue)

    /// Streams for a server of `configuration`; one that is not the process's own console stays as
    /// it is.
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
        self.console = Console(isTerminal: isTerminal, usesColour: usesColour) { stream, bytes in
            var bytes = bytes
            switch stream {
            case .output: output.write(&bytes)
            case .error: log.tell(bytes)
            }
        }
    }

    /// Nanoseconds that readers have after the end of a server that ended by itself.
    private static let patience: UInt64 = 2_000_000_000
    /// The same for one that ended late.
    private static let leastPatience: UInt64 = 200_000_000
    /// Nanoseconds that the end of the process is given.
    private static let margin: UInt64 = 300_000_000

    /// Waits until readers have all that was written, but not beyond `deadline`, by which the
    /// process is to end.
    func close(by deadline: UInt64?) {
        let now = monotonicNanoseconds()
        let end = max((deadline ?? now + Self.patience) - Self.margin, now + Self.leastPatience)
        log.close(by: end)
        output.close(by: end)
    }

    /// Tells of a failure, and gives what the process ends with.
    ///
    /// A server that was told to end waits for no reader then; that of another failure is thrown.
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

import MockPostlyDialect
import MockPostlyServer

@testable import MockPostlyCLI

/// What one command line has written, and what it ended with.
struct CapturedRun {
    var code: Int32
    var output: String
    var errors: String
}

/// Runs a command line in this process, with these variables and no others.
///
/// Servers that run on this machine are not found.
func run(_ arguments: String..., environment: [String: String] = [:]) -> CapturedRun {
    run(arguments, environment: environment)
}

func run(
    _ arguments: [String],
    environment: [String: String] = [:],
    registry: DialectRegistry = .standard
) -> CapturedRun {
    let capture = Capture()
    let tool = CommandLineTool(
        console: capture.console(),
        environment: Environment(
            environment.merging(["XDG_RUNTIME_DIR": "/dev"]) { given, _ in given }
        ),
        registry: registry
    )
    let code = tool.run(arguments)
    return CapturedRun(
        code: code,
        output: String(decoding: capture.output, as: UTF8.self),
        errors: String(decoding: capture.errors, as: UTF8.self)
    )
}

/// The call that `mockpostly serve` makes of these arguments and variables; nothing is started.
func serveCall(
    _ arguments: [String],
    _ variables: [String: String] = [:]
) throws(Failure) -> Command.Call {
    let options = ServerOptions.all
    var parser = ArgumentParser(command: "serve", options: options)
    let environment = Environment(variables)
    let resolution = try Resolution(
        options,
        try parser.parse(arguments).uses,
        environment: environment,
        helpHint: "help"
    )
    return Command.Call(
        settings: resolution.settings,
        operands: [],
        resolution: resolution,
        console: Capture().console(),
        environment: environment
    )
}

/// Keeps what is written to the two streams.
final class Capture {
    var output: [UInt8] = []
    var errors: [UInt8] = []

    func console(isTerminal: Bool = false, usesColour: Bool = false) -> Console {
        Console(isTerminal: isTerminal, usesColour: usesColour) { stream, bytes in
            switch stream {
            case .output: self.output += bytes
            case .error: self.errors += bytes
            }
        }
    }
}

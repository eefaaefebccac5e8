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

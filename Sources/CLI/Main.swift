internal import MockPostlyStart

/// The entry point of the program; ``CommandLineTool`` does the rest.
@main struct Main {
    static func main() {
        ProgramStart.finish()
        ignoreBrokenPipes()
        let tool = CommandLineTool(console: .standard(), environment: .process)
        endProcess(tool.run(Array(ProgramStart.arguments.dropFirst())))
    }
}

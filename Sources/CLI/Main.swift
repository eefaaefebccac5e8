/// The entry point of the program; ``CommandLineTool`` does the rest.
@main struct Main {
    static func main() {
        ignoreBrokenPipes()
        let tool = CommandLineTool(console: .standard(), environment: .process)
        endProcess(tool.run(Array(CommandLine.arguments.dropFirst())))
    }
}

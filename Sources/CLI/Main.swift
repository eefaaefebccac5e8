/// Where the program starts; everything else is reached from ``CommandLineTool``.
@main struct Main {
    static func main() {
        ignoreBrokenPipes()
        let tool = CommandLineTool(console: .standard(), environment: .process)
        endProcess(tool.run(Array(CommandLine.arguments.dropFirst())))
    }
}

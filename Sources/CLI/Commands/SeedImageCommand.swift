internal import MockPostlyNouns
internal import MockPostlySeeds

extension Commands {
    /// Used only by scripts/build-release, which embeds the image in the program.
    static let seedImage = Command(
        name: "seed image",
        summary: "write the standard seed as a database to standard output",
        description: """
            Writes the standard seed as an SQLite database to standard output. A release build \
            contains this database, so that it starts without reading JSON.
            """,
        isHidden: true,
        body: writeSeedImage
    )

    private static func writeSeedImage(_ call: Command.Call) throws(Failure) -> ExitCode {
        let image: [UInt8]
        do {
            image = try SeedImage.make()
        } catch {
            throw Failure("the image cannot be made: \(error)", hint: "check seed/postly", .failed)
        }
        try call.console.write(image)
        return .success
    }
}

import MockPostlyEventHTTP
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite struct OpenFilesTests {
    private func shares(
        _ open: Int,
        connections: Int = 10_000,
        worlds: Int = 500
    ) throws(StartFailure) -> OpenFiles {
        var limits = ServerLimits()
        limits.connections = connections
        return try OpenFiles(open, limits, worlds: worlds)
    }

    @Test(arguments: [1, 16, 127])
    func `without enough of them a server does not start`(open: Int) throws {
        let failure = #expect(throws: StartFailure.self) { _ = try shares(open) }
        #expect(failure?.exitCode == 3)
        #expect(failure?.words == "only \(open) files may be open, and at least 128 are needed")
    }

    @Test(arguments: [128, 256, 500, 1024, 4096, 10_240, 1_048_576])
    func `all shares together fit, and none is nothing`(open: Int) throws {
        let files = try shares(open)
        #expect(files.connections + files.refusals + files.worldSockets <= open - 64)
        #expect(files.connections >= 32 && files.refusals >= 8 && files.worldSockets >= 8)
    }

    @Test
    func `nobody gets more than is wanted`() throws {
        let files = try shares(1_048_576, connections: 20, worlds: 3)
        #expect(files.connections == 20 && files.refusals == 256 && files.worldSockets == 6)
        #expect(try shares(0).connections == 10_000)
    }
}

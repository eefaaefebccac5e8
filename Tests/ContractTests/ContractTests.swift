import MockPostlyTesting
import Testing

/// The transcripts of `Tests/Contracts`, held against the server.
@Suite(.timeLimit(.minutes(15)))
struct ContractTests {
    @Test
    func `there are transcripts`() {
        let counts = TranscriptFile.all.reduce(into: [:]) { $0[$1.system, default: 0] += 1 }
        #expect(counts[nil] == nil)
        #expect(counts[.postly, default: 0] > 250)
        #expect(counts[.dummyjson, default: 0] > 250)
        #expect(counts[.community, default: 0] > 20)
        #expect(counts[.pexels, default: 0] > 20)
        #expect(counts[.wreely, default: 0] > 40)
        #expect(counts[.realworld, default: 0] > 20)
        #expect(counts[.google, default: 0] > 5)
        #expect(counts[.api, default: 0] > 20)
    }

    @Test(arguments: TranscriptFile.all)
    func `a transcript holds, with caches and without, and over a socket`(
        _ file: TranscriptFile
    ) throws {
        let transcript = try file.read()
        let system = try #require(file.system)
        var options = MockServer.Options(
            seed: file.seed(transcript.seed),
            clock: .frozen(at: transcript.clock),
            googleClientID: transcript.googleClientID,
            randomSeed: 14,
            systems: Set([system.dialect].compactMap(\.self)),
            dummyJSON: transcript.dummyJSON.serverOptions,
            community: transcript.community.serverOptions,
            pexels: transcript.pexels.serverOptions,
            wreely: transcript.wreely.serverOptions,
            verifiesGoogle: transcript.verifiesGoogle,
            api: transcript.api.serverOptions(system),
            settings: transcript.options
        )
        let remembering = try answers(to: transcript, file, "with caches", .inProcess(options))
        options.usesCaches = false
        let forgetful = try answers(to: transcript, file, "without caches", .inProcess(options))
        expectSame(forgetful, remembering, transcript, "without caches and with them")
        options.usesCaches = true
        let live = try answers(to: transcript, file, "over a socket", .live(options))
        expectSame(live, remembering, transcript, "over a socket and in process")
    }

    /// Runs a transcript through a server; nil, with an issue recorded, when it does not hold.
    private func answers(
        to transcript: Transcript,
        _ file: TranscriptFile,
        _ door: String,
        _ server: MockServer
    ) throws -> [MockServer.Answer]? {
        var run = try TranscriptRun(transcript, path: file.path)
        // One connection for all steps, so that a byte too many spoils the next answer.
        var connection = try server.connect()
        let wire = TranscriptRun.Wire { request in
            guard let current = connection else { return try server.exchange(request) }
            let answer = try current.exchange(request)
            if current.isEnding { connection = try server.connect() }
            return answer
        } advance: { duration in
            try server.advanceClock(by: duration)
        }
        do {
            return try run.run(wire)
        } catch let mismatch as TranscriptRun.Mismatch {
            Issue.record("\(door), \(mismatch.description)")
            return nil
        }
    }

    private func expectSame(
        _ answers: [MockServer.Answer]?,
        _ others: [MockServer.Answer]?,
        _ transcript: Transcript,
        _ doors: Comment
    ) {
        guard let answers, let others else { return }
        for (step, (answer, other)) in zip(transcript.steps, zip(answers, others)) {
            #expect(answer == other, "line \(step.line): \(doors)")
        }
    }
}

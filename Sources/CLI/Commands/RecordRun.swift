internal import MockPostlyCourse
internal import MockPostlyDialect
internal import MockPostlyEventHTTP
internal import MockPostlyLog
internal import MockPostlyPlatform
internal import MockPostlyRecording
internal import MockPostlyServer
internal import MockPostlyThreads
internal import MockPostlyWorlds

/// A recording that goes on while its server runs.
///
/// Belongs to the loop's thread, which is the main thread of the process; files are written by
/// another one as long as the loop runs.
final class RecordRun {
    private var folder: RecordingFolder
    private let choices: Recording.Choices
    private let interval: Int?
    private let log: Log
    private var session = RecordedSession()
    /// How many requests the files have that were written last.
    private var writtenCount = 0
    /// How many requests were there when files were last begun to be written.
    private var attemptedCount = 0
    private var isFullTold = false
    /// The files that are being written.
    private var results: Mailbox<Result<String, Failure>>?
    private var watch: ReadingWatch?
    /// What was said of the files that were written last.
    private var account: String?
    private weak var server: Server?

    init(_ words: RecordWords, to folder: RecordingFolder, _ log: Log) {
        (self.folder, interval, self.log) = (folder, words.interval, log)
        choices = Recording.Choices(
            keeping: words.keeps,
            systems: DialectRegistry.standard.recorded
        )
    }

    /// Writes files whenever the loop of `server`, which tells this of its requests, gets SIGUSR2; to
    /// be called before it runs.
    func begin(on server: Server) throws(StartFailure) {
        self.server = server
        do throws(EventError) {
            guard !isIgnored(SIGUSR2) else { return }
            try server.loop.onSignal(SIGUSR2, of: self) { $0.beginWriting() }
        } catch {
            throw StartFailure(.cannotListen, error.words, hint: "check the limits of this user")
        }
    }

    /// Writes the files on another thread, unless that happens already.
    private func beginWriting() {
        guard watch == nil, session.count > writtenCount, let server else { return }
        let (session, choices, folder) = (session, choices, folder)
        do {
            let results = try Mailbox<Result<String, Failure>>()
            watch = try ReadingWatch(results.readingEnd, on: server.loop, of: self) { run in
                run.takeResult()
            }
            self.results = results
            attemptedCount = session.count
            try startThread { _ = results.post(Self.written(session, choices, folder)) }
        } catch {
            (watch, results) = (nil, nil)
            log.failure("\(folder.path) cannot be written now: \(error)")
        }
    }

    private func tellIfFull() {
        guard session.isFull, !isFullTold else { return }
        isFullTold = true
        log.failure(
            "\(session.limit >> 20) MiB are recorded: what comes now is no part of the mock"
        )
    }

    private func takeResult() {
        let result = results?.receive()?.first
        (watch, results) = (nil, nil)
        switch result {
        case .success(let words):
            account = words
            writtenCount = attemptedCount
            // From now on its files are those of this recording.
            folder.overwrites = true
            log.notice("\(folder.path): \(writtenCount) requests are written")
        case .failure(let failure):
            log.failure(failure.words)
        case nil: break
        }
    }

    private static func written(
        _ session: RecordedSession,
        _ choices: Recording.Choices,
        _ folder: RecordingFolder
    ) -> Result<String, Failure> {
        do throws(Failure) {
            let recording = try made(session, choices)
            try folder.write(recording)
            return .success(folder.account(of: recording))
        } catch {
            return .failure(error)
        }
    }

    private static func made(
        _ session: RecordedSession,
        _ choices: Recording.Choices
    ) throws(Failure) -> Recording {
        do throws(Recording.Fault) {
            return try Recording(session, choices)
        } catch {
            throw Failure(recording: error)
        }
    }

    /// Writes what is not written yet; to be called when the server has ended.
    ///
    /// - Parameter rescue: the folder below which a new one is made for what cannot be written where
    ///   it should be.
    /// - Returns: what was made, and the failure where it is not where it should be.
    /// - Throws: the failure when nothing was recorded, or could be written nowhere.
    func finish(rescue: String) throws(Failure) -> (account: String, failure: Failure?) {
        watch = nil
        if results != nil { takeResult() }
        if let account, writtenCount == session.count { return (account, nil) }
        let recording = try Self.made(session, choices)
        do throws(Failure) {
            try folder.write(recording)
            return (folder.account(of: recording), nil)
        } catch {
            guard let other = folder.rescue(recording, below: rescue) else { throw error }
            var failure = error
            failure.hint = "the files are in \(other.path) instead"
            return (other.account(of: recording), failure)
        }
    }
}

/// It records what is sent on.
extension RecordRun: RequestObserver {
    var longestBody: Int { RecordedSession.longestBody }

    func note(_ passed: Passed) {
        guard let one = passed.forwarded else { return }
        session.add(one.request, one.response, sent: one.bytes, from: one.origin)
        if let interval, session.count - attemptedCount >= interval { beginWriting() }
        tellIfFull()
    }
}

extension Failure {
    fileprivate init(recording fault: Recording.Fault) {
        guard case .nothing(let words) = fault else {
            self.init("nothing was recorded")
            return
        }
        self.init("nothing was recorded. \(words)", hint: "nothing was written")
    }
}

internal import MockPostlyEventHTTP
internal import MockPostlyFiles
internal import MockPostlyPlatform
internal import MockPostlyServer
internal import MockPostlyThreads
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// A command that runs beside a server, from its start until all its processes have ended.
///
/// Belongs to the loop's thread, which is the main thread of the process.
final class ExecRun {
    struct Plan {
        var command: [Spawn.Text]
        /// Nil for the default world.
        var world: ExecWorld?
        /// The files by which the command trusts the server; nil without TLS.
        var trust: ExecTrust?
        var fileLimit: FileLimit?
    }

    /// How long the command may take to end after this process got a signal to end.
    private static let grace = Duration.seconds(5)
    /// After this many parent watchers have died, the run continues without one.
    private static let mostParentWatchers = 10

    /// The exit code of this process.
    private(set) var code: Int32 = 1
    /// What went wrong in `exec` itself; nil when only the command failed.
    private(set) var failure: Failure?

    private let plan: Plan
    private let server: Server
    private let configuration: Configuration
    private let mark = "\(getpid())-\(String(monotonicNanoseconds(), radix: 36))"
    private let terminal = Terminal()
    private var phase = Phase.starting
    private var parentWatcher: ParentWatcher?
    private var parentWatchers = 0
    private var graceTimer: OneShotTimer?
    private var sweep: Sweep?
    private var worldWatch: ReadingWatch?

    private enum Phase {
        case starting
        /// The command runs; its process id is the id of its group too.
        case running(pid_t)
        /// The command has ended, and the processes that it left are being ended.
        case sweeping(pid_t)
        case done
    }

    private struct Sweep {
        var timer: RepeatingTimer
        var killAt: UInt64
        /// When to give up; nil until SIGKILL was sent.
        var endAt: UInt64?
        /// The processes that were already sent SIGTERM.
        var asked: Set<pid_t>
    }

    init(_ plan: Plan, _ server: Server, configuration: Configuration) throws(StartFailure) {
        (self.plan, self.server, self.configuration) = (plan, server, configuration)
        adoptOrphans()
        startParentWatcher()
        do throws(EventError) {
            try server.loop.onSignal(SIGCHLD, of: self) { $0.takeChildren() }
            for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where !isIgnored(signal) {
                try server.loop.onSignal(signal, of: self) { $0.end(by: signal) }
            }
            for signal in [SIGUSR1, SIGUSR2, SIGWINCH, SIGTSTP] where !isIgnored(signal) {
                try server.loop.onSignal(signal, of: self) { $0.pass(on: signal) }
            }
        } catch {
            abandon()
            throw StartFailure(.cannotListen, error.words, hint: "check the limits of this user")
        }
    }

    // MARK: Starting

    func serverIsReady() {
        guard case .starting = phase else { return }
        guard let world = plan.world else { return start(in: "default") }
        do {
            try make(world)
        } catch let error as EventError {
            conclude(with: Failure("no world could be made: \(error.words)"))
        } catch let error as ThreadFailure {
            conclude(with: Failure("no world could be made: no thread: \(error.words)"))
        } catch {
            conclude(with: Failure("no world could be made: \(error)"))
        }
    }

    /// Asks the server for the world, from another thread: the server needs this one to answer.
    private func make(_ world: ExecWorld) throws {
        let answers = try Mailbox<Result<String, Failure>>()
        worldWatch = try ReadingWatch(answers.readingEnd, on: server.loop, of: self) { run in
            guard let answer = answers.receive()?.first else { return }
            run.worldWatch = nil
            guard case .starting = run.phase else { return }
            switch answer {
            case .success(let name): run.start(in: name)
            case .failure(let failure): run.conclude(with: failure)
            }
        }
        let (url, token) = (server.address.url, configuration.adminToken)
        try startThread {
            do throws(Failure) {
                _ = answers.post(.success(try world.create(at: url, adminToken: token)))
            } catch {
                _ = answers.post(.failure(error))
            }
        }
    }

    private func start(in world: String) {
        let environment = ExecEnvironment(
            url: server.address.url,
            world: world,
            dialects: configuration.dialects,
            adminToken: configuration.adminToken,
            proxyURL: server.address.proxyURL,
            trust: plan.trust?.variables ?? [],
            programFolder: programFolder(),
            mark: mark
        )
        let spawn = Spawn(
            program: plan.command[0],
            arguments: plan.command,
            environment: environment.entries(over: inheritedEnvironment()),
            fileLimit: plan.fileLimit
        )
        do throws(Spawn.Problem) {
            let pid = try spawn.start()
            phase = .running(pid)
            parentWatcher?.watch(pid)
            // Otherwise the terminal is lent when the command asks for it, because others, such as
            // a pager behind this process, may need it too.
            if Terminal.isAtBothEnds { terminal.lend(to: pid) }
        } catch {
            conclude(with: Failure(error, running: plan.command[0]))
        }
    }

    private func startParentWatcher() {
        parentWatcher = nil
        guard parentWatchers < Self.mostParentWatchers else { return }
        parentWatchers += 1
        parentWatcher = ParentWatcher(mark: mark)
        if case .running(let pid) = phase { parentWatcher?.watch(pid) }
    }

    // MARK: Signals

    /// Ends the command by a signal, and by force if that does not help in time.
    private func end(by signal: Int32) {
        switch phase {
        case .starting:
            code = 128 + signal
            conclude()
        case .running(let pid):
            kill(-pid, signal)
            // A stopped process would not see the signal.
            kill(-pid, SIGCONT)
            guard graceTimer == nil else { return }
            graceTimer = try? OneShotTimer(after: Self.grace, on: server.loop, of: self) { run in
                if case .running(let pid) = run.phase { kill(-pid, SIGKILL) }
            }
        case .sweeping, .done: break
        }
    }

    private func pass(on signal: Int32) {
        if case .running(let pid) = phase { kill(-pid, signal) }
    }

    // MARK: Children

    private func takeChildren() {
        while true {
            var status: Int32 = 0
            let pid = waitpid(-1, &status, WNOHANG | WUNTRACED)
            if pid < 0, errno == EINTR { continue }
            guard pid > 0 else { break }
            noteChange(of: pid, WaitStatus(status))
        }
        if case .sweeping = phase { goOnSweeping() }
    }

    private func noteChange(of pid: pid_t, _ status: WaitStatus) {
        if case .stopped(let signal) = status {
            if case .running(pid) = phase { takeStop(of: pid, by: signal) }
        } else if case .running(pid) = phase, let code = status.exitCode {
            self.code = code
            phase = .sweeping(pid)
            graceTimer = nil
            terminal.takeBack()
        } else if parentWatcher?.noteEnd(of: pid) == true {
            startParentWatcher()
        }
    }

    /// The command was stopped: it needs the terminal, or Ctrl-Z was pressed, which stops this
    /// process too.
    private func takeStop(of group: pid_t, by signal: Int32) {
        let wantsTerminal = signal == SIGTTIN || signal == SIGTTOU
        if wantsTerminal, terminal.lend(to: group) { return resume(group) }
        guard terminal.exists, wantsTerminal || signal == SIGTSTP else { return }
        let wasLent = terminal.isLent
        terminal.takeBack()
        let wasStopped = terminal.suspend()
        if wasLent || wantsTerminal { terminal.lend(to: group) }
        // The command waits for a terminal that it will never get, so it is treated as
        // disconnected.
        if wantsTerminal, !wasStopped, !terminal.isLent { kill(-group, SIGHUP) }
        kill(-group, SIGCONT)
    }

    /// Continues the command, which waited for the terminal and has got it.
    ///
    /// SIGCONT makes it forget a Ctrl-Z that was pressed meanwhile, so that is sent again.
    private func resume(_ group: pid_t) {
        #if os(Linux)
            let isAskedToStop = ProcessTable.isPending(SIGTSTP, for: group)
        #else
            let isAskedToStop = false
        #endif
        kill(-group, SIGCONT)
        if isAskedToStop { kill(-group, SIGTSTP) }
    }

    // MARK: Ending

    private func leftovers(of group: pid_t) -> Leftovers {
        Leftovers(group: group) { [parentWatcher] in
            // Orphans are this process's children.
            #if os(Linux)
                ProcessTable.children(outside: group).filter { $0 != parentWatcher?.pid }
            #else
                []
            #endif
        }
    }

    private func goOnSweeping() {
        guard case .sweeping(let group) = phase else { return }
        let leftovers = self.leftovers(of: group)
        if leftovers.areGone { return conclude() }
        let now = monotonicNanoseconds()
        guard let sweep else {
            let asked = leftovers.askToEnd()
            let killAt = now + UInt64(Leftovers.timeout.wholeMicroseconds) * 1_000
            let timer = try? RepeatingTimer(
                every: Leftovers.interval,
                on: server.loop,
                of: self
            ) { $0.takeChildren() }
            guard let timer else {
                leftovers.kill()
                return conclude()
            }
            self.sweep = Sweep(timer: timer, killAt: killAt, asked: asked)
            return
        }
        if now >= sweep.killAt {
            guard let endAt = sweep.endAt else {
                self.sweep?.endAt = now + UInt64(Leftovers.lastTimeout.wholeMicroseconds) * 1_000
                return leftovers.kill()
            }
            return now >= endAt ? conclude() : leftovers.kill()
        }
        // Strays become visible when their parents have ended.
        self.sweep?.asked.formUnion(leftovers.askStraysToEnd(but: sweep.asked))
    }

    private func conclude(with failure: Failure? = nil) {
        if let failure {
            self.failure = failure
            code = failure.exitCode.number
        }
        phase = .done
        sweep = nil
        graceTimer = nil
        parentWatcher?.dismiss()
        parentWatcher = nil
        server.stop()
    }

    /// Ends the remaining processes when the server ended unexpectedly, before ``conclude(with:)``.
    func abandon() {
        if case .running(let pid) = phase { leftovers(of: pid).end() }
        phase = .done
        terminal.takeBack()
        parentWatcher?.dismiss()
        parentWatcher = nil
    }
}

extension Failure {
    /// The failure of `exec` when its command cannot be run, with the exit code of a shell.
    init(_ problem: Spawn.Problem, running program: Spawn.Text) {
        let name = quoted(String(decoding: program, as: UTF8.self))
        self.init(
            "cannot run \(name): \(sentencePart(systemWords(problem.code)))",
            hint: "the command and its arguments stand after --",
            ExitCode(number: problem.code == ENOENT ? 127 : 126)
        )
    }
}

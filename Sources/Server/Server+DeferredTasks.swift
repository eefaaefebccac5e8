internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyCourse
internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// Slow work that no request waits for, such as a reset by signal.
extension Server {
    /// Resets the default world to its seed, after SIGUSR1.
    func resetBySignal() {
        guard let world = worlds.home else { return }
        course.commitParked()
        let log = log
        carryOut("the reset of world \(world.name)") { [worlds] in
            try worlds.reset(ResetOrder(world: world.name)).map { _ in
                log.detail("world \(world.name) was reset to its seed")
            }
        }
        // No response will commit here, so a failed reset would leave its transaction open.
        _ = worlds.commit(world)
    }

    /// Carries out `next`, on the worker where it is slow; failures are logged.
    ///
    /// While another program has locked the data file, it waits as a request does; `start` is when it
    /// began, in monotonic nanoseconds.
    private func carryOut(
        _ name: String,
        since start: UInt64 = monotonicNanoseconds(),
        _ next: @escaping () throws -> Deferred<Void>
    ) {
        do {
            guard case .later(let later) = try next() else { return }
            guard case .work(let lane, let work) = later.wait else {
                preconditionFailure("\(name) waits for no work")
            }
            let isTaken = perform(on: lane, work) { server, result in
                server.carryOut(name, since: start) { try later.goOn(result) }
            }
            guard isTaken else {
                return log.failure("\(name) failed: too much slow work is waiting already")
            }
            later.willBegin()
        } catch let error as HostError {
            log.failure("\(name) failed: \(Problem(error).detail)")
        } catch let busy as WorldBusy {
            busy.world.whenFree { [weak self] in self?.carryOut(name, since: start, next) }
        } catch {
            if worlds.world(lockedBy: error) != nil,
                let delay = Worlds.nextTry(afterWaiting: monotonicNanoseconds() - start),
                let timer = driver.timer(
                    after: delay,
                    of: self,
                    { $0.carryOut(name, since: start, next) }
                )
            {
                lockTimer = timer
                return
            }
            log.failure("\(name) failed: \(error)")
        }
    }

    /// Does `work` on another thread, then calls `finish` with the server and the result on this one.
    ///
    /// Returns false when too much work is waiting; nothing is called then.
    func perform(
        on lane: Lane,
        _ work: @escaping @Sendable () -> any Sendable,
        finish: @escaping (Server, any Sendable) -> Void
    ) -> Bool {
        // Negative, because the course numbers its work from 1.
        let number = -1 - deferredTaskCount
        deferredTaskCount += 1
        guard driver.worker.perform(number, on: lane, work) else { return false }
        deferredTasks[number] = finish
        return true
    }

    /// Writes the default world to the path of `--export-on-exit`.
    func exportAtEnd() {
        guard let path = configuration.exportOnExit, worlds.isLoaded else { return }
        do {
            try worlds.exportDefaultWorld(to: path)
            log.detail("the default world was written to \(path)")
        } catch let fault as ContentFault {
            failure = failure ?? StartFailure(export: path, fault.words)
        } catch {
            failure = failure ?? StartFailure(export: path, "\(error)")
        }
    }
}

internal import MockPostlyArchives
internal import MockPostlyDrift
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOpenAPI

extension Command.Call {
    /// The recording that `--har` or `--journal` names; nil for neither.
    ///
    /// What of it cannot be read is told.
    func recording() throws(Failure) -> Archive? {
        let drift = settings.drift
        guard drift.archive == nil || !drift.takesJournal else {
            throw .usage("--har and --journal exclude each other", hint: "give one of them")
        }
        if drift.takesJournal {
            let answer: JSON
            do throws(Failure) {
                answer = try controlClient(for: .reading).get(["requests", "har"], [])
            } catch {
                throw .usage(error.words, hint: error.hint)
            }
            return Archive(Array(answer.root.rawText))
        }
        guard let path = drift.archive else { return nil }
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try contents(ofFile: path)
        } catch {
            throw .usage("--har: \(path): \(error.words)", hint: nil)
        }
        guard let archive = Archive(bytes) else {
            throw .usage(
                "--har: \(path) is no HAR file: it has no list of entries",
                hint: "record it again, or export it from the browser's network panel"
            )
        }
        for note in archive.notes { console.tell("\(path): \(sentencePart(note))\n") }
        guard !archive.exchanges.isEmpty else {
            throw .usage("--har: \(path) has no requests", hint: "record a session with some")
        }
        return archive
    }

    /// The requests of a recording that are taken, their host, and what stands before the paths of
    /// the contract.
    ///
    /// They are those to the host of `--against`, or to the main one of the recording.
    func chosen(
        of archive: Archive
    ) throws(Failure) -> (exchanges: [ArchivedExchange], host: String, base: String) {
        let origin = HTTPOrigin(url: settings.drift.against ?? "")
        let hosts = archive.hosts()
        let named = hosts.first { $0.name == origin?.authority.lowercased() }?.name
        guard let host = named ?? Archive.main(of: hosts) else {
            throw .usage("the recording has no requests", hint: nil)
        }
        return (archive.exchanges.filter { $0.address.host == host }, host, origin?.path ?? "")
    }

    /// What comes of comparing a server, or a recording, with a description.
    func specifiedOutcome(_ path: String) throws(Failure) -> DriftOutcome {
        let description: Description
        do throws(DescriptionFault) {
            description = try Description(file: path)
        } catch {
            throw .usage(error.description, hint: error.hint.isEmpty ? nil : error.hint)
        }
        let specification = DriftSpecification(description)
        if let archive = try recording() {
            let chosen = try chosen(of: archive)
            return DriftOutcome(
                specification,
                recorded: chosen.exchanges.filter { $0.status != 0 },
                below: chosen.base
            )
        }
        let real = try RealServer(settings.drift)
        let steps = specification.steps(below: real.origin.path)
        let drift = settings.drift
        var (run, paths) = (DriftRun(variables: [:]), [String: String]())
        var state = DriftState(drift, specification.name, real.origin.description, steps)
        if drift.resume != nil { try state.read() }
        // Twice: a list may stand behind what is read of it.
        for step in steps + steps where run.answers[step.name] == nil {
            guard let request = run.request(of: step) else { continue }
            paths[step.name] = request.path
            if let known = state.answers[0][step.name] {
                run.keep(known, of: step)
                continue
            }
            let answer = try real.answer(to: request, of: step)
            run.keep(answer, of: step)
            state.answers[0][step.name] = answer
            if drift.resume != nil { try state.write() }
        }
        if drift.resume != nil { state.remove() }
        let sent = steps.map { step in step.with { $0.path = paths[step.name] ?? $0.path } }
        let outcome = DriftOutcome(specification, sent, run.answers, below: real.origin.path)
        if let page = outcome.page { throw Failure(page: page, of: real.origin.description) }
        return outcome
    }

    /// Refuses what `--spec` has no use for.
    func checkSpecified() throws(Failure) {
        let drift = settings.drift
        let given = [
            ("--login", drift.login != nil), ("--allow-writes", drift.allowsWrites),
            ("--same-content", drift.hasSameContent),
            (operands.first.map { quoted($0) } ?? "", !operands.isEmpty),
        ]
        guard let first = given.first(where: { $0.1 }) else { return }
        throw .usage(
            "--spec reads alone, compares with a description, and with no world",
            hint: "leave \(first.0) out"
        )
    }
}

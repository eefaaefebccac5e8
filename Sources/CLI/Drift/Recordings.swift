internal import MockPostlyDrift
internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyOpenAPI

extension Command.Call {
    /// The recording that `--har` or `--journal` names; nil for neither.
    func recording() throws(Failure) -> HAR? {
        let drift = settings.drift
        guard drift.archive == nil || !drift.takesJournal else {
            throw .usage("--har and --journal exclude each other", hint: "give one of them")
        }
        if drift.takesJournal {
            let answer: JSON
            do throws(Failure) {
                answer = try controlClient(for: .reading).get("/requests/har")
            } catch {
                throw .usage(error.words, hint: error.hint)
            }
            return HAR(answer.root)
        }
        guard let path = drift.archive else { return nil }
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try contents(ofFile: path)
        } catch {
            throw .usage("--har: \(path): \(error.words)", hint: nil)
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSON(parsing: bytes, skippingByteOrderMark: true).root
        } catch {
            throw .usage(
                "--har: \(path) is no whole HAR file: \(error)",
                hint: "record it again, or export it from the browser's network panel"
            )
        }
        guard let archive = HAR(root), !archive.entries.isEmpty else {
            throw .usage(
                "--har: \(path) has no requests",
                hint: "a HAR file has them in log.entries"
            )
        }
        if archive.unread > 0 {
            console.tell("\(path): \(counted(archive.unread, "entry")) cannot be read\n")
        }
        return archive
    }

    /// The host whose requests are taken, and the path before those of the contract.
    func place(in archive: HAR) throws(Failure) -> (host: String, base: String) {
        let origin = HTTPOrigin(url: settings.drift.against ?? "")
        let named = origin.map { $0.authority.lowercased() }
        let has = archive.entries.contains { $0.host == named }
        guard let host = has ? named : archive.mainHost else {
            throw .usage("the recording has no requests", hint: nil)
        }
        return (host, origin?.path ?? "")
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
            let (host, base) = try place(in: archive)
            let entries = archive.entries.filter { $0.host == host && $0.answer != nil }
            let steps = entries.enumerated().map { index, entry in
                DriftStep("\(index + 1)", entry.method, entry.path).with { $0.isRecorded = true }
            }
            let answers = zip(steps, entries).map { ($0.name, $1.answer) }
            return DriftOutcome(
                specification,
                steps,
                Dictionary(answers) { $1 }.compactMapValues(\.self),
                below: base
            )
        }
        let real = try RealServer(settings.drift)
        let steps = specification.steps(below: real.origin.path)
        var answers: [String: DriftAnswer] = [:]
        let run = DriftRun(variables: [:])
        for step in steps {
            guard let request = run.request(of: step) else { continue }
            answers[step.name] = try real.answer(to: request)
        }
        return DriftOutcome(specification, steps, answers, below: real.origin.path)
    }
}

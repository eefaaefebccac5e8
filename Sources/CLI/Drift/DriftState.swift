internal import MockPostlyCrypto
internal import MockPostlyDrift
internal import MockPostlyFiles
internal import MockPostlyJSON
internal import MockPostlyText

/// The answers of a real server so far, in a file from which an interrupted run goes on.
struct DriftState {
    let path: String
    /// What must be the same when a run goes on.
    let scenario: String
    let server: String
    /// A digest of the requests, and of who sends them.
    let requests: String
    /// The words that make names of the two runs unique.
    var unique: [String]
    /// The answers of the two runs, by their steps.
    var answers: [[String: DriftAnswer]] = [[:], [:]]

    /// The state of a run of `steps` on `server`, of which nothing is known yet.
    init(_ settings: DriftSettings, _ scenario: String, _ server: String, _ steps: [DriftStep]) {
        path = settings.resume ?? ""
        (self.scenario, self.server) = (scenario, server)
        var json = JSONWriter(escaping: .utf8)
        json.beginArray()
        for step in steps where settings.allowsWrites || !step.writes {
            for text in [step.name, step.method, step.path, step.body ?? ""] { json.string(text) }
            for field in step.headers { json.string("\(field.name): \(field.value)") }
        }
        for header in settings.headers { json.string(header) }
        json.string(String((settings.login ?? "").prefix { $0 != ":" }))
        json.endArray()
        requests = Base64.encode(sha256(json.finish()))
        unique = [DriftCheck.word(), DriftCheck.word()]
    }

    /// Reads the file at `path`, when there is one.
    ///
    /// Throws when it is of another scenario, of other requests or another server, or no such file.
    mutating func read() throws(Failure) {
        guard FileKind(of: path) != .nothing else { return }
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try contents(ofFile: path)
        } catch {
            throw .usage("--resume: \(path): \(error.words)", hint: nil)
        }
        guard let root = JSONValue.object(bytes), root["format"]?.string == Self.format,
            let unique = root["unique"]?.elements.compactMap(\.string), unique.count == 2,
            let runs = root["runs"]?.elements, runs.count == 2
        else {
            throw .usage(
                "--resume: \(path) is no file of an interrupted run",
                hint: "name a file that does not exist yet"
            )
        }
        guard root["scenario"]?.string == scenario, root["server"]?.string == server else {
            throw .usage(
                "--resume: \(path) is of another scenario or server",
                hint: "name another file, or remove this one"
            )
        }
        guard root["requests"]?.string == requests else {
            throw .usage(
                "--resume: \(path) is of other requests: another recording, --login, --header "
                    + "or --allow-writes",
                hint: "give the same options, name another file, or remove this one"
            )
        }
        self.unique = unique
        answers = runs.map { run in
            let pairs = run.elements.compactMap(Self.answer)
            return Dictionary(pairs) { $1 }
        }
    }

    /// Writes the file, which only its user may read.
    func write() throws(Failure) {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("format", Self.format)
        json.field("scenario", scenario)
        json.field("server", server)
        json.field("requests", requests)
        json.key("unique")
        json.beginArray()
        for word in unique { json.string(word) }
        json.endArray()
        json.key("runs")
        json.beginArray()
        for run in answers {
            json.beginArray()
            for (name, answer) in run.sorted(by: { $0.key < $1.key }) {
                Self.write(answer, named: name, &json)
            }
            json.endArray()
        }
        json.endArray()
        json.endObject()
        do throws(FileFailure) {
            try FileSystem.write(json.finish(), to: path, permissions: 0o600, isSynchronized: false)
        } catch {
            throw .usage("--resume: \(FileProblem(error).words)", hint: nil)
        }
    }

    /// Removes the file; a run that is whole needs it no more.
    func remove() {
        // What cannot be removed is read again, and says then that it is of a whole run.
        try? FileSystem.remove(path)
    }

    private static let format = "mockpostly drift 2"

    private static func write(_ answer: DriftAnswer, named name: String, _ json: inout JSONWriter) {
        json.beginObject()
        json.field("step", name)
        json.field("status", answer.status)
        json.field("time", answer.time)
        json.key("fields")
        json.beginArray()
        for field in answer.fields {
            json.string(field.name)
            json.string(field.value)
        }
        json.endArray()
        json.field("body", Base64.encode(answer.body))
        json.endObject()
    }

    private static func answer(_ json: JSONValue) -> (String, DriftAnswer)? {
        guard let name = json["step"]?.string, let status = json["status"]?.int,
            let time = json["time"]?.int, let texts = json["fields"]?.elements.compactMap(\.string),
            let body = json["body"]?.string.flatMap({ Base64.decode($0) })
        else { return nil }
        let fields = stride(from: 0, to: texts.count - 1, by: 2).map {
            DriftAnswer.Field(texts[$0], texts[$0 + 1])
        }
        return (name, DriftAnswer(status: Int(status), fields: fields, body: body, time: time))
    }
}

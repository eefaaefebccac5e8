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
    /// The words that make names of the two runs unique.
    var unique: [String]
    /// The answers of the two runs, by their steps.
    var answers: [[String: DriftAnswer]] = [[:], [:]]

    /// Reads the file at `path`, when there is one.
    ///
    /// Throws when it is of another scenario or server, or no such file.
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

    private static let format = "mockpostly drift 1"

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

/// Where a transcript says what an answer has to be.
struct ContractPlace: Sendable, Equatable {
    /// The name of the transcript, such as `postly/posts/get-by-slug`.
    let file: String
    /// The lines of the request and of the answer's status, counted from 1.
    let request: Int
    let status: Int
    /// The names of the fields on the lines behind the status, in lower case.
    let fields: [String]

    /// The path of the transcript in the sources.
    var path: String { "Tests/Contracts/\(file).http" }

    /// The line that says what stands at a field of a finding.
    func line(of field: String) -> Int {
        if field.hasPrefix("header ") {
            let name = field.split(separator: " ")[1]
            return fields.firstIndex { $0 == name }.map { status + 1 + $0 } ?? status
        }
        // A blank line stands between head and body.
        return field.hasPrefix("body") ? status + fields.count + 2 : status
    }

    /// The place of a step's contract; of several answers that with `status`, else the first.
    ///
    /// Of a step without a contract of its own, as a recorded one, an answer of its route.
    init?(of step: DriftStep, _ status: Int?) {
        let places: [(code: Int, place: ContractPlace)]
        if !step.contract.isEmpty {
            places = Self.places[Self.key(of: step)] ?? []
        } else if let route = step.route, !step.system.isEmpty {
            let (system, method) = (step.system, step.method)
            places =
                Self.answers["\(system) \(method) \(route)"]
                ?? Self.answers["\(system) \(method) /\(system)\(route)"] ?? []
        } else {
            return nil
        }
        guard let found = places.first(where: { $0.code == status }) ?? places.first else {
            return nil
        }
        self = found.place
    }

    private static func key(of step: DriftStep) -> String {
        let path = step.path.prefix { $0 != "?" }
        let shape = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.contains("{") ? "*" : String(part)
        }
        let query = step.path.dropFirst(path.count)
        return "\(step.contract) \(step.method) \(shape.joined(separator: "/"))\(query)"
    }

    private init(_ file: String, _ words: ArraySlice<Substring>) {
        self.file = file
        let words = Array(words)
        request = Int(words[0]) ?? 0
        status = Int(words[1]) ?? 0
        fields = words.dropFirst(3).map(String.init)
    }

    private typealias Table = [String: [(code: Int, place: ContractPlace)]]

    private static let places = entries(of: table) { key, words in
        let file = String(key.prefix { $0 != " " })
        return (Int(words[2]) ?? 0, ContractPlace(file, words[...]))
    }

    private static let answers = entries(of: routes) { _, words in
        (Int(words[3]) ?? 0, ContractPlace(String(words[0]), words.dropFirst()))
    }

    private static func entries(
        of table: String,
        _ place: (_ key: String, _ words: [Substring]) -> (code: Int, place: ContractPlace)
    ) -> Table {
        Dictionary(
            uniqueKeysWithValues: table.split(separator: "\n").map { line in
                let end = line.lastIndex(of: ":") ?? line.endIndex
                let key = String(line[..<end])
                let places = line[end...].dropFirst().split(separator: ",").map {
                    place(key, $0.split(separator: " "))
                }
                return (key, places)
            }
        )
    }
}

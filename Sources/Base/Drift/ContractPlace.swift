/// Where a transcript says what an answer has to be.
struct ContractPlace: Sendable, Equatable {
    /// The lines of the request and of the answer's status, counted from 1.
    let request: Int
    let status: Int
    /// The names of the fields on the lines behind the status, in lower case.
    let fields: [String]

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
    init?(of step: DriftStep, _ status: Int?) {
        let places = step.places.split(separator: ",").map { $0.split(separator: " ") }
        guard let found = places.first(where: { Int($0[2]) == status }) ?? places.first else {
            return nil
        }
        self.init(found)
    }

    /// The places of a step, one for each status, among `lines`: a line for each request of a
    /// contract, with the lines of the request and of the status, the status, and the names of the
    /// fields that follow it.
    static func places(of step: DriftStep, in lines: [Substring: Substring]) -> String {
        let path = step.path.prefix { $0 != "?" }
        let shape = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.contains("{") ? "*" : String(part)
        }
        let query = step.path.dropFirst(path.count)
        let key = "\(step.contract) \(step.method) \(shape.joined(separator: "/"))\(query)"
        return String(lines[key[...]] ?? "")
    }

    private init(_ words: [Substring]) {
        request = Int(words[0]) ?? 0
        status = Int(words[1]) ?? 0
        fields = words.dropFirst(3).map(String.init)
    }
}

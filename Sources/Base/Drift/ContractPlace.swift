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

    /// The place of a step's contract; of several answers that with the `wanted` status, else the first.
    init?(of step: DriftStep, _ wanted: Int?) {
        let places = step.places.split(separator: ",").map { $0.split(separator: " ") }
        guard let found = places.first(where: { Int($0[3]) == wanted }) ?? places.first else {
            return nil
        }
        (file, request, status) = (String(found[0]), Int(found[1]) ?? 0, Int(found[2]) ?? 0)
        fields = found.dropFirst(4).map(String.init)
    }
}

/// The lines of contracts, as scripts/contract-lines writes them beside a scenario.
///
/// A line for each request: its name, and for each status of an answer the transcript, the lines of
/// the request and of the status, the status, and the names of the fields that follow it.
struct ContractLines {
    private var lines: [Substring: Substring] = [:]

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let end = line.lastIndex(of: ":") ?? line.endIndex
            lines[line[..<end]] = line[end...].dropFirst()
        }
    }

    /// The places of a step of a scenario, one for each status; empty where there is none.
    func places(of step: DriftStep) -> String {
        let path = step.path.prefix { $0 != "?" }
        let shape = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.contains("{") ? "*" : String(part)
        }
        let query = step.path.dropFirst(path.count)
        return places("\(step.contract) \(step.method) \(shape.joined(separator: "/"))\(query)")
            ?? ""
    }

    /// The same of a step of the system `name` that takes a route; of one alone its routes begin
    /// with its name.
    func places(ofRoute step: DriftStep, _ name: String) -> String {
        guard let route = step.route else { return "" }
        return places("\(step.method) \(route)")
            ?? places("\(step.method) /\(name)\(route)") ?? ""
    }

    private func places(_ key: String) -> String? { lines[key[...]].map(String.init) }
}

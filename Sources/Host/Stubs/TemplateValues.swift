internal import MockPostlyBodies
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
package import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyText
package import MockPostlyWorld
internal import MockPostlyXML

/// What the places of a template are filled with: the request, and the parameters of the mapping.
package struct TemplateValues {
    let facts: RequestFacts
    /// Its clock and its random numbers.
    let world: TimeAndChance
    var parameters: [String: String] = [:]
    /// The places of named parts of the path, from 0 between the slashes.
    var segments: [String: Int] = [:]
    /// What the names of an `each` stand for.
    var locals: [String: TemplateValue] = [:]
    let budget = MatchBudget(.rules)
    private let known: KnownBody

    /// The body as JSON or XML, parsed once for all places that look into it.
    private final class KnownBody {
        var isParsed = false
        var json: JSON?
        lazy var xml = try? XMLDocument(bytes)
        let bytes: [UInt8]
        var steps = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    /// Counts a part that is filled in, an element of a list, or a text of so many bytes that is looked
    /// at; false when there were too many.
    @discardableResult
    func takeStep(reading bytes: Int = 0) -> Bool {
        known.steps += 1 + bytes / 1024
        return known.steps <= TextTemplate.mostSteps
    }

    package init(_ facts: RequestFacts, _ world: TimeAndChance) {
        (self.facts, self.world) = (facts, world)
        known = KnownBody(facts.body.decoded.bytes)
    }

    /// The names that can follow `request.`.
    static let members = [
        "url", "path", "pathSegments", "query", "method", "host", "port", "scheme", "baseUrl",
        "headers", "cookies", "body", "bodyAsBase64", "formData",
    ]

    /// What `document` stands for, as JSON; nil when it is none.
    func json(of document: TextTemplate.Expression) -> JSON? {
        guard case .path(["request", "body"]) = document else {
            return try? JSON(parsing: Array(document.text(self).utf8))
        }
        takeStep(reading: facts.body.decoded.bytes.count)
        if !known.isParsed {
            known.isParsed = true
            known.json = try? JSON(parsing: facts.body.decoded.bytes)
        }
        return known.json
    }

    /// What `document` stands for, as XML; nil when it is none.
    func xml(of document: TextTemplate.Expression) -> XMLDocument? {
        guard case .path(["request", "body"]) = document else {
            let bytes = Array(document.text(self).utf8)
            takeStep(reading: 32 * bytes.count)
            return try? XMLDocument(bytes)
        }
        takeStep(reading: known.bytes.count)
        return known.xml
    }

    /// The value at a path such as `request.query.name`; empty for what is not there.
    func text(at path: [String]) -> String {
        guard path.count > 1 else { return "" }
        if path[0] == "parameters" { return parameters[path[1...].joined(separator: ".")] ?? "" }
        let request = facts.request
        let rest = Array(path.dropFirst(2))
        switch path[1] {
        case "url": return String(decoding: request.rawTargetWithoutPrefix, as: UTF8.self)
        case "path", "pathSegments":
            let whole = String(decoding: request.rawPathWithoutPrefix, as: UTF8.self)
            guard let step = rest.first else { return whole }
            let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
            // The first part is before the first slash, and empty.
            let place = segments[step] ?? Int(step).map { $0 &+ 1 }
            return place.flatMap { parts.indices.contains($0) ? String(parts[$0]) : nil } ?? ""
        case "query", "formData", "headers", "cookies": return value(rest, pairs(path[1]))
        case "method": return request.method.name
        case "host": return request.hostAndPort.host
        case "port": return "\(request.hostAndPort.port)"
        case "scheme": return request.scheme
        case "baseUrl": return "\(request.scheme)://\(request.host ?? "localhost")"
        case "body": return String(decoding: facts.body.decoded.bytes, as: UTF8.self)
        case "bodyAsBase64": return Base64.encode(facts.body.decoded.bytes)
        default: return ""
        }
    }

    /// Whether what a path such as `request.query.name` names was sent.
    func has(_ path: [String]) -> Bool {
        path.count > 2 && !values(path[2], pairs(path[1])).isEmpty
    }

    /// What may be sent more than once; the names of fields are compared without case.
    private func pairs(_ part: String) -> Pairs {
        let isForm = part == "formData"
        takeStep(reading: isForm ? facts.body.decoded.bytes.count : facts.request.rawQuery.count)
        return switch part {
        case "query": Pairs(Query(facts.request.rawQuery).pairs.map { ($0.name, $0.value) })
        case "formData": Pairs(facts.formPairs)
        case "headers": Pairs(facts.request.fields.map { ($0.name, $0.value) }, ignoresCase: true)
        default: Pairs(facts.request.cookies)
        }
    }

    private struct Pairs {
        let all: [(name: String, value: String)]
        let ignoresCase: Bool

        init(_ all: [(name: String, value: String)], ignoresCase: Bool = false) {
            (self.all, self.ignoresCase) = (all, ignoresCase)
        }
    }

    private func values(_ name: String, _ pairs: Pairs) -> [String] {
        let wanted = pairs.ignoresCase ? name.lowercased() : name
        return pairs.all.filter { pair in
            let found = pairs.ignoresCase ? pair.name.lowercased() : pair.name
            return found.utf8.elementsEqual(wanted.utf8)
        }.map(\.value)
    }

    /// The first value with the name that a path begins with, or the one whose number follows it.
    private func value(_ path: [String], _ pairs: Pairs) -> String {
        guard let name = path.first else { return "" }
        let values = values(name, pairs)
        let index = path.count > 1 ? Int(path[1]) ?? 0 : 0
        return values.indices.contains(index) ? values[index] : ""
    }
}

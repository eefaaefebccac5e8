internal import MockPostlyBodies
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
package import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyText
package import MockPostlyWorld

/// What the places of a template are filled with: the request, and the parameters of the mapping.
package struct TemplateValues {
    let facts: RequestFacts
    /// Its clock and its random numbers.
    let world: TimeAndChance
    var parameters: [String: String] = [:]
    /// The places of named parts of the path, from 0 between the slashes.
    var segments: [String: Int] = [:]
    let budget = MatchBudget(.rules)
    private let known = KnownBody()

    /// The body as JSON, parsed once for all places that look into it.
    private final class KnownBody {
        var isParsed = false
        var json: JSON?
    }

    package init(_ facts: RequestFacts, _ world: TimeAndChance) {
        (self.facts, self.world) = (facts, world)
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
        if !known.isParsed {
            known.isParsed = true
            known.json = try? JSON(parsing: facts.body.decoded.bytes)
        }
        return known.json
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
        case "query": return value(rest, Query(request.rawQuery).pairs.map { ($0.name, $0.value) })
        case "formData": return value(rest, facts.formPairs)
        case "headers":
            let named = rest.first.map { [$0.lowercased()] + rest.dropFirst() } ?? []
            return value(named, request.fields.map { ($0.name.lowercased(), $0.value) })
        case "cookies": return value(rest, request.cookies)
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

    /// The first value with the name that a path begins with, or the one whose number follows it.
    private func value(_ path: [String], _ pairs: [(name: String, value: String)]) -> String {
        guard let name = path.first else { return "" }
        let values = pairs.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
        let index = path.count > 1 ? Int(path[1]) ?? 0 : 0
        return values.indices.contains(index) ? values[index] : ""
    }
}

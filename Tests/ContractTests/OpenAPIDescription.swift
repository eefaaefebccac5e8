import Foundation

/// What a description in the repository says about paths, methods and statuses.
///
/// Read by its indentation: the files are ours, and written in one style.
struct OpenAPIDescription {
    /// A method, in capitals, on a path.
    struct Operation: Hashable, CustomStringConvertible {
        var method: String
        var path: String

        var description: String { "\(method) \(path)" }
    }

    /// The statuses of the answers of each operation.
    private(set) var statuses: [Operation: Set<Int>] = [:]

    init(_ text: String) {
        var path: String?
        var operation: Operation?
        var isInPaths = false
        var isInResponses = false
        for line in text.split(separator: "\n") where !line.allSatisfy({ $0 == " " }) {
            let depth = line.prefix { $0 == " " }.count
            let key = line.dropFirst(depth).prefix { $0 != ":" }
            switch depth {
            case 0: isInPaths = key == "paths"
            case 2 where isInPaths: (path, operation) = (String(key), nil)
            case 4 where isInPaths:
                operation = path.flatMap { path in
                    let methods = ["get", "post", "put", "delete", "patch", "head", "options"]
                    guard methods.contains(String(key)) else { return nil }
                    return Operation(method: key.uppercased(), path: path)
                }
                if let operation { statuses[operation] = [] }
            case 6 where isInPaths: isInResponses = key == "responses"
            case 8 where isInPaths && isInResponses:
                guard let operation else { continue }
                statuses[operation, default: []].formUnion(Self.statuses(key))
            default: break
            }
        }
    }

    /// The statuses that a key names: `"404"`, or `"4XX"` for all that begin with 4.
    private static func statuses(_ key: Substring) -> Set<Int> {
        let text = key.filter { $0 != "\"" }
        if text.hasSuffix("XX"), let hundreds = Int(text.prefix(1)) {
            return Set(hundreds * 100...hundreds * 100 + 99)
        }
        return Int(text).map { [$0] } ?? []
    }

    /// Of the mocked systems.
    static func ofSystems() throws -> OpenAPIDescription { try read("openapi.yaml") }

    static func ofControl() throws -> OpenAPIDescription { try read("openapi-control.yaml") }

    private static func read(_ name: String) throws -> OpenAPIDescription {
        let file = TranscriptFile.root.appending(path: name)
        return OpenAPIDescription(try String(contentsOf: file, encoding: .utf8))
    }
}

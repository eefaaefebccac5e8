internal import MockPostlyJSON
internal import MockPostlySchemas

extension OperationReader {
    /// The paths of the servers of a description, a path or an operation; nil when it names none.
    func servers(of node: SchemaNode) -> [String]? {
        if version == .swagger20 {
            return node.value["basePath"]?.string.map { [Self.trimmed($0)] }
        }
        var paths: [String] = []
        for server in elements(of: node["servers"]) {
            guard let url = server.value["url"]?.string else { continue }
            let path = Self.path(of: Self.filled(url, server.value["variables"]))
            if !paths.contains(path) { paths.append(path) }
        }
        return paths.isEmpty ? nil : paths
    }

    /// `url` with the default of each variable in its place.
    private static func filled(_ url: String, _ variables: JSONValue?) -> String {
        var (filled, rest) = ("", url[...])
        while let open = rest.firstIndex(of: "{"),
            let close = rest[open...].firstIndex(of: "}")
        {
            let name = String(rest[rest.index(after: open)..<close])
            let value = variables?[name]?["default"]
            filled += rest[..<open]
            filled += value.map { $0.string ?? String(decoding: $0.rawText, as: UTF8.self) } ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    /// `/api/v3` of `https://example.com/api/v3/?a=b`, and of `api/v3`.
    private static func path(of url: String) -> String {
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        var rest = url[..<end]
        let isAbsolute: Bool
        if rest.hasPrefix("//") {
            isAbsolute = true
            rest = rest.dropFirst(2)
        } else if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            isAbsolute = true
            rest = rest[colon...].dropFirst(3)
        } else {
            isAbsolute = false
        }
        if isAbsolute { rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "" }
        return trimmed(String(rest))
    }

    /// With one slash at the start and none at the end; empty for the root.
    private static func trimmed(_ path: String) -> String {
        let names = path.split(separator: "/").filter { $0 != "." }
        return names.isEmpty ? "" : "/" + names.joined(separator: "/")
    }
}

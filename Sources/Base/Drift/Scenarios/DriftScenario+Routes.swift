extension DriftScenario {
    /// Reads of your own API: each of its lists, and the first element of each.
    ///
    /// - Parameter routes: methods and paths, such as `/tasks/{id}`.
    package init(ofRoutes routes: [(method: String, path: String)]) {
        var steps: [DriftStep] = []
        for route in routes where route.method == "GET" {
            let open = route.path.firstIndex(of: "{")
            var path = route.path
            if let open {
                let list = route.path[..<open].dropLast()
                let rest = route.path[open...]
                guard let close = rest.firstIndex(of: "}"), close == rest.indices.last,
                    steps.contains(where: { $0.name == list })
                else { continue }
                path = "\(list)/{{\(Self.name(of: String(list))).[0].id}}"
            }
            guard !steps.contains(where: { $0.name == Self.name(of: route.path) }) else { continue }
            steps.append(
                DriftStep(Self.name(of: route.path), "GET", path).with {
                    $0.content = .own
                    $0.rule = "\(route.method) \(route.path) of your API"
                }
            )
        }
        self.init("api", steps)
    }

    /// The name of a step, which has no point.
    private static func name(of path: String) -> String { replacing(".", by: "-", in: path) }
}

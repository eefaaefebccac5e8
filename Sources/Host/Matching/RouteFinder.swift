package import MockPostlyDialect
package import MockPostlyHTTP

/// Finds which route of a dialect a request is for, without handling it.
package struct RouteFinder: Sendable {
    private let router: Router<Void>

    /// A finder in the table of a dialect; fixed words of paths are found in any ASCII case.
    package init(_ lines: [RouteLine]) {
        var seen: Set<[String]> = []
        let distinct = lines.filter { line in
            let words = line.path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : "\($0)" }
            return seen.insert([line.method] + words.map { $0.lowercased() }).inserted
        }
        let routes = distinct.map { line in
            Route<Void>(Method(line.method), line.path, line.summary) { _, _ in
                .now(Response(status: 404))
            }
        }
        router = Router(routes, ignoresCase: true)
    }

    /// The pattern of the route, such as `/api/posts/{slug}`; nil when no route has this path.
    ///
    /// For a path whose routes have other methods, the pattern of one of them.
    ///
    /// `path` is decoded, without the prefix of a world. HEAD is looked up as GET.
    package func pattern(for method: Method, _ path: ArraySlice<UInt8>) -> String? {
        switch router.match(method, path) {
        case .route(let index, _): router.routes[index].pattern
        case .methodNotAllowed(let methods): methods.first.flatMap { pattern(for: $0, path) }
        case .notFound: nil
        }
    }
}

package import MockPostlyHTTP

/// Finds requests whose client has lost the path of its base URL.
///
/// A relative path replaces the last segment of a base URL without a slash at its end (RFC 3986,
/// section 5.2.3), and a path that begins with a slash replaces the whole path. So a client with the
/// base URL `http://localhost:8080/api` may ask for `/posts/search` and mean `/api/posts/search`.
package struct MisplacedPaths: Sendable {
    fileprivate struct Base: Sendable {
        var title: String
        /// The path of the base URL, without a slash at its end.
        var path: String
        /// What may be left of ``path``, the longest first.
        var remains: [[UInt8]]
    }

    private let bases: [Base]
    /// The routes of all these dialects.
    private let routes: Router<Void>

    /// Creates the table for the dialects that a server serves.
    ///
    /// Costs a router over all routes of these dialects; made once per server.
    package init(_ dialects: [any Dialect.Type]) {
        bases = dialects.flatMap { dialect in
            dialect.addresses.filter { $0.scheme == "http" }.compactMap { address in
                Base(dialect.title, path: address.path)
            }
        }
        var seen: Set<[String]> = []
        let lines = dialects.flatMap { $0.routeLines }.filter { line in
            // Dialects may have the same route; placeholders may have different names.
            let words = line.path.split(separator: "/").map { $0.hasPrefix("{") ? "{}" : "\($0)" }
            return seen.insert([line.method] + words).inserted
        }
        routes = Router(
            lines.map { line in
                Route(Method(line.method), line.path, line.summary) { _, _ in
                    .now(Response(status: 404))
                }
            }
        )
    }

    /// What the client should change, for a request to `path` that no route took.
    ///
    /// Nil if the path is a route of any dialect, or of none below its base URL. Slashes that are
    /// doubled, as by a base URL and a path that both have one, or at the end count for nothing.
    ///
    /// A part of a sentence for the answer 404, such as `Postly's base URL ends in /api/`.
    package func hint(for method: Method, _ path: ArraySlice<UInt8>) -> String? {
        let path = Self.withoutNeedlessSlashes(path)[...]
        guard !isRoute(method, path) else { return nil }
        for base in bases {
            for remain in base.remains where path.starts(with: remain) {
                let meant = Array(base.path.utf8) + path.dropFirst(remain.count)
                guard isRoute(method, meant[...]) else { continue }
                return "\(base.title)'s base URL ends in \(base.path)/"
            }
        }
        return nil
    }

    /// What the client should change, for a request that is surely meant for `dialect`, whose base URL
    /// has lost its path, though another one has answered; nil when it has no such route.
    ///
    /// `dialect` is known by ``Dialect/isMeantForSure``.
    package func hint(for request: Request, meantFor dialect: any Dialect.Type) -> String? {
        let path = Self.withoutNeedlessSlashes(request.path)
        for base in bases where base.title == dialect.title {
            let meant = Array(base.path.utf8) + path
            guard isRoute(request.method, meant[...]) else { continue }
            return "\(base.title)'s base URL ends in \(base.path)/"
        }
        return nil
    }

    private static func withoutNeedlessSlashes(_ path: ArraySlice<UInt8>) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        return path.split(separator: slash).reduce(into: []) { $0 += [slash] + $1 }
    }

    private func isRoute(_ method: Method, _ path: ArraySlice<UInt8>) -> Bool {
        if case .route = routes.match(method, path) { true } else { false }
    }
}

extension MisplacedPaths.Base {
    /// Nil for a path that cannot be lost: that of the root, or one that ends in a slash.
    fileprivate init?(_ title: String, path: String) {
        let bytes = Array(path.utf8)
        guard let last = bytes.lastIndex(of: UInt8(ascii: "/")), last < bytes.count - 1 else {
            return nil
        }
        self.init(
            title: title,
            path: path,
            remains: last == 0 ? [[]] : [Array(bytes[..<last]), []]
        )
    }
}

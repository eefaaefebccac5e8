/// Finds the route of a request in a compiled table.
///
/// Fixed words win over placeholders, segment by segment from the left, among the routes of the
/// request's method; HEAD is looked up as GET.
package struct Router<Context>: Sendable {
    /// What a path leads to.
    package enum Match {
        /// The index of the route in the table, and where its placeholders stand.
        case route(Int, PathParameters)
        /// The path is known, for these methods only.
        case methodNotAllowed([Method])
        case notFound
    }

    package let routes: [Route<Context>]
    private let ignoresCase: Bool
    /// The table's patterns by their number of segments; in each, the most specific first.
    private let patterns: [[PathPattern]]

    /// Compiles `routes`; with `ignoresCase`, their fixed words are found in any ASCII case.
    ///
    /// Two routes of one method whose patterns take the same paths are a programming error.
    package init(_ routes: [Route<Context>], ignoresCase: Bool = false) {
        self.ignoresCase = ignoresCase
        self.routes = routes
        var patterns: [[PathPattern]] = []
        for (index, route) in routes.enumerated() {
            let pattern = PathPattern(route.pattern, route.method, index, ignoresCase)
            let count = pattern.segments.count
            while patterns.count <= count { patterns.append([]) }
            guard let twin = patterns[count].firstIndex(where: { $0.takesSame(as: pattern) }) else {
                patterns[count].append(pattern)
                continue
            }
            precondition(
                !patterns[count][twin].endpoints.contains { $0.method == route.method },
                "route \(route.method.name) \(route.pattern) stands twice"
            )
            patterns[count][twin].endpoints += pattern.endpoints
        }
        self.patterns = patterns.map { $0.sorted { $0.isMoreSpecific(than: $1) } }
    }

    /// Finds the route for `method` and a decoded `path`, which starts with a slash.
    package func match(_ method: Method, _ path: ArraySlice<UInt8>) -> Match {
        path.withUnsafeBufferPointer { match(method == .head ? .get : method, $0) }
    }

    private func match(_ method: Method, _ path: UnsafeBufferPointer<UInt8>) -> Match {
        // Behind a world's prefix the root may be empty.
        guard path.isEmpty || path.first == UInt8(ascii: "/") else { return .notFound }
        var count = 0
        for byte in path { count += byte == UInt8(ascii: "/") ? 1 : 0 }
        if path.count == 1 { count = 0 }
        guard count < patterns.count else { return .notFound }
        var allowed: [Method] = []
        var parameters = PathParameters()
        for pattern in patterns[count] where pattern.takes(path, ignoresCase, &parameters) {
            for endpoint in pattern.endpoints {
                if endpoint.method == method {
                    parameters.names = endpoint.names
                    return .route(endpoint.index, parameters)
                }
                if !allowed.contains(endpoint.method) { allowed.append(endpoint.method) }
            }
        }
        if allowed.isEmpty { return .notFound }
        if allowed.contains(.get) { allowed.append(.head) }
        return .methodNotAllowed(allowed)
    }
}

/// A pattern of the table, with the routes that share it.
struct PathPattern: Sendable {
    /// A route at this path; routes may name the same placeholders differently.
    struct Endpoint: Sendable {
        var method: Method
        var index: Int
        var names: [String]
    }

    /// A segment's bytes, in lower case where case does not count, or nil for a placeholder.
    let segments: [[UInt8]?]
    var endpoints: [Endpoint]
    /// The segments joined, with a NUL, which no word has, for each placeholder.
    private let bytes: [UInt8]

    init(_ text: String, _ method: Method, _ index: Int, _ ignoresCase: Bool) {
        var segments: [[UInt8]?] = []
        var names: [String] = []
        for segment in text.split(separator: "/") {
            if segment.hasPrefix("{") {
                segments.append(nil)
                names.append(String(segment.dropFirst().dropLast()))
            } else {
                segments.append(segment.utf8.map { ignoresCase ? lowercased($0) : $0 })
            }
        }
        precondition(names.count <= PathParameters.most, "too many placeholders in \(text)")
        self.segments = segments
        endpoints = [Endpoint(method: method, index: index, names: names)]
        let words = segments.map { [UInt8(ascii: "/")] + ($0 ?? [0]) }
        bytes = segments.isEmpty ? [UInt8(ascii: "/")] : Array(words.joined())
    }

    func takesSame(as other: PathPattern) -> Bool { segments == other.segments }

    func isMoreSpecific(than other: PathPattern) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) {
            if mine != nil && theirs == nil { return true }
            if mine == nil && theirs != nil { return false }
        }
        return false
    }

    /// Whether `path` is of this pattern; then `parameters` says where its placeholders stand.
    func takes(
        _ path: UnsafeBufferPointer<UInt8>,
        _ ignoresCase: Bool,
        _ parameters: inout PathParameters
    ) -> Bool {
        var place = 0
        var placeholder = 0
        for byte in bytes {
            if byte != 0 {
                guard place < path.count,
                    path[place] == byte || (ignoresCase && lowercased(path[place]) == byte)
                else { return false }
                place += 1
                continue
            }
            let start = place
            while place < path.count, path[place] != UInt8(ascii: "/") { place += 1 }
            guard place > start else { return false }
            parameters[placeholder] = Int32(start)..<Int32(place)
            placeholder += 1
        }
        return place == path.count
    }
}

internal import MockPostlyPlatform
internal import MockPostlyText

/// Finds the route of a request in a compiled table.
///
/// Fixed segments win over placeholders, segment by segment from the left, among the routes of the
/// request's method; HEAD is looked up as GET.
package struct Router<Context>: Sendable {
    /// The table that the router was made from, in its order.
    ///
    /// The index in it is what ``RouteMatch/route(_:_:)`` has.
    package let routes: [Route<Context>]
    private let table: RouteTable

    /// Compiles `routes`; with `ignoresCase`, fixed segments match in any ASCII case.
    ///
    /// Two routes of one method whose patterns match the same paths stop the program.
    package init(_ routes: [Route<Context>], ignoresCase: Bool = false) {
        self.routes = routes
        table = RouteTable(routes.map { ($0.method, $0.pattern) }, ignoresCase: ignoresCase)
    }

    /// Finds the route for `method` and a decoded `path`, which starts with a slash or is empty.
    ///
    /// Costs a comparison with the patterns of as many segments.
    package func match(_ method: Method, _ path: ArraySlice<UInt8>) -> RouteMatch {
        table.match(method, path)
    }
}

/// The result of a lookup of a route.
package enum RouteMatch {
    /// The index of the route in the table, and the positions of its placeholders.
    ///
    /// The positions are relative to the start of the path that was given.
    case route(Int, PathParameters)
    /// The path exists, but only for these methods.
    ///
    /// HEAD is among them where GET is; for the answer 405 and its field Allow.
    case methodNotAllowed([Method])
    /// No pattern has this path, whatever the method is.
    case notFound
}

/// The patterns of a ``Router``.
///
/// A type of its own, because a lookup in a generic one costs every request 400 instructions more.
struct RouteTable: Sendable {
    private let ignoresCase: Bool
    /// The patterns by number of segments, those of one number with the most specific first.
    private let patterns: [PathPattern]
    /// The marks of ``patterns``: looking at them costs no reference count.
    private let marks: [PathMark]
    /// Where the patterns of each number of segments are.
    private let places: [Range<Int>]

    init(_ routes: [(method: Method, pattern: String)], ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        var patterns: [[PathPattern]] = []
        for (index, route) in routes.enumerated() {
            let pattern = PathPattern(
                route.pattern,
                method: route.method,
                index: index,
                ignoresCase: ignoresCase
            )
            let count = pattern.segments.count
            while patterns.count <= count { patterns.append([]) }
            guard let twin = patterns[count].firstIndex(where: { $0.takesSame(as: pattern) }) else {
                patterns[count].append(pattern)
                continue
            }
            let other = patterns[count][twin]
            precondition(
                !other.endpoints.contains { $0.method == route.method },
                "route \(route.method.name) \(route.pattern) stands twice"
            )
            patterns[count][twin] = PathPattern(other, with: pattern.endpoints)
        }
        let sorted = patterns.map { $0.sorted { $0.isMoreSpecific(than: $1) } }
        self.patterns = Array(sorted.joined())
        marks = self.patterns.map { PathMark($0.fixedBytes, ignoresCase: ignoresCase) }
        var start = 0
        places = sorted.map { patterns in
            defer { start += patterns.count }
            return start..<(start + patterns.count)
        }
    }

    /// As ``Router/match(_:_:)``.
    func match(_ method: Method, _ path: ArraySlice<UInt8>) -> RouteMatch {
        path.withUnsafeBufferPointer { match(method == .head ? .get : method, $0) }
    }

    private func match(_ method: Method, _ path: UnsafeBufferPointer<UInt8>) -> RouteMatch {
        // After a world prefix the path of the root may be empty.
        guard path.isEmpty || path.first == UInt8(ascii: "/") else { return .notFound }
        var count = 0
        for byte in path { count += byte == UInt8(ascii: "/") ? 1 : 0 }
        if path.count == 1 { count = 0 }
        guard count < places.count else { return .notFound }
        var allowed: [Method] = []
        var parameters = PathParameters()
        for place in places[count] where marks[place].mayBe(in: path) {
            let pattern = patterns[place]
            guard pattern.takes(path, ignoresCase: ignoresCase, parameters: &parameters) else {
                continue
            }
            for endpoint in pattern.endpoints.indices {
                if pattern.endpoints[endpoint].method == method {
                    parameters.names = pattern.endpoints[endpoint].names
                    return .route(pattern.endpoints[endpoint].index, parameters)
                }
                let other = pattern.endpoints[endpoint].method
                if !allowed.contains(other) { allowed.append(other) }
            }
        }
        if allowed.isEmpty { return .notFound }
        if allowed.contains(.get) { allowed.append(.head) }
        return .methodNotAllowed(allowed)
    }
}

/// A pattern of the table, with all routes that have it.
///
/// An object, because a request looks at several.
final class PathPattern: Sendable {
    /// A route with this pattern; routes may name the same placeholders differently.
    struct Endpoint: Sendable {
        var method: Method
        var index: Int
        var names: [String]
    }

    /// The bytes of each segment, nil for a placeholder; in lower case when case is ignored.
    let segments: [[UInt8]?]
    let endpoints: [Endpoint]
    /// The joined segments, with NUL for each placeholder, because no fixed segment contains it.
    private let bytes: [UInt8]
    /// How many of ``bytes`` are before the first placeholder.
    private let fixedLength: Int

    private var hasPlaceholders: Bool { fixedLength < bytes.count }

    init(_ text: String, method: Method, index: Int, ignoresCase: Bool) {
        var segments: [[UInt8]?] = []
        var names: [String] = []
        // By bytes: the first request of a system waits for all of its patterns.
        for segment in Array(text.utf8).split(separator: UInt8(ascii: "/")) {
            if segment.first == UInt8(ascii: "{") {
                segments.append(nil)
                names.append(String(decoding: segment.dropFirst().dropLast(), as: UTF8.self))
            } else {
                segments.append(ignoresCase ? segment.map(\.lowercased) : Array(segment))
            }
        }
        precondition(names.count <= PathParameters.most, "too many placeholders in \(text)")
        self.segments = segments
        endpoints = [Endpoint(method: method, index: index, names: names)]
        var bytes: [UInt8] = segments.isEmpty ? [UInt8(ascii: "/")] : []
        for segment in segments {
            bytes.append(UInt8(ascii: "/"))
            bytes += segment ?? [0]
        }
        self.bytes = bytes
        fixedLength = bytes.firstIndex(of: 0) ?? bytes.count
    }

    /// `other`, also for the routes `more`.
    init(_ other: PathPattern, with more: [Endpoint]) {
        segments = other.segments
        endpoints = other.endpoints + more
        bytes = other.bytes
        fixedLength = other.fixedLength
    }

    /// What is before the first placeholder.
    var fixedBytes: ArraySlice<UInt8> { bytes[..<fixedLength] }

    func takesSame(as other: PathPattern) -> Bool { segments == other.segments }

    func isMoreSpecific(than other: PathPattern) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) {
            if mine != nil && theirs == nil { return true }
            if mine == nil && theirs != nil { return false }
        }
        return false
    }

    /// Whether `path` matches; if so, `parameters` has the positions of the placeholders.
    func takes(
        _ path: UnsafeBufferPointer<UInt8>,
        ignoresCase: Bool,
        parameters: inout PathParameters
    ) -> Bool {
        var place = 0
        var placeholder = 0
        // Most patterns differ in length, or before their first placeholder.
        guard path.count >= fixedLength, hasPlaceholders || path.count == fixedLength else {
            return false
        }
        if !ignoresCase {
            guard startsAsFixed(path) else { return false }
            place = fixedLength
        }
        for index in place..<bytes.count {
            let byte = bytes[index]
            if byte != 0 {
                guard place < path.count,
                    path[place] == byte || (ignoresCase && path[place].lowercased == byte)
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

    /// Whether `path`, which is long enough, begins with what is before the first placeholder.
    private func startsAsFixed(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = path.baseAddress else { return fixedLength == 0 }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { memcmp($0, start, fixedLength) == 0 } ?? true
        }
    }
}

/// The last eight bytes before the first placeholder of a pattern, or fewer: most paths differ there.
struct PathMark: Sendable, BitwiseCopyable {
    private let place: Int
    private let bytes: UInt64
    private let mask: UInt64
    /// The bit in which the cases of letters differ, for each letter that may be in any.
    private let cases: UInt64

    init(_ fixed: ArraySlice<UInt8>, ignoresCase: Bool) {
        place = max(0, fixed.count - 8)
        var (bytes, mask, cases): (UInt64, UInt64, UInt64) = (0, 0, 0)
        for byte in fixed.suffix(8).reversed() {
            let isAnyCase = ignoresCase && byte &- UInt8(ascii: "a") < 26
            bytes = bytes << 8 | UInt64(byte)
            mask = mask << 8 | 0xFF
            cases = cases << 8 | (isAnyCase ? 0x20 : 0)
        }
        (self.bytes, self.mask, self.cases) = (bytes, mask, cases)
    }

    /// Whether `path` has the mark, or is too short to tell.
    @inline(__always) func mayBe(in path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place + 8 <= path.count else { return true }
        let word = UnsafeRawBufferPointer(path).loadUnaligned(
            fromByteOffset: place,
            as: UInt64.self
        )
        return (UInt64(littleEndian: word) | cases) & mask == bytes
    }
}

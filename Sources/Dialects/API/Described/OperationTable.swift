internal import MockPostlyHTTP
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// Finds the operation of a request.
struct OperationTable: Sendable {
    private struct Path: Sendable {
        var template: PathTemplate
        /// The methods, each with the index of its plan and the query that a request must have.
        var methods: [(method: Method, plan: Int, query: [(name: String, value: String)])]

        /// What its parameters may be, from the left; nil where nothing is said.
        var schemas: [Schema?]

        /// Whether values of the path are what its parameters may be.
        func takes(_ values: [String]) -> Bool {
            zip(schemas, values).allSatisfy { schema, text in
                schema.map { DescribedParameters.isTaken(text, by: $0) } ?? true
            }
        }

        /// The plan of the method whose query the request has, else the first one; HEAD is GET where
        /// nothing else is said.
        func plan(_ method: Method, _ query: @autoclosure () -> Query) -> Int? {
            var own = methods.filter { $0.method == method }
            if own.isEmpty, method == .head { own = methods.filter { $0.method == .get } }
            guard own.count > 1 else { return own.first?.plan }
            let query = query()
            let fitting = own.first { one in
                !one.query.isEmpty
                    && one.query.allSatisfy { pair in query.pairs.contains { $0 == pair } }
            }
            return (fitting ?? own.first { $0.query.isEmpty } ?? own[0]).plan
        }
    }

    /// What a request meets.
    enum Found {
        case plan(Int, values: [String], base: String)
        /// The path has operations, but none with this method.
        case otherMethods([Method])
        /// The path nearest to that of the request, with its base; nil without any.
        case nothing(nearest: String?)
    }

    private struct Base: Sendable {
        var text: String
        var segments: [String]
        /// Indexed by the number of segments.
        var paths: [[Path]] = []
        /// The same, in the order in which they match.
        var shelves: [PathShelf<Path>] = []
        /// The places of paths while they are added, by their templates.
        var known: [[PathTemplate.Segment]: Int] = [:]
    }

    /// Those with the most segments first.
    private var bases: [Base] = []

    /// `basesOf` gives the paths below which an operation is served, such as `/api/v1` or nothing.
    init(_ plans: [Plan], basesOf: (Plan) -> [String]) {
        for (place, plan) in plans.enumerated() {
            for base in basesOf(plan) { add(place, plan, base) }
        }
        for index in bases.indices {
            bases[index].known = [:]
            bases[index].shelves = bases[index].paths.map { paths in
                let sorted = paths.sorted { $0.template.precedes($1.template) }
                return PathShelf(sorted) { $0.template }
            }
        }
        bases.sort { $0.segments.count > $1.segments.count }
    }

    private mutating func add(_ place: Int, _ plan: Plan, _ text: String) {
        let index =
            bases.firstIndex { $0.text == text }
            ?? {
                let segments = text.split(separator: "/").map(String.init)
                bases.append(Base(text: text, segments: segments))
                return bases.count - 1
            }()
        let count = plan.path.segments.count
        while bases[index].paths.count <= count { bases[index].paths.append([]) }
        guard let known = bases[index].known[plan.path.segments] else {
            bases[index].known[plan.path.segments] = bases[index].paths[count].count
            let path = Path(
                template: plan.path,
                methods: [(plan.method, place, plan.operation.query)],
                schemas: plan.path.parameters.map { name in
                    plan.operation.parameters.first { $0.place == .path && $0.name == name }?.schema
                }
            )
            bases[index].paths[count].append(path)
            return
        }
        guard
            !bases[index].paths[count][known].methods.contains(where: { other in
                other.method == plan.method
                    && other.query.elementsEqual(plan.operation.query) { $0 == $1 }
            })
        else { return }
        bases[index].paths[count][known].methods.append(
            (plan.method, place, plan.operation.query)
        )
    }

    /// The paths below which there are operations.
    var baseTexts: [String] { bases.map(\.text) }

    /// The first segments of all paths; nil where one of them is a parameter.
    var firstWords: [String]? {
        var words: Set<String> = []
        for base in bases {
            if let first = base.segments.first {
                words.insert(first)
                continue
            }
            for path in base.paths.joined() {
                guard let word = path.template.segments.first?.literal else { return nil }
                words.insert(word)
            }
        }
        return words.sorted()
    }

    /// The operation of a path of decoded segments, without empty ones; `query` is that of the request.
    func find(
        _ method: Method,
        _ path: [String],
        _ query: @autoclosure () -> Query = Query([UInt8]())
    ) -> Found {
        var others: [Method] = []
        var isLiteral = false
        for base in bases where path.starts(with: base.segments) {
            let rest = path[base.segments.count...]
            guard rest.count < base.shelves.count else { continue }
            for one in base.shelves[rest.count].paths(for: rest) {
                guard let values = one.template.values(in: rest) else { continue }
                // `POST /pets/find` is no change of a pet where `/pets/find` has a GET alone, and the
                // id of a pet is a number.
                let isFitting = !isLiteral || one.takes(values)
                if isFitting, let plan = one.plan(method, query()) {
                    return .plan(plan, values: values, base: base.text)
                }
                if isFitting { others += one.methods.map(\.method) }
                isLiteral = isLiteral || values.isEmpty
            }
        }
        return others.isEmpty ? .nothing(nearest: nearest(path)) : .otherMethods(others)
    }

    /// The path that has most in common with `path`.
    private func nearest(_ path: [String]) -> String? {
        var best: (text: String, points: Int)?
        for base in bases {
            for one in base.paths.joined() {
                let words = base.segments + one.template.segments.map { $0.literal ?? "{}" }
                var points = -abs(words.count - path.count) * 2
                for (word, text) in zip(words, path) {
                    if word == text {
                        points += 4
                    } else if word == "{}" {
                        points += 1
                    } else {
                        points += 3 - min(3, distance(word, text))
                    }
                }
                if points > best?.points ?? .min { best = (base.text + one.template.text, points) }
            }
        }
        return best?.text
    }

    /// How many letters must be added, removed or changed; 4 for all that is more.
    private func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard abs(one.count - other.count) < 4, one.count < 60 else { return 4 }
        var row = Array(0...other.count)
        for (place, byte) in one.enumerated() {
            var corner = row[0]
            row[0] = place + 1
            for (column, letter) in other.enumerated() {
                let cost = min(
                    corner + (byte == letter ? 0 : 1),
                    row[column] + 1,
                    row[column + 1] + 1
                )
                corner = row[column + 1]
                row[column + 1] = cost
            }
        }
        return min(4, row[other.count])
    }
}

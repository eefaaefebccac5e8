internal import MockPostlyJSON

/// Compares two runs of a scenario on the real server with one in a world, step by step.
///
/// What differs between the two real runs is noise. Ids, dates and tokens are compared by form, and
/// by what they refer to.
package struct DriftComparison: Sendable {
    /// The three answers to a step, or what is known of them.
    package struct Sides<Value> {
        package var first: Value
        package var second: Value
        package var world: Value

        package init(first: Value, second: Value, world: Value) {
            (self.first, self.second, self.world) = (first, second, world)
        }
    }

    /// One answer, read.
    struct Side: Sendable {
        let answer: DriftAnswer
        /// Nil for a body that is not JSON.
        let root: Node?
        /// The first path of each text that has a form, without the places in lists.
        let paths: [String: String]
        let time: Int64
        /// The server's addresses, which stand in links.
        let servers: [String]

        /// `text` without the address of the server.
        func adapted(_ text: String) -> String {
            servers.reduce(text) { replacing($1, by: "{server}", in: $0) }
        }
    }

    package internal(set) var findings: [DriftFinding] = []
    /// Names of members that may be missing in what a server has, and of those that may be null.
    let optional: Set<String>
    let nullable: Set<String>
    var memories = Sides(first: Memory(), second: Memory(), world: Memory())
    private let servers: Sides<[String]>

    /// What is compared now.
    var step = DriftStep("", "GET", "/")
    var sides: Sides<Side>?
    /// Whether texts and numbers must have the values that they have in the world.
    var comparesValues = true

    /// A comparison in which nothing has been compared.
    ///
    /// - Parameters:
    ///   - optional: names of members that may be missing.
    ///   - nullable: names of members that may be null.
    ///   - real: the addresses of the real server, as its answers may have them in links.
    ///   - world: those of the world.
    package init(
        optional: Set<String> = [],
        nullable: Set<String> = [],
        real: [String] = [],
        world: [String] = []
    ) {
        (self.optional, self.nullable) = (optional, nullable)
        servers = Sides(first: real, second: real, world: world)
    }

    /// Notes what a template has used, by the name that it has there.
    package mutating func note(_ value: Sides<String>, named name: String) {
        memories.first.note(variable: value.first, at: name)
        memories.second.note(variable: value.second, at: name)
        memories.world.note(variable: value.world, at: name)
    }

    /// Compares the answers to `step`, and remembers them for the next.
    package mutating func compare(_ step: DriftStep, _ answers: Sides<DriftAnswer>) {
        self.step = step
        var answers = answers
        // A server that once did and once did not is taken at its better word.
        if answers.first.status != answers.second.status {
            let isFirst = answers.first.status == answers.world.status
            if isFirst { answers.second = answers.first } else { answers.first = answers.second }
        }
        let sides = Sides(
            first: read(answers.first, servers.first),
            second: read(answers.second, servers.second),
            world: read(answers.world, servers.world)
        )
        self.sides = sides
        defer { remember(sides) }
        guard answers.first.status == answers.world.status else {
            return report(
                .status,
                "status",
                "\(answers.first.status), here \(answers.world.status)",
                real: "\(answers.first.status)",
                here: "\(answers.world.status)"
            )
        }
        comparesValues = step.content == .rule
        compareHeaders(answers)
        compareBodies(sides)
    }

    private func read(_ answer: DriftAnswer, _ servers: [String]) -> Side {
        let adapt = { (text: String) in
            servers.reduce(text) { replacing($1, by: "{server}", in: $0) }
        }
        let root = Self.parsed(answer.body, adapt)
        var paths: [String: String] = [:]
        root?.forEachScalar(at: "body") { path, value in
            guard case .text(let text) = value, paths[text] == nil, TextForm(text) != nil else {
                return
            }
            paths[text] = withoutPlaces(path)
        }
        return Side(
            answer: answer,
            root: root,
            paths: paths,
            time: answer.serverTime,
            servers: servers
        )
    }

    /// The value that a body is; nil for other than JSON.
    static func parsed(_ body: [UInt8], _ adapt: (String) -> String = { $0 }) -> Node? {
        (try? JSON(parsing: body).root).map { Node($0, adapt) }
    }

    private mutating func remember(_ sides: Sides<Side>) {
        guard step.content != .own else { return }
        let resource = "\(step.method) \(step.path)"
        if let root = sides.first.root {
            memories.first.note(root, step: step.name, resource: resource)
        }
        if let root = sides.second.root {
            memories.second.note(root, step: step.name, resource: resource)
        }
        if let root = sides.world.root {
            memories.world.note(root, step: step.name, resource: resource)
        }
    }

    // MARK: Bodies

    private mutating func compareBodies(_ sides: Sides<Side>) {
        let (first, second, world) = (sides.first, sides.second, sides.world)
        switch (first.root, second.root, world.root) {
        case (let one?, let two?, let here?):
            guard step.content == .own else { return compare(one, two, here, at: "body") }
            compareShapes(Shape([one, two]), Shape([here]), at: "body")
            compareOrder(one, here, at: "body")
            comparesValues = true
            for path in step.fixed {
                compare(
                    one.value(at: path),
                    two.value(at: path),
                    here.value(at: path),
                    at: "body.\(path)"
                )
            }
        case (nil, nil, nil): compareTexts(first.answer, second.answer, world.answer)
        case (.some, .some, nil):
            guard !world.answer.body.isEmpty else {
                return report(.missing, "body", "there is a body, here is none")
            }
            report(.type, "body", "JSON, here it is not")
        case (nil, nil, .some):
            guard !first.answer.body.isEmpty else {
                return report(.missing, "body", "there is none")
            }
            report(.type, "body", "not JSON, here it is")
        default: report(.type, "body", "once JSON, and once not")
        }
    }

    /// Compares bodies that are not JSON: texts by their letters, others by whether there are any.
    private mutating func compareTexts(
        _ first: DriftAnswer,
        _ second: DriftAnswer,
        _ world: DriftAnswer
    ) {
        if first.body.isEmpty != world.body.isEmpty {
            let words = world.body.isEmpty ? "there is a body, here is none" : "there is none"
            return report(.missing, "body", words)
        }
        guard comparesValues, world.mediaType.hasPrefix("text/") else { return }
        let texts = [first, second, world].map { String(decoding: $0.body, as: UTF8.self) }
        compareTexts(texts[0], texts[1], texts[2], at: "body")
    }

    // MARK: Reporting

    /// Reports a difference once.
    mutating func report(
        _ kind: DriftKind,
        _ field: String,
        _ words: String,
        real: String? = nil,
        here: String? = nil
    ) {
        let finding = DriftFinding(
            step: step.name,
            kind: kind,
            field: field,
            words: words,
            real: real,
            here: here
        )
        let isKnown = findings.contains {
            $0.step == finding.step && $0.kind == kind && $0.field == field
        }
        if !isKnown { findings.append(finding) }
    }

    /// `name` as a report may show it: one that only the real server has may be somebody's.
    func shown(_ name: String, isOnlyReal: Bool) -> String {
        isOnlyReal && isSomebodys(name) ? "{…}" : name
    }
}

extension DriftComparison.Sides: Sendable where Value: Sendable {}

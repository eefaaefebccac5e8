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
        /// The same texts, to be found within others.
        let names: KnownTexts
        let time: Int64
        /// The server's addresses, which stand in links.
        let servers: [String]

        /// `text` with ids and the like of its own answer replaced by their paths.
        func withPaths(in text: String) -> String { names.replaced(in: text) { "‹\($0)›" } }

        /// `text` without the address of the server.
        func adapted(_ text: String) -> String {
            servers.reduce(text) { replacing($1, by: "{server}", in: $0) }
        }
    }

    package internal(set) var findings: [DriftFinding] = []
    package internal(set) var notes: [DriftNote] = []
    private var reported: Set<String> = []
    /// The names of members that the world has: those may be shown.
    private var vocabulary = WebToken.spanNames
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
    /// What the request of the step has said.
    private var sent: Set<String> = []

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
        let statuses = [answers.first.status, answers.second.status]
        let isUnstable = statuses[0] != statuses[1]
        // A server that once did and once did not is taken at its better word.
        if isUnstable, statuses.contains(answers.world.status) {
            note(.unstable, "status", "\(statuses[0]), then \(statuses[1])")
            let isFirst = statuses[0] == answers.world.status
            if isFirst { answers.second = answers.first } else { answers.first = answers.second }
        }
        let sides = Sides(
            first: read(answers.first, servers.first),
            second: read(answers.second, servers.second),
            world: read(answers.world, servers.world)
        )
        self.sides = sides
        sides.world.root?.forEachName { vocabulary.insert($0) }
        defer { remember(sides) }
        guard answers.first.status == answers.world.status else {
            let real = isUnstable ? "\(statuses[0]), then \(statuses[1])" : "\(statuses[0])"
            let here = "\(answers.world.status)"
            return report(.status, "status", "\(real), here \(here)", real: real, here: here)
        }
        comparesValues = step.content == .rule
        sent = step.content == .sent ? step.sent : []
        compareHeaders(answers)
        compareBodies(sides)
    }

    private func read(_ answer: DriftAnswer, _ servers: [String]) -> Side {
        let adapt = { (text: String) in
            servers.reduce(text) { replacing($1, by: "{server}", in: $0) }
        }
        let root = Self.parsed(answer.body, adapt)
        var paths: [String: String] = [:]
        var names = KnownTexts()
        root?.forEachScalar(at: "body") { path, value in
            guard case .text(let text) = value, paths[text] == nil, TextForm(text) != nil else {
                return
            }
            let path = withoutPlaces(path)
            paths[text] = path
            names.note(text, as: path)
        }
        return Side(
            answer: answer,
            root: root,
            paths: paths,
            names: names,
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

    /// Whether the value of the world at `path` must be that of the real server.
    func compares(_ here: String, at path: String) -> Bool {
        comparesValues || sent.contains("\(memberName(at: path))=\(here)")
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
        let key = "\(step.name)\n\(kind.rawValue)\n\(field)"
        if reported.insert(key).inserted { findings.append(finding) }
    }

    /// Notes once what could not be decided.
    mutating func note(_ kind: DriftNote.Kind, _ field: String, _ words: String) {
        let field = withoutPlaces(field)
        guard reported.insert("\(step.name)\n\(kind.rawValue)\n\(field)").inserted else { return }
        notes.append(DriftNote(kind: kind, field: field, words: words))
    }

    /// `name` as a report may show it: one that the world does not have may be somebody's.
    ///
    /// - Parameters:
    ///   - name: the name of a member.
    ///   - isInRecord: whether it stands beside members that the world has, too, so that it is the
    ///     name of a member, and no key.
    /// - Returns: the name, or what stands for one.
    func shown(_ name: String, isInRecord: Bool = true) -> String {
        let isKnown = vocabulary.contains(name)
        let isOpen =
            isKnown && !step.isRecorded || !isSomebodys(name) || WebToken.spanNames.contains(name)
        return isOpen && (isKnown || isInRecord) ? name : "{…}"
    }

    /// A place in an answer, such as `login body.user.id`, as a report may show it.
    func shownPlace(_ place: String) -> String {
        let steps = place.split(separator: ".", omittingEmptySubsequences: false)
        let shown = steps.dropFirst().map { step in
            let name = step.prefix { $0 != "[" }
            return vocabulary.contains(String(name)) ? String(step) : "{…}"
        }
        return ([String(steps[0])] + shown).joined(separator: ".")
    }
}

extension DriftComparison.Sides: Sendable where Value: Sendable {}

/// One request of a scenario.
package struct DriftStep: Sendable, Equatable {
    /// Whose the answer's values are.
    package enum Content: Sendable, Equatable {
        /// The contract's: texts and numbers must be the same.
        case rule
        /// Those of the person who logs in: other values, to which later answers refer.
        case person
        /// What a server has: members and kinds are compared.
        case own
        /// What a server has made of the request: what was sent must be the same.
        case sent
    }

    /// What templates of later steps call its answer.
    package var name: String
    package var method: String
    /// With its query; `{{login.token}}` stands for a member of an earlier answer.
    package var path: String
    package var headers: [DriftAnswer.Field] = []
    /// A template; nil for none.
    package var body: String?
    /// Whether it changes something on the server.
    package var writes = false
    package var content = Content.rule
    /// Paths whose values are compared though the rest is what the server has: `page`.
    package var fixed: [String] = []
    /// What the contract says.
    package var rule = ""
    /// Whether it was recorded: its path then has somebody's values.
    package var isRecorded = false
    /// The path of the route that it takes, such as `/posts/{id}`, which reports show for a recorded
    /// one; nil where it is not known.
    package var route: String?
    /// Where the contract says it; empty where nothing does.
    package var contract = ""
    /// The lines of the contract that say what an answer has to be.
    var places = ""
    /// Whether somebody logs in by it.
    var logsIn = false
    /// Why it is sent to no server; nil for one that is.
    package var gap: DriftGap?

    package init(_ name: String, _ method: String, _ path: String) {
        (self.name, self.method, self.path) = (name, method, path)
    }

    /// The same steps, with every value compared: for a world that has what the server has.
    package static func comparingAll(_ steps: [DriftStep]) -> [DriftStep] {
        steps.map { step in step.with { if $0.content != .person { $0.content = .rule } } }
    }

    /// The same step, changed by `change`.
    package func with(_ change: (inout DriftStep) -> Void) -> DriftStep {
        var step = self
        change(&step)
        return step
    }

    /// What its body says, as `name=value`; what an earlier answer gave is left out.
    var sent: Set<String> {
        guard let body else { return [] }
        var sent: Set<String> = []
        if let root = DriftComparison.parsed(Array(body.utf8)) {
            root.forEachScalar(at: "body") { path, value in
                if let text = value.plain, let literal = Template.literal(text) {
                    sent.insert("\(memberName(at: path))=\(literal)")
                }
            }
            return sent
        }
        for pair in body.split(separator: "&") where !pair.contains("%") {
            guard let literal = Template.literal(String(pair)) else { continue }
            sent.insert(replacing("+", by: " ", in: literal))
        }
        return sent
    }

    /// The templates in it, in their order: `login.token` for `{{login.token}}`.
    var variables: [String] {
        ([path] + headers.map(\.value) + [body ?? ""]).flatMap(Template.variables)
    }
}

/// A text with names of values in double braces; `{{{}}` stands for a brace of the text itself.
enum Template {
    private static let brace = "{"

    /// The template whose text is `text`, whatever braces are in it.
    static func escaped(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...].dropFirst()
            // A brace at the end may come before a variable.
            result += rest.first == "{" || rest.isEmpty ? "{{\(brace)}}" : "{"
        }
        return result + rest
    }

    /// The text of a template without names; nil for one with some.
    static func literal(_ text: String) -> String? {
        variables(of: text).isEmpty ? filled(text) { $0 } : nil
    }

    static func variables(of text: String) -> [String] {
        var names: [String] = []
        _ = filled(text) { name in
            names.append(name)
            return ""
        }
        return names
    }

    /// `text` with `value` of each name in place of it.
    static func filled(_ text: String, _ value: (String) -> String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            let inner = rest.dropFirst(2)
            guard rest.dropFirst().first == "{", let end = inner.firstIndex(of: "}"),
                inner[end...].dropFirst().first == "}"
            else {
                result += "{"
                rest = rest.dropFirst()
                continue
            }
            let name = String(inner[..<end])
            result += name == brace ? name : value(name)
            rest = inner[end...].dropFirst(2)
        }
        return result + rest
    }
}

/// Requests that show whether a server keeps a contract.
package struct DriftScenario: Sendable {
    /// The word for it on the command line.
    package var name: String
    package var steps: [DriftStep]
    /// Names of members that may be missing in what a server has.
    package var optional: Set<String> = []
    /// Names of members that may be null.
    package var nullable: Set<String> = []
    /// Who logs in to the world: values of `{{email}}` and so on.
    package var here: [String: String] = [:]
    /// Who logs in to the real server when nobody is named; empty for nobody.
    package var there: [String: String] = [:]
    /// The variables that `--login` sets, the name and the password.
    package var login: (name: String, password: String) = ("email", "password")
    /// Where the contracts of the system's routes are, as scripts/contract-lines writes it.
    private var contractsOfRoutes = ""

    package init(_ name: String, _ steps: [DriftStep]) {
        (self.name, self.steps) = (name, steps)
    }

    /// Whether `answer` refuses the account that `step` logs in, which the world accepts by `other`.
    package func isRefusal(
        _ answer: DriftAnswer,
        beside other: DriftAnswer?,
        to step: DriftStep
    ) -> Bool {
        guard let other, step.variables.contains(login.password) else { return false }
        return [400, 401, 403, 422].contains(answer.status) && other.status < 300
    }

    /// The scenario of a system.
    ///
    /// - Parameters:
    ///   - name: of the system.
    ///   - steps: in the order of the requests.
    ///   - lines: where the contracts of the steps say what is asked, as scripts/contract-lines writes
    ///     it.
    ///   - routes: the same of the system's routes.
    ///   - nullable: names of members that may be null.
    package init(
        _ name: String,
        _ steps: [DriftStep],
        _ lines: String,
        routes: String,
        nullable: Set<String> = []
    ) {
        let known = ContractLines(lines)
        self.init(name, steps.map { step in step.with { $0.places = known.places(of: step) } })
        (contractsOfRoutes, self.nullable, here) = (routes, nullable, Self.person)
    }

    /// A person of the standard seed, who can log in to most systems.
    private static let person = ["email": "mira.sol@example.com", "password": "mira.sol-postly"]

    /// Tells of each step which of `routes` it takes, with or without the system's name before it:
    /// `/shop/api/tags` is `/api/tags` where the system is alone.
    ///
    /// - Parameters:
    ///   - routes: the paths of routes, such as `/posts/{id}`.
    ///   - isWhole: whether these are all routes, and steps without one are left out.
    ///   - system: the scenario of the system, whose contracts then are those of the steps.
    package mutating func match(_ routes: [String], isWhole: Bool, of system: DriftScenario?) {
        let known = ContractLines(system?.contractsOfRoutes ?? "")
        let prefix = "/\(name)"
        let all =
            routes
            + routes.filter { $0.hasPrefix(prefix + "/") }.map {
                String($0.dropFirst(prefix.count))
            }
        for index in steps.indices {
            let path = steps[index].path.prefix { $0 != "?" }
            let found = all.filter { fits(path, $0) }
            // Fixed words win over placeholders.
            steps[index].route = found.min { holes($0) < holes($1) }
            steps[index].places = known.places(ofRoute: steps[index], name)
        }
        if isWhole { steps.removeAll { $0.route == nil } }
    }
}

/// How many placeholders a route has.
func holes(_ route: String) -> Int { route.utf8.count { $0 == UInt8(ascii: "{") } }

/// The last name of a path in a body: `tags` of `body.post.tags[0]`.
func memberName(at path: String) -> String {
    String((path.split(separator: ".").last ?? "").prefix { $0 != "[" })
}

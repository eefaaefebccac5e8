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
    /// Where the contract says it; empty where nothing does.
    package var contract = ""

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

    /// The templates in it, in their order: `login.token` for `{{login.token}}`.
    var variables: [String] {
        ([path] + headers.map(\.value) + [body ?? ""]).flatMap(Template.variables)
    }
}

/// A text with names of values in double braces.
enum Template {
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
            result += value(String(inner[..<end]))
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

    package init(_ name: String, _ steps: [DriftStep]) {
        (self.name, self.steps) = (name, steps)
    }

    /// Leaves out the steps whose path is none of `templates`, with or without the system's name
    /// before it: `/realworld/api/tags` is `/api/tags` where the system is alone.
    package mutating func keep(only templates: [String]) {
        let prefix = "/\(name)"
        let all =
            templates
            + templates.filter { $0.hasPrefix(prefix + "/") }.map { template in
                String(template.dropFirst(prefix.count))
            }
        steps = steps.filter { step in
            let path = step.path.prefix { $0 != "?" }
            return all.contains { fits(path, $0) }
        }
    }
}

internal import MockPostlyText

/// A request as it is sent.
package struct DriftRequest: Sendable, Equatable {
    package var method: String
    package var path: String
    package var headers: [DriftAnswer.Field]
    package var body: [UInt8]?

    package init(method: String, path: String, headers: [DriftAnswer.Field], body: [UInt8]?) {
        (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
    }
}

/// One run of a scenario on one server.
package struct DriftRun: Sendable {
    /// The answers so far, by the names of their steps.
    package private(set) var answers: [String: DriftAnswer] = [:]
    /// Values of names without a point, such as `email`.
    package let variables: [String: String]
    private var roots: [String: Node] = [:]

    package init(variables: [String: String]) {
        self.variables = variables
    }

    /// The request of `step`; nil when an earlier answer has no value for a name in it.
    package func request(of step: DriftStep) -> DriftRequest? {
        guard step.gap == nil else { return nil }
        var isWhole = true
        let fill = { (text: String, encodes: (String) -> String) in
            Template.filled(text) { name in
                guard let value = value(of: name) else {
                    isWhole = false
                    return ""
                }
                return encodes(value)
            }
        }
        let request = DriftRequest(
            method: step.method,
            path: fill(step.path) { percentEncoded($0) },
            headers: step.headers.map { .init($0.name, fill($0.value) { $0 }) },
            body: step.body.map { body in
                let isJSON = body.hasPrefix("{") || body.hasPrefix("[")
                return Array(
                    fill(body) { text in
                        step.hasForm ? percentEncoded(text) : isJSON ? inJSON(text) : text
                    }.utf8
                )
            }
        )
        return isWhole ? request : nil
    }

    /// The value of a name in a template; nil when there is none.
    ///
    /// `list.#noteId` is what paths call the first element of the list in that answer.
    package func value(of name: String) -> String? {
        guard let point = name.firstIndex(of: ".") else { return variables[name] }
        let path = String(name[name.index(after: point)...])
        let root = roots[String(name[..<point])]
        return path.hasPrefix("#")
            ? root?.firstID(named: String(path.dropFirst())) : root?.value(at: path)?.plain
    }

    /// Keeps the answer to `step`.
    package mutating func keep(_ answer: DriftAnswer, of step: DriftStep) {
        answers[step.name] = answer
        roots[step.name] = DriftComparison.parsed(answer.body)
    }
}

/// `text` as it stands within the quotes of a string of JSON.
private func inJSON(_ text: String) -> String {
    String(quotedJSON(text).dropFirst().dropLast())
}

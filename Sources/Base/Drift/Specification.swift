package import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript
package import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText

/// Compares answers with what an OpenAPI description says of them: status, headers, bodies.
package struct DriftSpecification: Sendable {
    let description: Description

    package init(_ description: Description) {
        self.description = description
    }

    /// The description's title, or its file.
    package var name: String { description.title.isEmpty ? description.path : description.title }

    /// The operation that a request is of; nil when none is described.
    private func operation(_ method: String, _ path: String) -> Operation? {
        let path = path.prefix { $0 != "?" && $0 != "#" }
        let found = description.operations.filter { operation in
            operation.method == method
                && operation.basePaths.contains { fits(path, $0 + operation.path) }
        }
        // Fixed words win over placeholders.
        return found.min { holes($0.path) < holes($1.path) }
    }

    /// The operation that a step asks for, by its path as it is or behind that of the address.
    private func operation(of step: DriftStep, below base: String) -> Operation? {
        operation(step.method, step.path) ?? operation(step.method, base + step.path)
    }

    /// The path of the operation that a request is of, as the description has it.
    func route(of step: DriftStep, below base: String) -> String? {
        operation(of: step, below: base)?.path
    }

    /// Why a step is not compared: it was not sent, or its operation demands a key that was not sent
    /// either; nil for all others.
    func gap(of step: DriftStep, _ answer: DriftAnswer?, below base: String) -> DriftGap? {
        guard let answer else { return .needs }
        guard [401, 403].contains(answer.status), let operation = operation(of: step, below: base),
            !operation.security.isEmpty, operation.response(for: answer.status) == nil
        else { return nil }
        return .key
    }

    /// What of `answer` the description does not have.
    ///
    /// - Parameters:
    ///   - answer: the answer to `step`.
    ///   - step: its path is one as it was sent.
    ///   - base: the path of the address that was asked.
    ///   - hasBody: whether the answer's body is known; one that is not is not compared.
    /// - Returns: differences in the order of the answer; empty when it fits.
    package func findings(
        in answer: DriftAnswer,
        to step: DriftStep,
        below base: String,
        hasBody: Bool = true
    ) -> [DriftFinding] {
        let finding = { (kind: DriftKind, field: String, words: String) in
            DriftFinding(step: step.name, kind: kind, field: field, words: words)
        }
        guard let operation = operation(of: step, below: base) else {
            return [finding(.missing, "operation", "no operation of the description")]
        }
        guard let response = operation.response(for: answer.status) else {
            return [finding(.status, "status", "\(answer.status), which is not described")]
        }
        var findings = response.headers.filter {
            $0.isRequired && answer.values(of: $0.name.lowercased()).isEmpty
        }.map { finding(.header, "header \($0.name.lowercased())", "missing") }
        guard hasBody else { return findings }
        guard !response.contents.isEmpty, step.method != "HEAD", !answer.body.isEmpty else {
            if !response.contents.isEmpty, step.method != "HEAD" {
                findings.append(finding(.missing, "body", "missing"))
            }
            return findings
        }
        let type = answer.mediaType
        guard let content = response.contents.first(where: { Self.covers($0.type, type) }) else {
            let known = response.contents.map(\.declaredType).joined(separator: ", ")
            let words = "\(type.isEmpty ? "no type" : type), described is \(known)"
            return findings + [finding(.header, "header content-type", words)]
        }
        guard content.isJSON, let schema = content.schema else { return findings }
        guard let root = try? JSON(parsing: answer.body).root else {
            return findings + [finding(.type, "body", "not JSON, described is JSON")]
        }
        for violation in schema.violations(of: JSValue(root), .answer) {
            let field = DescribedField(violation.path, in: schema).text
            let kind: DriftKind =
                switch violation.reason {
                case .missing, .unknown: .missing
                case .type: .type
                default: .value
                }
            let next = finding(kind, field, violation.words)
            if !findings.contains(next) { findings.append(next) }
        }
        return findings
    }

    private static func covers(_ described: String, _ type: String) -> Bool {
        if described == type || described == "*/*" { return true }
        return described.hasSuffix("/*") && type.hasPrefix(described.dropLast())
    }
}

extension DriftOutcome {
    /// What came of comparing answers with a description.
    ///
    /// - Parameters:
    ///   - specification: the description.
    ///   - steps: the requests, as they were sent.
    ///   - answers: their answers, by the names of the steps; one without is left out.
    ///   - base: the path of the address that was asked.
    package init(
        _ specification: DriftSpecification,
        _ steps: [DriftStep],
        _ answers: [String: DriftAnswer],
        below base: String
    ) {
        scenario = specification.name
        for step in steps {
            var part = Part(step: step)
            part.gap = specification.gap(of: step, answers[step.name], below: base)
            if part.gap == nil, let answer = answers[step.name] {
                part.real = answer
                part.findings = specification.findings(in: answer, to: step, below: base)
            }
            parts.append(part)
        }
    }

    /// One of the answers when all are pages of HTML that do not fit; nil when one is none.
    package var page: DriftAnswer? {
        let answered = parts.filter { $0.real != nil }
        let isPage = answered.allSatisfy {
            $0.real?.mediaType == "text/html" && !$0.findings.isEmpty
        }
        return isPage ? answered.first?.real : nil
    }

    /// What came of comparing recorded answers with a description.
    ///
    /// - Parameters:
    ///   - specification: the description.
    ///   - exchanges: requests that were answered.
    ///   - base: the path of the address that was recorded.
    package init(
        _ specification: DriftSpecification,
        recorded exchanges: [ArchivedExchange],
        below base: String
    ) {
        scenario = specification.name
        // A browser's preflights are no operations.
        for (index, exchange) in exchanges.enumerated() where exchange.lack != .request {
            let name = "\(index + 1)"
            let step = DriftStep(name, exchange.method, exchange.address.target).with {
                $0.isRecorded = true
            }
            var part = Part(step: step)
            part.step.route = specification.route(of: step, below: base)
            let answer = DriftAnswer(exchange)
            part.findings = specification.findings(
                in: answer,
                to: step,
                below: base,
                hasBody: exchange.lack != .body && exchange.lack != .text
            )
            part.real = answer
            parts.append(part)
        }
    }
}

extension DriftAnswer {
    /// A recorded one.
    fileprivate init(_ exchange: ArchivedExchange) {
        self.init(
            status: exchange.status,
            fields: exchange.fields.map { .init($0.name, $0.value) },
            body: exchange.body,
            time: 0
        )
    }
}

/// Whether `path` is one of `template`, such as `/tasks/{id}`.
func fits(_ path: Substring, _ template: String) -> Bool {
    let parts = path.split(separator: "/")
    let wanted = template.split(separator: "/")
    return parts.count == wanted.count
        && zip(parts, wanted).allSatisfy { part, wanted in
            guard let open = wanted.firstIndex(of: "{"), let close = wanted.lastIndex(of: "}")
            else { return part == wanted }
            return part.hasPrefix(wanted[..<open])
                && part.hasSuffix(wanted[wanted.index(after: close)...])
        }
}

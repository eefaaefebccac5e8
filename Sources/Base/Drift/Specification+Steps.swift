internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText

/// What is asked of a server that is compared with a description.
extension DriftSpecification {
    /// A request for each operation that reads.
    ///
    /// Its parameters have the values that the description gives; one in a path without any is that of
    /// the first element of the list above it.
    ///
    /// - Parameter base: the path of the address that is asked, below which base paths of the
    ///   description are not put again.
    /// - Returns: steps in the order of the description; one that cannot be sent has a variable.
    package func steps(below base: String) -> [DriftStep] {
        reads.map { operation in
            let own = operation.basePaths.first ?? ""
            let prefix = base.hasSuffix(own) ? "" : own
            let path = path(of: operation).map { prefix + $0 }
            // A template that no answer fills: the step is left out.
            var step = DriftStep(name(of: operation), operation.method, path ?? "{{example.of}}")
            if let path, Template.literal(path) == nil {
                // What an answer fills in is the server's own.
                (step.isRecorded, step.route) = (true, prefix + operation.path)
            }
            step.rule = "\(description.path):\(operation.line)"
            return step
        }
    }

    private var reads: [Operation] {
        description.operations.filter { ["GET", "HEAD"].contains($0.method) }
    }

    private func name(of operation: Operation) -> String {
        operation.operationID ?? "\(operation.method) \(operation.path)"
    }

    /// A path with values for its parameters; nil when a required one has none.
    private func path(of operation: Operation) -> String? {
        var path = operation.path
        var query = operation.query.map { "\($0.name)=\(percentEncoded($0.value))" }
        for parameter in operation.parameters {
            switch parameter.place {
            case .path:
                guard let value = inPath(parameter, of: operation) else { return nil }
                path = replacing("{\(parameter.name)}", by: value, in: path)
            case .query where parameter.isRequired:
                guard let value = Self.given(parameter) ?? Self.drawn(parameter) else { return nil }
                query.append("\(percentEncoded(parameter.name))=\(percentEncoded(value))")
            case .header where parameter.isRequired, .cookie where parameter.isRequired: return nil
            case .query, .header, .cookie: break
            }
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    /// The value of a parameter in a path; nil when there is none that the server is likely to have.
    ///
    /// One that is drawn has hardly ever an element: it is for operations that describe a 404.
    private func inPath(_ parameter: Operation.Parameter, of operation: Operation) -> String? {
        if let value = Self.given(parameter) { return percentEncoded(value) }
        if let list = list(above: parameter.name, in: operation.path) {
            return "{{\(list).#\(parameter.name)}}"
        }
        guard operation.response(for: 404) != nil else { return nil }
        return Self.drawn(parameter).map { percentEncoded($0) }
    }

    /// The step that reads the list whose element a parameter names; nil without one.
    private func list(above parameter: String, in path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let place = parts.firstIndex(of: "{\(parameter)}") else { return nil }
        let above = parts[..<place].joined(separator: "/")
        let list = reads.first { $0.method == "GET" && $0.path == above }
        // A name in a template has neither a point nor braces.
        return list.map { name(of: $0) }.flatMap { name in
            name.contains { $0 == "." || $0 == "{" || $0 == "}" } ? nil : name
        }
    }

    /// The value that the description has for a parameter: an example, a default or one of a list.
    private static func given(_ parameter: Operation.Parameter) -> String? {
        if let example = parameter.example { return text(example) }
        guard let rules = parameter.schema?.rules,
            rules.choices != nil || rules.defaultValue != nil || !rules.examples.isEmpty
        else { return nil }
        return drawn(parameter)
    }

    private static func drawn(_ parameter: Operation.Parameter) -> String? {
        let drawing = Drawing(seed: 1, path: "/")
        return parameter.schema.flatMap { text($0.draw(drawing, named: parameter.name)) }
    }

    private static func text(_ value: JSValue) -> String? {
        if value.isNumber { return value.text }
        return value.string
    }
}

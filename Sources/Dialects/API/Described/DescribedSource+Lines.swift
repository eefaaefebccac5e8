package import MockPostlyDialect
internal import MockPostlyOpenAPI

extension API {
    package static func operations(_ settings: Settings) -> [OperationLine] {
        (settings.watch?.described ?? settings.described)?.lines ?? []
    }
}

extension DescribedSource {
    /// What is known of each operation, in the order of the description.
    package var lines: [OperationLine] {
        let suggestions = Dictionary(weakGuesses.map { ($0.operation, $0.text) }) { one, _ in one }
        return recognition.plans.map { plan in
            let base = plan.operation.basePaths.first ?? ""
            var line = OperationLine(
                method: plan.operation.method,
                path: base + plan.path.text,
                hasState: plan.role.hasState,
                role: plan.role.word,
                reason: plan.why
            )
            line.operationID = plan.operation.operationID
            line.suggestion = suggestions[operationName(plan)]
            guard let place = plan.home, plan.role.hasState else { return line }
            let home = recognition.homes[place]
            line.collection = home.path.text
            line.id = home.id
            line.array = plan.array.map { $0.joined(separator: ".") }
            line.wrapper =
                plan.wrapper.isEmpty ? nil : plan.wrapper.joined(separator: ".")
            return line
        }
    }

    /// What is wrong with the description, with files and lines.
    package var warnings: [String] {
        let missing = missingSchemes.map { "\(description.path):\($0.line): \($0.words)" }
        return missing + description.warnings.map { "\($0.file):\($0.line): \($0.words)" }
    }

    /// What is said of examples that their own schema refuses; nil where there are none.
    ///
    /// Reads all schemas.
    package var exampleNote: String? {
        let found = description.warnings.filter(\.isOfExample)
        guard let first = found.first else { return nil }
        let count =
            found.count == 1
            ? "1 example breaks the schema beside it"
            : "\(found.count) examples break the schema beside them"
        return "\(count), such as \(first.file):\(first.line):"
            + " what the schema allows is answered instead; --warnings lists all"
    }

    /// Security schemes that operations name and the description does not have, each once.
    var missingSchemes: [(line: Int, words: String)] {
        var known = Set(description.securitySchemes.map(\.name))
        var missing: [(line: Int, words: String)] = []
        for operation in description.operations {
            for (name, _) in operation.security.flatMap(\.schemes) where known.insert(name).inserted
            {
                let words =
                    "\(operation.method) \(operation.path): security names \(name), which is not described"
                missing.append((operation.line, words))
            }
        }
        return missing
    }

    /// Paths of the description that are never reached: their first words are the server's.
    var hiddenPaths: [String] {
        let words = ["w", "f", "__mockpostly"]
        return recognition.plans.compactMap { plan in
            let bases = (overlay.base.map { [$0] } ?? plan.operation.basePaths)
            let path = (bases.first ?? "") + plan.path.text
            let segments = path.split(separator: "/").map(String.init)
            guard let first = segments.first, words.contains(first), segments.count > 1 else {
                return nil
            }
            return path
        }
    }
}

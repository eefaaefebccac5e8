package import MockPostlyDialect
internal import MockPostlyOpenAPI

extension API {
    package static func operations(_ settings: Settings) -> [OperationLine] {
        settings.described?.lines ?? []
    }
}

extension DescribedSource {
    /// What is known of each operation, in the order of the description.
    package var lines: [OperationLine] {
        recognition.plans.map { plan in
            let base = plan.operation.basePaths.first ?? ""
            var line = OperationLine(
                method: plan.operation.method,
                path: base + plan.path.text,
                hasState: plan.role.hasState,
                role: plan.role.word,
                reason: plan.why
            )
            line.operationID = plan.operation.operationID
            guard let place = plan.home, plan.role.hasState else { return line }
            let home = recognition.homes[place]
            line.collection = home.path.text
            line.id = home.id
            line.array = plan.array.map { $0.joined(separator: ".") }
            line.wrapper = plan.wrapper
            return line
        }
    }

    /// What is wrong with the description, with files and lines.
    package var warnings: [String] {
        description.warnings.map { "\($0.file):\($0.line): \($0.words)" }
    }
}

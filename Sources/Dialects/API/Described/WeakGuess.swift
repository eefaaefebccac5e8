internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// A guess that may well be wrong, as the line of an overlay that says it, or better it.
struct WeakGuess: Equatable {
    enum Section: String, CaseIterable {
        case collections, views, actions
    }

    /// The operation that shows it: `GET /tickets`.
    var operation: String
    var section: Section
    /// A path, or an operation.
    var key: String
    /// The mapping, such as `{id: ref}`.
    var value: String
    /// What is not sure.
    var doubt: String

    /// The line of its section.
    var line: String { "  \"\(key)\": \(value)  # \(doubt)" }
    /// An overlay with nothing else.
    var text: String { "\(section.rawValue):\n\(line)" }
}

extension DescribedSource {
    /// `GET /tickets`, as an overlay names an operation.
    func operationName(_ plan: Plan) -> String { "\(plan.method.name) \(plan.path.text)" }

    /// The weak guesses as an overlay, ready to be copied; empty without any.
    package var suggestion: String {
        let guesses = weakGuesses
        return WeakGuess.Section.allCases.compactMap { section in
            let lines = guesses.filter { $0.section == section }.map { $0.line + "\n" }
            return lines.isEmpty ? nil : "\(section.rawValue):\n" + lines.joined()
        }.joined()
    }

    /// In the order of the description.
    var weakGuesses: [WeakGuess] {
        var guesses: [WeakGuess] = []
        var known: Set<Int> = []
        for plan in recognition.plans {
            guard let place = plan.home else { continue }
            let home = recognition.homes[place]
            if known.insert(place).inserted, let guess = weakID(plan, home) {
                guesses.append(guess)
            }
            switch plan.role {
            case .list:
                if let guess = weakArray(plan, home) { guesses.append(guess) }
            case .view(.made(let parameter?)):
                let value =
                    "{of: \(quoted(home.path.text)), where: {\(parameter): \"{\(parameter)}\"}}"
                guesses.append(
                    guess(
                        plan,
                        .views,
                        operationName(plan),
                        value,
                        "no member of a row names the parent"
                    )
                )
            case .action(.nothing):
                if let guess = weakAction(plan, home) { guesses.append(guess) }
            default: break
            }
        }
        return guesses
    }

    private func guess(
        _ plan: Plan,
        _ section: WeakGuess.Section,
        _ key: String,
        _ value: String,
        _ doubt: String
    ) -> WeakGuess {
        WeakGuess(
            operation: operationName(plan),
            section: section,
            key: key,
            value: value,
            doubt: doubt
        )
    }

    /// A collection whose rows show no id, or one that has another name than the parameter.
    private func weakID(_ plan: Plan, _ home: ResourceHome) -> WeakGuess? {
        guard home.isListed, !home.isAppended, overlay.collections.allSatisfy({ $0.id == nil })
        else {
            return nil
        }
        let scalars = home.row?.fields.filter { $0.schema.isScalar } ?? []
        guard let id = home.id else {
            guard let first = scalars.first?.name else { return nil }
            let doubt = "no member is surely the id; ids are in Location alone"
            return guess(plan, .collections, home.path.text, "{id: \(first)}", doubt)
        }
        let plain = Words.plain(id)
        guard !Words.sureIDs.contains(plain), !Words.plain(home.parameter).hasSuffix(plain) else {
            return nil
        }
        let doubt = "the path says \(home.parameter)"
        return guess(plan, .collections, home.path.text, "{id: \(id)}", doubt)
    }

    /// A list with several arrays, none of which has the component of a row.
    private func weakArray(_ plan: Plan, _ home: ResourceHome) -> WeakGuess? {
        guard let answer = plan.answer, let array = plan.array, !array.isEmpty,
            let element = Shapes.schema(answer, at: array)?.element
        else { return nil }
        let isSure = element.component != nil && element.component == home.row?.component
        let arrays = answer.fields.filter { $0.schema.element?.isObject ?? false }
        guard !isSure, arrays.count > 1 else { return nil }
        let others = arrays.map(\.name).filter { $0 != array[0] }.joined(separator: ", ")
        let value = "{array: \(array.joined(separator: "."))}"
        return guess(plan, .collections, home.path.text, value, "or \(others)")
    }

    /// An action of which nothing says what it changes.
    private func weakAction(_ plan: Plan, _ home: ResourceHome) -> WeakGuess? {
        let body = plan.operation.bodySchema?.fields ?? []
        guard let row = home.row, !body.contains(where: { row.fieldName($0.name) != nil }) else {
            return nil
        }
        let state = row.fields.first { field in
            ["status", "state"].contains(Words.plain(field.name)) && !field.schema.words.isEmpty
        }
        let flag = row.fields.first { $0.schema.isBoolean }
        let member: String
        if let state, let word = state.schema.words.last {
            member = "\(state.name): \(quoted(word))"
        } else if let flag {
            member = "\(flag.name): true"
        } else {
            return nil
        }
        let doubt = "nothing says what it changes"
        return guess(plan, .actions, operationName(plan), "{set: {\(member)}}", doubt)
    }

    /// A text as YAML has it in a mapping between braces.
    private func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "/")
        }
        return isPlain ? text : "\"\(text)\""
    }
}

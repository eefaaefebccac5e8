internal import MockPostlyHTTP
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// What is done to one row by a word below its path.
extension Recogniser {
    mutating func findAction(_ place: Int, _ plan: Plan, _ home: Int, _ word: String) {
        guard let row = homes[home].row else { return }
        let words = Words.split(word)
        let title = row.component ?? homes[home].singular
        if plan.method == .post, let first = words.first, ["add", "remove"].contains(first),
            words.count > 1
        {
            let rest = words.dropFirst().joined()
            for name in [rest, Words.plain(English.plural(rest))] {
                guard let member = row.fieldName(name), row.field(member)?.element != nil else {
                    continue
                }
                let verb = first == "add" ? "adds to" : "removes from"
                let role = Role.link(member: member, adds: first == "add")
                set(place, role, home, "\(verb) \(member) of \(English.one(title))")
                return
            }
        }
        guard let answer = plan.answer else {
            // What answers nothing does what its word says, where the row knows the word.
            let effect = Self.effect(of: word, on: row, isUndone: plan.method == .delete)
            guard effect != .nothing else { return }
            set(
                place,
                .action(effect),
                home,
                "changes \(English.one(title))\(Self.words(of: effect))"
            )
            return
        }
        let found = unwrapped(answer, homes[home].singular)
        let isRow = notes.isSame(found, row) || notes.common(found, row) >= 0.6
        guard isRow, !found.fields.isEmpty, found.fields.count > 1 else { return }
        if plan.method == .post, words.contains(where: { Words.copies.contains($0) }) {
            set(place, .copy, home, "makes another \(title) of it")
            return
        }
        let isUndone = plan.method == .delete
        let effect = Self.effect(of: word, on: row, isUndone: isUndone)
        set(place, .action(effect), home, "changes \(English.one(title))\(Self.words(of: effect))")
    }

    private static func words(of effect: Role.Effect) -> String {
        switch effect {
        case .nothing: ""
        case .flag(let member, let value, _): ": \(member) is \(value)"
        case .word(let member, let value): ": \(member) is \(value)"
        case .members: ""
        }
    }

    /// What a word does to a row: a flag that it names, or a state that begins as it does.
    static func effect(of word: String, on row: Schema, isUndone: Bool) -> Role.Effect {
        var stem = Words.plain(word)
        var value = !isUndone
        for prefix in ["un", "dis"] where stem.hasPrefix(prefix) && stem.utf8.count > 5 {
            let rest = String(stem.dropFirst(prefix.count))
            if row.fields.contains(where: { Words.plain($0.name).hasPrefix(rest) }) {
                stem = rest
                value = !value
            }
        }
        let short = stem.hasSuffix("e") ? String(stem.dropLast()) : stem
        let forms = [
            stem, "is" + stem, short + "ed", "is" + short + "ed", stem + "ing", short + "ing",
            "is" + stem + "ing",
        ]
        for (name, field) in row.fields where field.isBoolean {
            guard forms.contains(Words.plain(name)) else { continue }
            let counts = [stem + "scount", stem + "count", stem + "s"]
            let count = row.fields.first {
                counts.contains(Words.plain($0.name)) && $0.schema.isNumber
            }
            return .flag(member: name, value: value, count: count?.name)
        }
        for (name, field) in row.fields where ["status", "state"].contains(Words.plain(name)) {
            let word = field.words.first {
                let plain = Words.plain($0)
                return plain.hasPrefix(short) || plain.hasPrefix(stem)
            }
            if let word { return .word(member: name, value: word) }
        }
        return .nothing
    }
}

internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// Where in an answer or a body the row or the rows are.
enum Shapes {
    /// The members in which one object is wrapped, from the outside; empty where it is the object itself.
    ///
    /// - Parameters:
    ///   - schema: of the answer or body.
    ///   - singular: the name of one row, letters and digits in lower case.
    /// - Returns: the names of the members, such as `data` and `post` of `{"data": {"post": {…}}}`.
    static func wrapper(of schema: Schema, singular: String) -> [String] {
        guard let outer = outerWrapper(of: schema, singular: singular) else { return [] }
        guard Words.wrappers.contains(Words.plain(outer)), let field = schema.field(outer),
            let inner = outerWrapper(of: field, singular: singular), let row = field.field(inner),
            Words.plain(inner) == singular || field.fields.count == 1 && hasID(row)
        else { return [outer] }
        return [outer, inner]
    }

    private static func outerWrapper(of schema: Schema, singular: String) -> String? {
        let fields = schema.fields
        guard !hasID(schema) else { return nil }
        var best: (name: String, points: Int)?
        for (name, field) in fields where field.isObject && !Words.notes.contains(Words.plain(name))
        {
            var points = 0
            let word = Words.plain(name)
            if word == singular {
                points += 4
            } else if word.utf8.count > 2, singular.hasSuffix(word) {
                // `run` of `model_evaluation_runs`.
                points += 3
            }
            if Words.wrappers.contains(word) { points += 3 }
            if field.fields.count > fields.count { points += 2 }
            if hasID(field, among: Words.bareIDs) { points += 2 }
            if fields.count == 1 { points = max(points, 3) }
            if points >= 3, points > best?.points ?? 0 { best = (name, points) }
        }
        return best?.name
    }

    /// The member with a list in which one row is wrapped: `{"data": [{…}]}`; nil where the row is
    /// elsewhere.
    static func listWrapper(of schema: Schema, like row: Schema, _ notes: SchemaNotes) -> String? {
        let lists = schema.fields.filter { $0.schema.element?.isObject ?? false }
        guard lists.count == 1, let (name, list) = lists.first, let element = list.element,
            !hasID(schema), !notes.isSame(schema, row), notes.isSame(element, row),
            schema.fields.allSatisfy({ field in
                field.name == name || EnvelopeMember(field.name) != nil
                    || Words.notes.contains(Words.plain(field.name))
            })
        else { return nil }
        return name
    }

    /// Whether an object has a member that is surely an id.
    static func hasID(_ schema: Schema, among names: Set<String> = Words.sureIDs) -> Bool {
        schema.fields.contains { names.contains(Words.plain($0.name)) && $0.schema.isScalar }
    }

    /// The path to the array of rows in the answer of a list, empty for a bare array; nil where
    /// there is none.
    static func array(
        in schema: Schema,
        like row: Schema?,
        word: String,
        _ notes: SchemaNotes = SchemaNotes()
    ) -> [String]? {
        if schema.element != nil { return [] }
        var best: (path: [String], points: Double)?
        func look(_ schema: Schema, _ path: [String]) {
            for (name, field) in schema.fields {
                let path = path + [name]
                if let element = field.element {
                    var points = -2 * Double(path.count)
                    points += likeness(element, row, notes)
                    let plain = Words.plain(name)
                    if plain == word { points += 5 }
                    if Words.lists.contains(plain) { points += 3 }
                    if !element.isObject { points -= 15 }
                    if ["errors", "warnings", "links"].contains(plain) { points -= 50 }
                    if points > best?.points ?? -.infinity { best = (path, points) }
                } else if path.count < 2, field.isObject, !field.fields.isEmpty,
                    !hasID(field), !Words.notes.contains(Words.plain(name))
                {
                    look(field, path)
                }
            }
        }
        guard !hasID(schema) || row == nil else {
            // An object of its own may have lists that are no rows.
            look(schema, [])
            return best.flatMap { $0.points > 90 ? $0.path : nil }
        }
        look(schema, [])
        return best?.path
    }

    /// How alike two rows are: the same component, or members in common.
    private static func likeness(
        _ one: Schema,
        _ other: Schema?,
        _ notes: SchemaNotes
    ) -> Double {
        guard let other else { return 0 }
        if let name = one.component, name == other.component { return 100 }
        return 20 * notes.common(one, other)
    }

    /// The share of members that two objects have in common, of the smaller one.
    static func common(_ one: Schema, _ other: Schema) -> Double {
        SchemaNotes().common(one, other)
    }

    /// Whether two schemas describe the same thing.
    static func isSame(_ one: Schema, _ other: Schema) -> Bool { SchemaNotes().isSame(one, other) }

    /// The value at a path of a schema.
    static func schema(_ schema: Schema, at path: [String]) -> Schema? {
        path.reduce(Optional(schema)) { $0?.field($1) }
    }

    /// The member that is the id of a row, by the parameter of its path and the format that it has.
    static func id(
        of row: Schema,
        parameter: String,
        singular: String,
        format: String? = nil
    ) -> String? {
        let plain = Words.plain(parameter)
        let scalars = row.fields.filter { $0.schema.isScalar }
        if let same = scalars.first(where: { Words.plain($0.name) == plain }) { return same.name }
        var longest: String?
        for (name, _) in scalars {
            let word = Words.plain(name)
            guard !word.isEmpty, plain.hasSuffix(word),
                Words.ids.contains(word) || plain.hasPrefix(singular) && !singular.isEmpty
            else { continue }
            if word.utf8.count > longest.map({ Words.plain($0).utf8.count }) ?? 0 { longest = name }
        }
        if let longest { return longest }
        for word in Words.ids {
            if let found = scalars.first(where: { Words.plain($0.name) == word }) {
                return found.name
            }
        }
        guard let format else { return nil }
        let alike = scalars.filter { $0.schema.rules.format == format }
        return alike.count == 1 ? alike[0].name : nil
    }
}

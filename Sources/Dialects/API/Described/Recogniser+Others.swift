internal import MockPostlyHTTP
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// What is no part of a pair: documents, lists that grow, and the rest.
extension Recogniser {
    mutating func findSingletonsAndAppended() {
        for key in places.keys.sorted() where lists[key] == nil && items[key] == nil {
            guard let get = place(.get, key), !plans[get].role.hasState,
                let word = plans[get].path.finalWord, let answer = plans[get].answer
            else { continue }
            if let alias = aliasHome(key, answer) {
                addAlias(key, alias)
                continue
            }
            if has([.put, .patch], key) {
                addSingleton(key, get, word)
                continue
            }
            guard let post = plan(.post, key), let made = post.answer, !asks(post.path) else {
                continue
            }
            let singular = Words.plain(English.singular(word))
            let row = unwrapped(made, singular)
            let array = Shapes.array(in: answer, like: row, word: Words.plain(word), notes)
            let element = array.flatMap { Shapes.schema(answer, at: $0)?.element }
            if let element, notes.isSame(element, row) {
                // A list of rows of another collection is a view of it.
                guard viewHome(plans[get]) == nil else { continue }
                addAppended(key, word, element)
            } else if element == nil || Shapes.hasID(answer),
                notes.isSame(unwrapped(answer, singular), row)
            {
                addSingleton(key, get, word)
            }
        }
    }

    /// The collection of which a path has a word in place of the id.
    private func aliasHome(_ key: String, _ answer: Schema) -> Int? {
        guard let above = PathTemplate.keyAbove(key), let home = lists[above],
            let row = homes[home].row, row.component != nil || row.fields.count > 2
        else { return nil }
        return notes.isSame(unwrapped(answer, homes[home].singular), row) ? home : nil
    }

    private mutating func addAlias(_ key: String, _ home: Int) {
        for place in places[key] ?? [] {
            let title = homes[home].row?.component ?? homes[home].singular
            let why = "\(English.one(title)) of \(homes[home].path.text) by a word"
            switch plans[place].method {
            case .get: set(place, .alias(nil), home, why)
            case .put, .patch, .post: set(place, .alias(.merge), home, why)
            case .delete: set(place, .alias(.delete), home, why)
            default: break
            }
        }
    }

    mutating func addSingleton(_ key: String, _ get: Int, _ word: String) {
        let path = plans[get].path
        let home = homes.count
        homes.append(ResourceHome(path: path, name: newName(for: path), word: word, parameter: ""))
        homes[home].isSingleton = true
        homes[home].row = plans[get].answer.map { unwrapped($0, homes[home].singular) }
        for place in places[key] ?? [] {
            switch plans[place].method {
            case .get: set(place, .singleton(nil), home, "one document for each path")
            case .put: set(place, .singleton(.merge), home, "changes the document of the path")
            case .patch, .post:
                guard plans[place].method == .patch || plans[place].answer != nil else {
                    plans[place].role = .none("an action without an answer")
                    continue
                }
                set(place, .singleton(.merge), home, "changes the document of the path")
            case .delete: set(place, .singleton(.delete), home, "resets the document of the path")
            default: break
            }
        }
    }

    private mutating func addAppended(_ key: String, _ word: String, _ row: Schema) {
        guard let first = places[key]?.first else { return }
        let path = plans[first].path
        let home = homes.count
        homes.append(
            ResourceHome(path: path, name: newName(for: path), word: word, parameter: "id")
        )
        let singular = homes[home].singular
        homes[home].isAppended = true
        homes[home].row = row
        homes[home].id = Shapes.id(of: row, parameter: singular + "id", singular: singular)
        for place in places[key] ?? [] {
            switch plans[place].method {
            case .get:
                plans[place].array = plans[place].answer.flatMap {
                    Shapes.array(in: $0, like: row, word: Words.plain(word), notes)
                }
                set(place, .appended, home, "lists what was posted there")
            case .post: set(place, .append, home, "adds to the list of the path")
            case .delete: set(place, .deleteMany, home, "empties the list of the path")
            default: break
            }
        }
    }

    // MARK: All others

    mutating func findOthers() {
        // Views before what refers to them.
        let order =
            plans.indices.filter { plans[$0].method == .get }
            + plans.indices.filter { plans[$0].method != .get }
        for place in order where !plans[place].role.hasState {
            let plan = plans[place]
            if case .none(let reason) = plan.role, !reason.isEmpty {
                plans[place].why = reason
                continue
            }
            plan.method == .get ? findGet(place, plan) : findWrite(place, plan)
            if !plans[place].role.hasState {
                let reason = self.reason(plans[place])
                plans[place].role = .none(reason)
                plans[place].why = reason
            }
        }
    }

    private func reason(_ plan: Plan) -> String {
        if case .none(let reason) = plan.role, !reason.isEmpty { return reason }
        if plan.method == .get {
            return plan.isOfJSON ? "a report: nothing writes it" : "no JSON answer declared"
        }
        return plan.answer == nil
            ? "an action without an answer" : "an action whose answer is no row"
    }

    private mutating func findGet(_ place: Int, _ plan: Plan) {
        guard let answer = plan.answer else { return }
        if let view = viewHome(plan) {
            let home = homes[view.home]
            plans[place].array = view.array
            let filter = viewFilter(plan, home)
            let title = home.row?.component ?? home.singular
            let words =
                switch filter {
                case .all, .matching: "all that the query asks for"
                case .naming(let member, _): "rows whose \(member) is that of the path"
                case .made: "rows that were made through it"
                }
            set(place, .view(filter), view.home, "lists \(title) of \(home.path.text); \(words)")
            return
        }
        if let relation = relation(plan) {
            plans[place].array = relation.array
            set(
                place,
                .relation(member: relation.member),
                relation.home,
                "lists what \(relation.member) of the row names"
            )
            return
        }
        guard plan.path.endsInParameter, let parameter = plan.path.segments.last?.parameter else {
            return
        }
        for (number, home) in homes.enumerated() where !home.isSingleton {
            guard let row = home.row, row.component != nil else { continue }
            let found = unwrapped(answer, home.singular)
            guard found.element == nil, notes.isSame(found, row),
                let member = Shapes.id(of: row, parameter: parameter, singular: home.singular)
            else { continue }
            let title = row.component ?? home.singular
            set(place, .lookup(member: member), number, "\(English.one(title)) by its \(member)")
            return
        }
    }

    /// The collection of whose rows the answer of a GET has an array, by the last word of the path.
    private func viewHome(_ plan: Plan) -> (home: Int, array: [String])? {
        guard let answer = plan.answer, let word = plan.path.finalWord else { return nil }
        let words = Words.split(word)
        let isSearch =
            [words.first, words.last].contains { $0.map(Words.searches.contains) ?? false }
            || words.contains("by")
        let plain = Words.plain(word)
        var best: (home: Int, array: [String], rank: Int)?
        for (place, home) in homes.enumerated() where !home.isSingleton && !home.isAppended {
            let isWhole = plain.hasSuffix(home.word)
            // `memberships` of a group are rows of `group_memberships`.
            let hasName = isWhole || home.lastPart == words.last
            guard hasName || isSearch, let row = home.row, lists[plan.key] != place,
                let array = Shapes.array(in: answer, like: row, word: plain, notes),
                let element = Shapes.schema(answer, at: array)?.element,
                notes.isSame(element, row)
            else { continue }
            let canBeMade = has([.post], home.path.key)
            let rank =
                (isWhole ? 5 : hasName ? 4 : 0) + (home.depth == 0 ? 2 : 0) + (canBeMade ? 1 : 0)
            if rank > best?.rank ?? -1 { best = (place, array, rank) }
        }
        return best.map { ($0.home, $0.array) }
    }

    /// The parameter before the last word of a path, and the singular of the word before that.
    private func parent(of path: PathTemplate) -> (parameter: String, singular: String)? {
        let segments = path.segments
        guard segments.count >= 3, let parameter = segments[segments.count - 2].parameter,
            let word = segments[segments.count - 3].literal
        else { return nil }
        return (parameter, Words.plain(English.singular(word)))
    }

    private func viewFilter(_ plan: Plan, _ home: ResourceHome) -> Role.View {
        guard let parent = parent(of: plan.path) else { return .all }
        let word = parent.singular
        let names = [word, English.plural(word), word + "id", word + "ids"]
        let body = self.plan(.post, home.path.key)?.operation.bodySchema.map {
            unwrapped($0, home.singular)
        }
        // What a row does not show is kept where a body has it.
        for schema in [home.row, body] {
            if let member = names.lazy.compactMap({ schema?.fieldName($0) }).first {
                return .naming(member: member, parameter: parent.parameter)
            }
        }
        for name in ["parent", "item", "target"] {
            if let member = home.row?.fieldName(name) {
                return .naming(member: member, parameter: parent.parameter)
            }
        }
        return .made(parameter: parent.parameter)
    }

    /// The array of a row that a GET below it lists, where its elements are rows of a collection.
    private func relation(_ plan: Plan) -> (home: Int, member: String, array: [String])? {
        guard let above = PathTemplate.keyAbove(plan.key), let parent = items[above],
            let word = plan.path.finalWord, let answer = plan.answer
        else { return nil }
        let own = homes[parent].row?.fieldName(word)
        // Without such a member nothing is named: `dependents` of a row are none.
        let member = own ?? word
        guard own == nil || homes[parent].row?.field(member)?.element != nil else { return nil }
        for (place, home) in homes.enumerated() where !home.isSingleton && !home.isAppended {
            guard let row = home.row,
                let array = Shapes.array(in: answer, like: row, word: Words.plain(word), notes),
                let element = Shapes.schema(answer, at: array)?.element, notes.isSame(element, row)
            else { continue }
            return (place, member, array)
        }
        return nil
    }

    private mutating func findWrite(_ place: Int, _ plan: Plan) {
        if plan.method == .post, let get = self.plan(.get, plan.key),
            case .view(let view) = get.role,
            let home = get.home, !asks(plan.path)
        {
            let parameter: String? =
                switch view {
                case .all: nil
                case .matching: nil
                case .naming(_, let parameter): parameter
                case .made(let parameter): parameter
                }
            let title = homes[home].row?.component ?? homes[home].singular
            set(
                place,
                .viewCreate(parent: parameter),
                home,
                "makes \(English.one(title)) of \(homes[home].path.text)"
            )
            return
        }
        guard let above = PathTemplate.keyAbove(plan.key), let word = plan.path.finalWord else {
            return
        }
        if plan.method == .post, let home = homeMade(by: plan, word) {
            let title = homes[home].row?.component ?? homes[home].singular
            let parent = parent(of: plan.path)?.parameter
            let why = "makes \(English.one(title)) of \(homes[home].path.text)"
            set(place, .viewCreate(parent: parent), home, why)
            return
        }
        if plan.method == .post, let home = lists[above],
            isArrayOfRows(plan.operation.bodySchema, homes[home].row)
        {
            set(place, .createMany, home, "makes a row of each element of the body")
            return
        }
        // A GET of bytes gives back the file that is sent there.
        guard let home = items[above], self.plan(.get, plan.key)?.isOfJSON != true else { return }
        findAction(place, plan, home, word)
    }

    /// The collection of which a POST on another path answers a row, by the last word of the path.
    private func homeMade(by plan: Plan, _ word: String) -> Int? {
        guard let answer = plan.answer, !asks(plan.path) else { return nil }
        let plain = Words.plain(word)
        return homes.indices.first { place in
            let home = homes[place]
            guard !home.isSingleton, !home.isAppended, !home.word.isEmpty, let row = home.row else {
                return false
            }
            return (plain == home.word || plain == home.singular)
                && notes.isSame(unwrapped(answer, home.singular), row)
        }
    }
}

extension Plan {
    /// Whether its answer is JSON, be its schema known or not.
    fileprivate var isOfJSON: Bool { operation.success(.other).response?.json != nil }
}

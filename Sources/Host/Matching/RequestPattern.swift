internal import MockPostlyBodies
internal import MockPostlyHTTP
package import MockPostlyRegex

/// A condition on requests: all its parts have to be met, and one without parts is met by all.
///
/// ```swift
/// var pattern = RequestPattern()
/// pattern.methods = ["POST"]
/// pattern.path = .glob(try PathGlob("/api/posts"))
/// ```
package struct RequestPattern: Sendable {
    /// The methods, one of which it is; empty for all.
    ///
    /// GET does not stand for HEAD.
    ///
    /// Compared byte by byte, in capitals as clients send them.
    package var methods: [String] = []
    package var path: PathPattern?
    /// The name of the dialect that owns the path.
    ///
    /// Compared byte by byte, such as `postly`.
    package var dialect: String?
    package var route: RoutePattern?
    /// The id, e-mail address or username of the user whose token it carries.
    ///
    /// E-mail addresses and usernames are compared without ASCII case.
    package var user: String?
    /// Fields of the head; names are compared without case.
    package var fields: [NamedPattern] = []
    /// Parameters; names are compared byte by byte, after decoding.
    package var query: [NamedPattern] = []
    package var body: [BodyPattern] = []
    /// Cookies; names are compared byte by byte.
    package var cookies: [NamedPattern] = []
    /// Fields of a form that is the body (`application/x-www-form-urlencoded`), after decoding.
    package var form: [NamedPattern] = []
    /// Conditions on the parts of a form with files that is the body.
    package var parts: [PartPattern] = []
    /// Parts of the path, by their place from 0 between its slashes, as they were sent.
    package var segments: [NamedPattern] = []
    package var host: TextPattern?
    package var port: Int?
    /// `http` or `https`.
    package var scheme: String?
    /// Whether a date in it is from now; then it is made anew for each request.
    package var dependsOnTime = false

    /// A condition on the decoded path, without the prefix of a world.
    package enum PathPattern: Sendable {
        case glob(PathGlob)
        /// A condition on the path as a text.
        case text(TextPattern)
        /// A condition on the path as it was sent, percent-encoded.
        case sent(TextPattern)
        /// A condition on the path and the query as they were sent.
        case target(TextPattern)
    }

    /// The condition that all requests meet.
    package init() {}

    /// The condition on all but the body.
    package var withoutBody: RequestPattern {
        var pattern = self
        (pattern.body, pattern.form, pattern.parts) = ([], [], [])
        return pattern
    }

    /// Whether a request meets the condition for certain; what `budget` has not enough for is not
    /// met.
    ///
    /// Stops at the first part that is not met; the body is looked at last.
    package func accepts(
        _ facts: RequestFacts,
        _ budget: MatchBudget = MatchBudget(.rules)
    ) -> Bool {
        comparison(with: facts, budget, isBrief: true).isMet
    }

    /// How a request compares with the condition; with `isBrief` the first part that differs is
    /// enough.
    ///
    /// Its differences name the parts that do not meet it, without secrets.
    package func comparison(
        with facts: RequestFacts,
        _ budget: MatchBudget = MatchBudget(.rules),
        isBrief: Bool = false
    ) -> Comparison {
        if dependsOnTime, let now = facts.now() {
            return at(now).comparison(with: facts, budget, isBrief: isBrief)
        }
        var comparison = Comparison()
        for part in Part.allCases {
            compare(part, with: facts, budget, &comparison)
            if isBrief, !comparison.differences.isEmpty { break }
        }
        return comparison
    }

    /// The parts of a condition, those first that are quick to check.
    private enum Part: CaseIterable {
        case method, dialect, path, route, query, fields, address, cookies, user, form, parts, body
    }

    private func compare(
        _ part: Part,
        with facts: RequestFacts,
        _ budget: MatchBudget,
        _ result: inout Comparison
    ) {
        switch part {
        case .method: result.add(differenceOfMethod(facts))
        case .dialect: result.add(difference("system", dialect, facts.dialect))
        case .path: result.add(differenceOfPath(facts, budget))
        case .route: result.add(differenceOfRoute(facts))
        case .query: result.differences += differencesOfQuery(facts, budget)
        case .fields: result.differences += differencesOfFields(facts, budget)
        case .address: result.differences += differencesOfAddress(facts, budget)
        case .cookies: result.differences += differencesOfCookies(facts, budget)
        case .form: compareForm(facts, budget, &result)
        case .parts: compareParts(facts, budget, &result)
        case .user: result.add(differenceOfUser(facts))
        case .body: for pattern in body { result.add(pattern.verdict(on: facts.body, budget)) }
        }
    }

    private func difference(_ part: String, _ wanted: String?, _ found: String) -> Difference? {
        guard let wanted, !wanted.utf8.elementsEqual(found.utf8) else { return nil }
        return Difference(part, wanted: "'\(wanted)'", found: found)
    }

    private func differenceOfMethod(_ facts: RequestFacts) -> Difference? {
        let method = facts.request.method.name
        guard !methods.isEmpty, !methods.contains(where: { $0.utf8.elementsEqual(method.utf8) })
        else {
            return nil
        }
        let wanted = methods.map { "'\($0)'" }.joined(separator: " or ")
        return Difference("method", wanted: wanted, found: method)
    }

    private func differenceOfPath(_ facts: RequestFacts, _ budget: MatchBudget) -> Difference? {
        let request = facts.request
        let found = String(decoding: request.path, as: UTF8.self)
        let shown = Redaction.target(request.path)
        switch path {
        case nil: return nil
        case .glob(let glob):
            guard !glob.accepts(request.path) else { return nil }
            return Difference("path", wanted: "'\(glob.text)'", found: shown)
        case .text(let pattern):
            guard !pattern.accepts(found, budget) else { return nil }
            return Difference("path", wanted: pattern.words, found: shown)
        case .sent(let pattern):
            let path = String(decoding: request.rawPathWithoutPrefix, as: UTF8.self)
            guard !pattern.accepts(path, budget) else { return nil }
            let shown = Redaction.target(request.rawPathWithoutPrefix)
            return Difference("path", wanted: pattern.words, found: shown)
        case .target(let pattern):
            let target = String(decoding: request.rawTargetWithoutPrefix, as: UTF8.self)
            guard !pattern.accepts(target, budget) else { return nil }
            let shown = Redaction.target(Array(target.utf8)[...])
            return Difference("target", wanted: pattern.words, found: shown)
        }
    }

    private func differenceOfRoute(_ facts: RequestFacts) -> Difference? {
        guard let route else { return nil }
        // A GET route answers HEAD as well.
        let method = facts.request.method == .head ? "GET" : facts.request.method.name
        if let found = facts.route, route.accepts(method: method, path: found) { return nil }
        let found = facts.route.map { "\(method) \($0)" }
        return Difference("route", wanted: "'\(route.text)'", found: found)
    }

    private func differencesOfQuery(_ facts: RequestFacts, _ budget: MatchBudget) -> [Difference] {
        guard !query.isEmpty else { return [] }
        let pairs = Query(facts.request.rawQuery).pairs
        return query.compactMap { wanted in
            let values = pairs.filter { $0.name.utf8.elementsEqual(wanted.name.utf8) }.map(\.value)
            guard !wanted.accepts(values, budget) else { return nil }
            let shown = values.map { Redaction.value(ofParameter: wanted.name, $0) }
            return Difference(
                "query \(wanted.name)",
                wanted: wanted.words,
                found: shown.isEmpty ? nil : shown.joined(separator: ", ")
            )
        }
    }

    private func differencesOfFields(_ facts: RequestFacts, _ budget: MatchBudget) -> [Difference] {
        guard !fields.isEmpty else { return [] }
        let present = facts.request.fields
        return fields.compactMap { wanted in
            let name = wanted.name.lowercased()
            let values = present.filter { $0.name.lowercased() == name }.map(\.value)
            guard !wanted.accepts(values, budget) else { return nil }
            let shown = values.map { Redaction.value(ofField: name, $0) }
            return Difference(
                "header \(name)",
                wanted: wanted.words,
                found: shown.isEmpty ? nil : shown.joined(separator: ", ")
            )
        }
    }

    private func differenceOfUser(_ facts: RequestFacts) -> Difference? {
        guard let user else { return nil }
        let wanted = user.lowercased()
        guard !facts.users.contains(where: { $0.lowercased() == wanted }) else { return nil }
        let found = facts.users.joined(separator: ", ")
        return Difference("user", wanted: "'\(user)'", found: facts.users.isEmpty ? nil : found)
    }
}

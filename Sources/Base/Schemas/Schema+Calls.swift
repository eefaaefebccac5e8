package import MockPostlyJavaScript

extension Schema {
    /// What is wrong with `value`, in the order of the value; empty when nothing is.
    package func violations(
        of value: JSValue,
        _ strictness: SchemaStrictness = .wholeRow
    ) -> [SchemaViolation] {
        var check = SchemaCheck(book, strictness, value)
        check.check(value, self, 0)
        return check.found
    }

    /// Whether `value` may be answered.
    package func accepts(_ value: JSValue, _ strictness: SchemaStrictness = .answer) -> Bool {
        violations(of: value, strictness).isEmpty
    }
}

extension Schema {
    /// The schema that the discriminator of `value` names: a choice, or a component that builds on this
    /// one by `allOf`; nil when it names none.
    package func chosen(by value: JSValue) -> Schema? {
        let rules = rules
        if let choice = rules.chosen(by: value) { return choice }
        guard rules.alternatives.isEmpty, let discriminator = rules.discriminator,
            let word = value[discriminator.member].string,
            let target = ["#/components/schemas/", "#/definitions/"].lazy.compactMap({
                self.book.documents.target(of: $0 + word, from: discriminator.document)
            }).first
        else { return nil }
        let schema = book.schema(target)
        let own = Set(parts.filter { $0.reference == nil }.map(\.place))
        return own.isStrictSubset(of: schema.parts.map(\.place)) ? schema : nil
    }
}

extension SchemaRules {
    /// The choice that the discriminator of `value` names; nil when it names none.
    package func chosen(by value: JSValue) -> Schema? {
        guard let discriminator, let word = value[discriminator.member].string else { return nil }
        if let mapped = discriminator.mapping.first(where: { $0.value == word }) {
            return mapped.schema
        }
        return alternatives.lazy.flatMap(\.schemas).first { $0.component == word }
    }
}

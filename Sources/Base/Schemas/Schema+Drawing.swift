package import MockPostlyJavaScript

extension Schema {
    /// A value that fits, by the example of the description where it has one.
    ///
    /// The same for the same drawing; ends for schemas that contain themselves.
    package func draw(_ drawing: Drawing) -> JSValue {
        let rules = rules
        return rules.examples.first ?? rules.defaultValue ?? rules.choices?.first ?? .null
    }

    /// `value`, or the nearest to it that fits: another case of a word, a text of a number, a number
    /// of a text; nil when there is nothing near.
    package func fitted(_ value: JSValue) -> JSValue? {
        accepts(value) ? value : nil
    }
}

package import MockPostlyOptions

/// An option of a dialect that each world can have for itself.
///
/// The option without its type, for code that does not know the settings of the dialect.
package struct WorldOption: Sendable {
    /// The name of the dialect whose option it is.
    package let dialect: String
    /// As in ``Option/name``, and so on.
    package let name: String
    /// Never nil: such options take values.
    package let placeholder: String
    package let summary: String
    package let details: String
    package let expected: String
    package let completion: Completion
    /// Sets the value; returns false when the text is not allowed.
    ///
    /// `settings` are unchanged when it returns false.
    package let take: @Sendable (_ text: String, _ settings: inout SettingsByDialect) -> Bool
    /// The value as text; nil when there is none.
    package let text: @Sendable (SettingsByDialect) -> String?

    fileprivate init<D: Dialect>(_ option: Option<D.Settings>, of dialect: D.Type) {
        self.dialect = D.name
        name = option.name
        placeholder = option.placeholder ?? "VALUE"
        (summary, details) = (option.summary, option.details)
        (expected, completion) = (option.expected, option.completion)
        take = { option.take($0, true, &$1[dialect]) }
        text = { option.show($0[dialect]).text }
    }

    fileprivate static func all<D: Dialect>(of dialect: D.Type) -> [WorldOption] {
        D.options.filter(\.isPerWorld).map { WorldOption($0, of: dialect) }
    }
}

extension DialectRegistry {
    /// The options that each world can have for itself, of all dialects.
    ///
    /// In the order of the dialects and of their options.
    package var worldOptions: [WorldOption] { all.flatMap { WorldOption.all(of: $0) } }

    /// Sets the option called `name`, without dashes, of whichever dialect has it.
    ///
    /// - Parameters:
    ///   - name: as in ``Option/name``.
    ///   - text: the value, as on the command line.
    ///   - settings: unchanged when it returns false.
    /// - Returns: false when no dialect has such an option, or it does not take the value.
    package func set(
        _ name: String,
        to text: String,
        in settings: inout SettingsByDialect
    ) -> Bool {
        for dialect in all {
            if let isTaken = Self.set(name, to: text, of: dialect, in: &settings) {
                return isTaken
            }
        }
        return false
    }

    /// Nil when the dialect has no such option.
    private static func set<D: Dialect>(
        _ name: String,
        to text: String,
        of dialect: D.Type,
        in settings: inout SettingsByDialect
    ) -> Bool? {
        D.options.first { $0.name == name }.map { $0.take(text, true, &settings[dialect]) }
    }
}

internal import MockPostlyOptions

/// The settings of all dialects.
///
/// A dialect whose settings were never set has its defaults. Equality compares settings: "never
/// set" equals "set to the defaults".
package struct SettingsByDialect: Sendable, Equatable {
    private var changed: [String: any DialectSettings] = [:]
    /// The names of the dialects whose requests are all sent on to the real server.
    package var forwarded: Set<String> = []

    /// All dialects have their defaults.
    package init() {}

    /// The settings of a dialect; its defaults until they are set.
    package subscript<D: Dialect>(_: D.Type) -> D.Settings {
        get { changed[D.name] as? D.Settings ?? D.Settings() }
        set { changed[D.name] = newValue }
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.forwarded == right.forwarded
            && Set(left.changed.keys).union(right.changed.keys).allSatisfy { name in
                guard let one = left.changed[name] ?? right.changed[name] else { return true }
                return one.isEqual(left.changed[name], right.changed[name])
            }
    }
}

extension DialectSettings {
    /// Whether both are equal, where nil stands for the defaults.
    fileprivate func isEqual(
        _ left: (any DialectSettings)?,
        _ right: (any DialectSettings)?
    ) -> Bool {
        (left as? Self ?? Self()) == (right as? Self ?? Self())
    }
}

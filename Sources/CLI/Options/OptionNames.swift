internal import MockPostlyOptions

/// An option of the program.
typealias Option = MockPostlyOptions.Option<Settings>

extension Settings: SettingsWithDefaults {}

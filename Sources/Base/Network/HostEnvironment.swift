internal import MockPostlyPlatform

/// What this machine runs in, when its addresses are not those that a phone can reach.
package enum HostEnvironment: Sendable, Equatable {
    /// Docker or Podman, by the files that they put into a container.
    case container
    /// Linux inside Windows.
    case wsl

    /// The environment of this process; nil for a machine of its own.
    ///
    /// Read anew on each call, from two files and the kernel's release.
    package static var current: HostEnvironment? {
        if access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0 {
            return .container
        }
        var system = utsname()
        guard uname(&system) == 0 else { return nil }
        let release = withUnsafeBytes(of: &system.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return HostEnvironment(release: release)
    }

    /// The environment that the kernel's release names: `5.15.153.1-microsoft-standard-WSL2`.
    init?(release: String) {
        let words = release.lowercased().split { !$0.isLetter }
        guard words.contains("microsoft") else { return nil }
        self = .wsl
    }
}

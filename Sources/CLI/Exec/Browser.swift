@preconcurrency internal import MockPostlyPlatform

/// The person's web browser.
enum Browser {
    #if canImport(Darwin)
        private static let opener = "open"
    #else
        private static let opener = "xdg-open"
    #endif

    /// Shows a page; returns why that failed, in words, or nil.
    ///
    /// The browser is no child of this process, which therefore never waits for it.
    static func failure(opening url: String) -> String? {
        // The shell ends at once, and what it has started goes on.
        let script = """
            command -v \(opener) >/dev/null || exit 127
            \(opener) "$1" </dev/null >/dev/null 2>&1 &
            """
        let spawn = Spawn(
            program: Array("/bin/sh".utf8),
            arguments: ["sh", "-c", script, "sh", url].map { Array($0.utf8) },
            environment: inheritedEnvironment(),
            streams: [-1, -1, -1]
        )
        guard let pid = try? spawn.start() else { return "there is no /bin/sh" }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status == 0 ? nil : "there is no \(opener)"
    }
}

internal import MockPostlyWorld

/// Texts in the form in which the log shows them.
package enum LogText {
    /// The time of day in UTC with milliseconds: `12:34:56.789Z`.
    static func clock(_ instant: Instant) -> String {
        String(instant.rfc3339Millis.dropFirst(11))
    }

    /// A number of bytes in B, KiB or MiB.
    static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        let tenths = (bytes * 10 + 512) / 1024
        if tenths < 10_000 { return "\(tenths / 10).\(tenths % 10) KiB" }
        let megabytes = (bytes * 10) / (1024 * 1024)
        return "\(megabytes / 10).\(megabytes % 10) MiB"
    }
}

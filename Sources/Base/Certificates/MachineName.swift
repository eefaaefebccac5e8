internal import MockPostlyPlatform

/// The name of this machine as the system has it, such as `desk` or `Desk.local`; nil when it has
/// none.
///
/// Read anew on each call, at most 255 bytes; may have a domain after a dot.
package func machineName() -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    let text = String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
    )
    return text.isEmpty ? nil : text
}

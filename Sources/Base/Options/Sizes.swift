/// Reads `4096`, `32KiB`, `8MiB`, `1GiB`, `1TiB` as bytes; nil for other texts and on overflow.
///
/// `KB`, `MB`, `GB`, `TB` and the single letters mean the same multiples of 1024. Case is ignored.
///
/// ```swift
/// parseSize("8MiB")   // 8_388_608
/// parseSize("8 MiB")  // nil: no space
/// parseSize("1.5k")   // nil: whole numbers only
/// ```
package func parseSize(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let shift: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "", "b": shift = 0
    case "k", "kb", "kib": shift = 10
    case "m", "mb", "mib": shift = 20
    case "g", "gb", "gib": shift = 30
    case "t", "tb", "tib": shift = 40
    default: return nil
    }
    let (size, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    return overflow ? nil : size
}

/// The shortest text that ``parseSize(_:)`` reads back: `8MiB`, `1000`.
package func formatSize(_ size: Int) -> String {
    for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")]
    where size >= 1 << shift && size & (1 << shift - 1) == 0 {
        return "\(size >> shift)\(unit)"
    }
    return String(size)
}

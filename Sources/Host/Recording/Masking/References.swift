/// Values that may be a secret or lead to a row, and the ids of rows, by which they are told apart.
///
/// Only short ones and numbers: longer texts are swapped wherever they stand, also where they are an
/// id, so that they lead to their row in any case.
struct References: Sendable {
    private var ids: Set<String> = []
    private var values: [String] = []
    private var known: Set<String> = []

    /// The shortest text that is swapped wherever it stands.
    private static let longText = 8

    private static func isOne(_ text: String) -> Bool {
        text.utf8.count < longText || text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    mutating func note(id: String) {
        if Self.isOne(id) { ids.insert(id) }
    }

    /// Whether a value stays: one that is an id, and before the last time through each that may be.
    mutating func stays(_ text: String, isLast: Bool) -> Bool {
        guard Self.isOne(text) else { return false }
        if isLast { return ids.contains(text) }
        if known.insert(text).inserted { values.append(text) }
        return true
    }

    /// Long numbers that lead to no row: they are to be found elsewhere too.
    var secrets: [String] {
        values.filter { $0.utf8.count >= Self.longText && !ids.contains($0) }
    }
}

/// Where links to pictures lead, as it was said.
package struct LinkWords: Sendable, Equatable {
    package static let optionName = "links"
    package static let summary = "where links to pictures lead: local or upstream; repeatable"
    package static let expected =
        "local, upstream, or either of them for a system, such as postly=local"

    /// For all systems that are not named.
    package var all: LinkTarget?
    package var bySystem: [String: LinkTarget] = [:]

    /// Nothing is said.
    package init() {}

    /// The words of the option that say this.
    package var words: [String] {
        (all.map { [$0.rawValue] } ?? [])
            + bySystem.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
    }

    /// Adds words between commas, `local` or `postly=local`; returns false when one names none of
    /// the `systems`.
    package mutating func add(_ text: String, _ systems: [String]) -> Bool {
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let target = parts.last.flatMap({ LinkTarget(rawValue: String($0)) }) else {
                return false
            }
            guard parts.count == 2 else {
                all = target
                continue
            }
            guard systems.contains(String(parts[0])) else { return false }
            bySystem[String(parts[0])] = target
        }
        return true
    }
}

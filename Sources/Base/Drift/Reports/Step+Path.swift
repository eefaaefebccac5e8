extension DriftStep {
    /// The path as a report or an error has it.
    ///
    /// Of a recorded step that of its route, or its segments without what may be somebody's, unless
    /// values may be shown.
    package func path(showingValues showsValues: Bool) -> String {
        guard isRecorded, !showsValues else { return self.path }
        let path = self.path.prefix { $0 != "?" }
        let query = path.endIndex == self.path.endIndex ? "" : "?…"
        if let route { return route + query }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.map { Self.isPlain($0) ? String($0) : "{…}" }.joined(separator: "/") + query
    }

    /// Whether a segment is of an API in general: `api`, `v2`.
    private static func isPlain(_ segment: Substring) -> Bool {
        if segment.isEmpty || segment == "api" { return true }
        return segment.first == "v" && segment.utf8.count <= 3 && Int(segment.dropFirst()) != nil
    }
}

internal import MockPostlyWorld

extension MockServer.World {
    /// The newest requests as lines for a person: a line each, with the bodies of one that was
    /// refused, and the messages of channels.
    ///
    /// The trait `.mockpostly` attaches it to a test that fails.
    ///
    /// - Parameter limit: the most requests, and the most messages; at most 1,000.
    /// - Returns: the lines.
    /// - Throws: a ``MockServer/Failure`` when the server keeps no journal.
    public func journal(limit: Int = 50) throws -> String {
        let requests = try requests(limit: limit)
        let messages = try messages(limit: limit)
        var lines = ["The journal of world '\(name)' at \(url):"]
        if requests.isEmpty { lines.append("no request came") }
        lines += requests.flatMap(\.lines) + messages.map(\.line)
        return lines.joined(separator: "\n") + "\n"
    }

    /// What is not as the world began, a line for each table with its keys.
    func changesText() throws -> String {
        let lines = try changes().map { change in
            let keys =
                change.added.map { "+ \($0)" } + change.changed.map { "~ \($0)" }
                + change.removed.map { "- \($0)" }
            let rest = keys.count > mostKeys ? " and \(keys.count - mostKeys) more" : ""
            return "\(change.table): \(keys.prefix(mostKeys).joined(separator: ", "))\(rest)\n"
        }
        return lines.isEmpty ? "nothing was written\n" : lines.joined()
    }
}

/// The most keys of a table that are shown.
private let mostKeys = 10

/// The most characters of a body in a line of the journal.
private let longestBody = 300

extension MockServer.RecordedRequest {
    fileprivate var lines: [String] {
        var line = "\(padded(number))  \(status == 0 ? "---" : "\(status)") \(method) \(path)"
        line += "  \(formatDuration(duration))"
        if let fault { line += " [fault \(fault)]" }
        if let stub { line += " [stub \(stub)]" }
        guard status >= 400 else { return [line] }
        return [line] + Self.line("sent", request) + Self.line("answer", response)
    }

    private static func line(_ name: String, _ content: Content) -> [String] {
        guard let text = content.text, !text.isEmpty else { return [] }
        let isLong = text.count > longestBody
        return ["          \(name): \(isLong ? text.prefix(longestBody) + "…" : text[...])"]
    }
}

extension MockServer.RecordedMessage {
    fileprivate var line: String {
        let mark = fault.map { " [fault \($0)]" } ?? ""
        let arrow = isFromApp ? "->" : "<-"
        return "\(padded(number))  socket \(socket) \(arrow) \(text ?? "(no text)")\(mark)"
    }
}

/// A number in at least four places.
private func padded(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, 4 - digits.utf8.count)) + digits
}

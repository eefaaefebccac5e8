package import MockPostlyArchives

extension DriftScenario {
    /// What a browser or a program adds by itself, or what is of one connection.
    private static let left: Set<String> = [
        "accept-encoding", "connection", "content-length", "cookie", "host", "if-modified-since",
        "if-none-match", "origin", "proxy-authorization", "referer", "user-agent",
    ]

    /// Whether a field of a recorded request, in lower case, is sent to no other server.
    private static func isLeft(_ name: String) -> Bool {
        left.contains(name) || name.hasPrefix("x-mockpostly-") || name.hasPrefix("sec-")
    }

    /// The requests of an archive to one host, in their order.
    ///
    /// What an earlier answer gave (ids, tokens) and a later request used is a variable: the answers
    /// of another server give others. All else is sent as it was recorded, except secrets of another
    /// server.
    ///
    /// - Parameters:
    ///   - name: the system's.
    ///   - exchanges: the recorded requests and answers, of one host.
    ///   - base: what stands before the paths of the contract, such as `/v2`.
    ///   - isSame: whether the server that is asked is that host, so that recorded keys are its own.
    ///   - isSecret: whether the value of something with a name is a secret.
    package init(
        _ name: String,
        from exchanges: [ArchivedExchange],
        below base: String,
        isSame: Bool = false,
        isSecret: @escaping (String) -> Bool
    ) {
        var recording = RecordedSteps(base: base)
        for exchange in exchanges { recording.add(exchange) }
        let steps = recording.steps.map { step in
            step.with { step in
                step.headers.removeAll { Self.isLeft($0.name.lowercased()) }
                // A key of another host is none of this one's; what an answer gave is.
                if !isSame { step.removeSecrets(isSecret) }
            }
        }
        self.init(name, steps)
    }
}

/// Steps of recorded requests, with variables for what came of earlier answers.
private struct RecordedSteps {
    let base: String
    private(set) var steps: [DriftStep] = []
    private var known = KnownTexts()
    /// The numbers of things that were created, with their variables; the last of a number counts.
    private var numbers: [String: String] = [:]

    init(base: String) { self.base = base }

    mutating func add(_ exchange: ArchivedExchange) {
        // A browser asks by itself whether it may ask.
        guard exchange.lack != .request else { return }
        let target = exchange.address.target
        let isBelow = !base.isEmpty && target.hasPrefix(base + "/")
        let path = isBelow ? String(target.dropFirst(base.count)) : target
        var step = DriftStep("\(steps.count + 1)", exchange.method, path)
        step.path = filled(path)
        step.headers = exchange.requestFields.map { .init($0.name, fill($0.value)) }
        if !exchange.requestBody.isEmpty {
            step.body = fill(String(decoding: exchange.requestBody, as: UTF8.self))
            step.setType(exchange.requestType)
        }
        step.logsIn = exchange.logsIn
        step.writes = !step.logsIn && !["GET", "HEAD"].contains(exchange.method)
        step.isRecorded = true
        let root = DriftComparison.parsed(exchange.body)
        step.content = content(of: exchange, step.writes, hasJSON: root != nil)
        steps.append(step)
        root?.forEachScalar(at: "") { path, value in
            // A template cannot name a member whose name is somebody's.
            guard !path.contains("…") else { return }
            let name = "\(step.name).\(path.hasPrefix(".") ? String(path.dropFirst()) : path)"
            note(value, at: path, of: step, as: name)
        }
    }

    private mutating func note(_ value: Node, at path: String, of step: DriftStep, as name: String)
    {
        switch value {
        case .text(let text):
            guard let form = TextForm(text) else { return }
            if case .date = form { return }
            known.note(text, as: name)
        case .number(let text):
            guard step.writes, noun(at: "body\(path)", "\(step.method) \(step.path)") != nil
            else { return }
            numbers[text] = name
        case .null, .bool, .list, .object: break
        }
    }

    /// `text` with variables for what is known; all else in it is literal.
    private func fill(_ text: String) -> String {
        known.replaced(in: text, kept: Template.escaped) { "{{\($0)}}" }
    }

    /// `path` with variables, for segments that are numbers of things created before as well.
    private func filled(_ path: String) -> String {
        let query = path.firstIndex(of: "?") ?? path.endIndex
        let parts = path[..<query].split(separator: "/", omittingEmptySubsequences: false)
        var (filled, literal) = ("", "")
        for (index, part) in parts.enumerated() {
            if index > 0 { literal += "/" }
            guard let name = numbers[String(part)] else {
                literal += part
                continue
            }
            filled += fill(literal) + "{{\(name)}}"
            literal = ""
        }
        return filled + fill(literal + path[query...])
    }

    /// Whose the values of an answer are: errors are the contract's.
    private func content(
        of exchange: ArchivedExchange,
        _ writes: Bool,
        hasJSON: Bool
    ) -> DriftStep.Content {
        if exchange.status >= 400 { return .rule }
        if exchange.method == "GET" { return .own }
        return hasJSON ? writes ? .sent : .person : .rule
    }
}

extension DriftStep {
    /// Sets the media type of its body, in place of one of a recorded form in parts.
    fileprivate mutating func setType(_ type: String) {
        let place = headers.firstIndex { $0.name.lowercased() == "content-type" }
        guard let place else {
            if !type.isEmpty { headers.append(.init("Content-Type", type)) }
            return
        }
        headers[place].value = type
    }
}

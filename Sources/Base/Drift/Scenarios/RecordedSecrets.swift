internal import MockPostlyText

extension DriftStep {
    /// Whether its body is a form.
    var hasForm: Bool {
        headers.contains { field in
            field.name.lowercased() == "content-type"
                && field.value.lowercased().hasPrefix("application/x-www-form-urlencoded")
        }
    }

    /// Takes out of a recorded request what is a secret of the server that was recorded: what has
    /// the name of one, and is no variable.
    ///
    /// A log-in takes the account of `--login`. A request that cannot be sent without its secrets,
    /// or in which they cannot be told from the rest, gets a gap.
    ///
    /// - Parameter isSecret: whether the value of something with a name is a secret.
    mutating func removeSecrets(_ isSecret: @escaping (String) -> Bool) {
        var cleaning = SecretRemoval(isSecret: isSecret, logsIn: logsIn)
        headers.removeAll { cleaning.removes($0.value, named: $0.name) }
        path = cleaning.path(path)
        if let body { self.body = cleaning.body(body, isForm: hasForm) }
        if cleaning.isUnsure || logsIn && cleaning.lacksAccount { gap = .login }
    }
}

/// The removal of secrets from one request.
private struct SecretRemoval {
    let isSecret: (String) -> Bool
    let logsIn: Bool
    /// Whether something may be a secret that cannot be taken out.
    private(set) var isUnsure = false
    private var isRemoved = false
    private var hasAccount = false
    private var hasPassword = false

    init(isSecret: @escaping (String) -> Bool, logsIn: Bool) {
        (self.isSecret, self.logsIn) = (isSecret, logsIn)
    }

    /// Whether it was sent to log in by what is not here any more.
    var lacksAccount: Bool { !hasPassword && (hasAccount || isRemoved) }

    /// Whether a value, which is a template, is removed.
    mutating func removes(_ value: String, named name: String) -> Bool {
        let removes = isSecret(name) && !Self.isVariable(value) || hasPairs(value)
        isRemoved = isRemoved || removes
        return removes
    }

    mutating func path(_ path: String) -> String {
        guard let mark = path.firstIndex(of: "?") else { return path }
        let kept = path[path.index(after: mark)...].split(separator: "&").filter { pair in
            let (name, value) = Self.parts(of: pair)
            return !removes(value, named: name)
        }
        return path[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    mutating func body(_ body: String, isForm: Bool) -> String {
        if let root = DriftComparison.parsed(Array(body.utf8)) {
            let cleaned = node(root, isHidden: false) ?? .null
            return cleaned == root ? body : cleaned.line
        }
        if isForm { return form(body) }
        let words = body.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        if words.contains(where: { isSecret(String($0)) }) { isUnsure = true }
        return body
    }

    private mutating func form(_ body: String) -> String {
        var pairs: [Substring] = []
        for pair in body.split(separator: "&") {
            let (name, value) = Self.parts(of: pair)
            if let variable = account(name, value) {
                pairs.append(pair.prefix { $0 != "=" } + "=" + variable)
            } else if !removes(value, named: name) {
                pairs.append(pair)
            }
        }
        return pairs.joined(separator: "&")
    }

    /// A value without its secrets; nil for one that is removed.
    private mutating func node(_ value: Node, isHidden: Bool) -> Node? {
        switch value {
        case .null, .bool: return value
        case .number(let text), .text(let text):
            guard isHidden, !Self.isVariable(text) else {
                if hasPairs(text) { isUnsure = true }
                return value
            }
            isRemoved = true
            return nil
        case .list(let elements):
            return .list(elements.compactMap { node($0, isHidden: isHidden) })
        case .object(let members):
            // Such as `{"name": "api_key", "value": "…"}`.
            let named = members.contains { member in
                guard ["name", "key"].contains(member.name), case .text(let text) = member.value
                else { return false }
                return isSecret(text)
            }
            return .object(
                members.compactMap { member in
                    if let text = member.value.plain, let variable = account(member.name, text) {
                        return .init(name: member.name, value: .text(variable))
                    }
                    let hides = isHidden || isSecret(member.name) || named && member.name == "value"
                    return node(member.value, isHidden: hides).map {
                        .init(name: member.name, value: $0)
                    }
                }
            )
        }
    }

    /// The variable that stands for a value of a log-in; nil for other values.
    private mutating func account(_ name: String, _ value: String) -> String? {
        guard logsIn, !Self.isVariable(value) else { return nil }
        if LoginWords.isPassword(name) {
            hasPassword = true
            return "{{password}}"
        }
        guard LoginWords.isAccount(name) else { return nil }
        hasAccount = true
        return "{{email}}"
    }

    /// Whether a text has pairs such as `api_key=…` or `password: "…"`.
    private func hasPairs(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.contains { place in
            guard bytes[place] == UInt8(ascii: "=") || bytes[place] == UInt8(ascii: ":") else {
                return false
            }
            let before = bytes[..<place].reversed().drop { " \"'\\".utf8.contains($0) }
            let name = before.prefix { byte in
                byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
            let after = bytes[bytes.index(after: place)...]
            let value = after.drop { " \"'\\".utf8.contains($0) }
            let isVariable = value.starts(with: "{{".utf8) && !value.starts(with: "{{{".utf8)
            return !name.isEmpty && !isVariable
                && isSecret(String(decoding: name.reversed(), as: UTF8.self))
        }
    }

    /// Whether a template is nothing but what earlier answers gave, such as `Bearer {{1.token}}`.
    private static func isVariable(_ text: String) -> Bool {
        guard !Template.variables(of: text).isEmpty else { return false }
        let rest = Template.filled(text) { _ in "" }.lowercased().filter { $0 != " " }
        return ["", "bearer", "token", "jwt"].contains(rest)
    }

    /// Name and value of a pair of a query or a form, without their escapes.
    private static func parts(of pair: Substring) -> (name: String, value: String) {
        let name = pair.prefix { $0 != "=" }
        return (formDecoded(name.utf8), formDecoded(pair.dropFirst(name.count + 1).utf8))
    }
}

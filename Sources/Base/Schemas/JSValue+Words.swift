internal import MockPostlyJSON
internal import MockPostlyJavaScript

extension JSValue {
    /// The value as JSON; a text without its quotes.
    var shortText: String {
        if case .string(let text) = self { return text }
        return json
    }

    /// The value as JSON.
    var json: String {
        var writer = JSONWriter(escaping: .utf8)
        write(&writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }
}

extension SchemaTypes {
    /// What follows "must be".
    func phrase(isNullable: Bool) -> String {
        var words: [String] = []
        if contains(.string) { words.append("a string") }
        if contains(.fraction) {
            words.append("a number")
        } else if contains(.integer) {
            words.append("an integer")
        }
        if contains(.boolean) { words.append("true or false") }
        if contains(.object) { words.append("an object") }
        if contains(.array) { words.append("an array") }
        if isNullable || contains(.null) { words.append("null") }
        return words.joined(separator: " or ")
    }
}

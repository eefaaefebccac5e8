internal import MockPostlyJavaScript

/// The object in which lists are answered, such as `{"data": $rows, "total": $count}`.
package struct Envelope: Sendable, Equatable {
    private let template: Template

    /// As it was given.
    package var text: String { template.text }

    /// Nil for a text that is no JSON object with the word `$rows` in it.
    package init?(_ text: String) {
        guard let template = Template(text, words: ["$rows", "$count"]) else { return nil }
        self.template = template
    }

    /// Prints the object with the rows, which `writeRows` prints, and their number before slicing.
    func write(
        _ text: inout PrettyJSON,
        count: Int,
        _ writeRows: (inout PrettyJSON) throws -> Void
    ) rethrows {
        try template.write(&text) { word, text in
            switch word {
            case "$rows": try writeRows(&text)
            case "$count": text.write(.number(Double(count)))
            default: return false
            }
            return true
        }
    }
}

/// The object in which refusals are answered, such as `{"error": {"message": $message}}`.
package struct ErrorShape: Sendable, Equatable {
    private let template: Template

    /// As it was given.
    package var text: String { template.text }

    /// Nil for a text that is no JSON object with the word `$message` in it.
    package init?(_ text: String) {
        guard let template = Template(text, words: ["$message", "$status"]) else { return nil }
        self.template = template
    }

    /// The body for a refusal.
    func body(_ status: Int, _ message: String) -> [UInt8] {
        var text = PrettyJSON()
        template.write(&text) { word, text in
            switch word {
            case "$message": text.write(.string(message))
            case "$status": text.write(.number(Double(status)))
            default: return false
            }
            return true
        }
        return text.bytes
    }
}

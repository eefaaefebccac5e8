/// What a server says of a request, in the terms of the command line.
///
/// A server speaks to whoever sends requests, of members of a body and of routes; whoever gives a
/// command knows options, values in files, and commands.
func inCommandTerms(_ text: String) -> String {
    let text = commandTerms.reduce(text) { text, term in
        parts(of: text, between: term.server).joined(separator: term.command)
    }
    // A route that no command stands for helps nobody.
    let sentences = parts(of: text, between: ". ").filter { sentence in
        !sentence.isEmpty && parts(of: sentence, between: "/__mockpostly/").count == 1
    }
    return sentences.joined(separator: ". ")
}

/// What is before, between and after all places of `mark` in `text`.
///
/// The functions of Swift for this belong to its regular expressions, without which a release is built.
private func parts(of text: String, between mark: String) -> [String] {
    let (bytes, mark) = (Array(text.utf8), Array(mark.utf8))
    var parts: [String] = []
    var (start, place) = (0, 0)
    while place + mark.count <= bytes.count {
        if bytes[place..<place + mark.count].elementsEqual(mark) {
            parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
            place += mark.count
            start = place
        } else {
            place += 1
        }
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
}

/// The words of the control plane and those of commands, in the order in which they are replaced.
private let commandTerms: [(server: String, command: String)] = [
    ("POST /__mockpostly/v1/reset", "`mockpostly reset`"),
    ("POST /__mockpostly/v1/snapshots", "`mockpostly snapshot save`"),
    ("DELETE /__mockpostly/v1/stubs", "`mockpostly stub clear`"),
    ("/__mockpostly/v1/export", "`mockpostly export`"),
    (" or by 'of'", ""),
    (", which is named in the member 'fault'", ""),
    (", or send its JSON in the member 'seed'", ""),
    ("The members are:", "It can have:"),
    ("The body has no members", "It is empty"),
    ("a JSON object with the members", "a JSON object with"),
    ("objects with the members", "objects with"),
    ("There is the member '", "There is '"),
    ("There is no member '", "There is no '"),
    ("The members '", "'"),
    ("the members '", "'"),
    ("The member '", "'"),
    ("the member '", "'"),
    (" in 'id' ", " "),
    (" in 'name' ", " "),
    ("The body", "What was sent"),
]

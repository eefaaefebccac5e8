/// What a server says of a request, in the terms of the command line.
///
/// A server speaks to whoever sends requests, of members of a body and of routes; whoever gives a
/// command knows options, values in files, and commands.
func inCommandTerms(_ text: String) -> String {
    let text = commandTerms.reduce(text) { $0.replacing($1.server, with: $1.command) }
    // A route that no command stands for helps nobody.
    let sentences = text.split(separator: ". ").filter { !$0.contains("/__mockpostly/") }
    return sentences.joined(separator: ". ")
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
    ("The body", "What was sent"),
]

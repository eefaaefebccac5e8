internal import MockPostlyJSON
internal import MockPostlyNouns

/// The tags of an article in JSON: in the order of their code points, each once, without blanks around.
func tagList(of tags: [String]) -> String {
    let texts = Set(tags.map { Array($0.trimmed.utf8) }).subtracting([[]])
    var json = JSONWriter(escaping: .utf8)
    json.beginArray()
    for text in texts.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        json.string(String(decoding: text, as: UTF8.self))
    }
    json.endArray()
    return String(decoding: json.finish(), as: UTF8.self)
}

/// A tag as it stands in such a list.
func tagInList(_ tag: String) -> String {
    var json = JSONWriter(escaping: .utf8)
    json.string(tag)
    return String(decoding: json.finish(), as: UTF8.self)
}

/// Whether a text is what ``tagList(of:)`` gives.
func isTagList(_ text: String) -> Bool {
    guard let root = try? JSON(parsing: Array(text.utf8)).root, root.kind == .array else {
        return false
    }
    return tagList(of: root.elements.compactMap(\.string)).utf8.elementsEqual(text.utf8)
}

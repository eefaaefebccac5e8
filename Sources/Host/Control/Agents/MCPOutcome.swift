internal import MockPostlyHTTP
internal import MockPostlyJSON

/// What a tool tells an agent: the answer of a control call, as far as it fits.
struct MCPOutcome {
    /// The most bytes of an answer: some two thousand words of a language model's context.
    static let longest = 8_000

    private let text: String
    /// What was left out, and how to get it; empty for nothing.
    private let cut: String
    private let isError: Bool

    /// The answer `response` to the control call `target`.
    init(_ response: Response, of target: String, _ action: MCPTool.Action) {
        isError = response.status >= 400
        guard !response.body.isEmpty else {
            (text, cut) = ("Done.", "")
            return
        }
        let (bytes, parts) = Excerpt.of(response.body, longest: Self.longest)
        text = String(decoding: bytes, as: UTF8.self)
        cut =
            parts.isEmpty
            ? ""
            : "Cut: \(parts.joined(separator: "; ")). "
                + "Ask for less, or get all with: \(action.method.name) \(target)"
    }

    /// The words for a mistake in the arguments.
    init(_ mistake: MCPOrder.Mistake) {
        (text, cut, isError) = (mistake.words, "", true)
    }

    /// Writes the members of a result.
    func write(_ json: inout JSONWriter) {
        json.list("content", [text, cut].filter { !$0.isEmpty }) { text, json in
            json.beginObject()
            json.field("type", "text")
            json.field("text", text)
            json.endObject()
        }
        json.field("isError", isError)
    }
}

/// A document cut to a length: lists first, then long texts, with a list of what was left out.
private struct Excerpt {
    /// The most elements of a list and the most bytes of a text; smaller ones are tried until the
    /// document fits.
    private static let steps = [(50, 4_000), (20, 1_000), (10, 400), (5, 200), (3, 100), (1, 60)]
    /// The most places that are named; the others are counted.
    private static let mostNamed = 8

    private let elements: Int
    private let bytes: Int
    private var cuts: [String] = []

    private init(_ step: (elements: Int, bytes: Int)) { (elements, bytes) = step }

    /// The first that fits, and what it leaves out: `requests: 20 of 200`.
    static func of(_ document: [UInt8], longest: Int) -> (bytes: [UInt8], cuts: [String]) {
        guard document.count > longest else { return (document, []) }
        if let root = try? JSON(parsing: document).root {
            for step in steps {
                var excerpt = Excerpt(step)
                var json = JSONWriter(escaping: .utf8)
                excerpt.write(root, at: "", &json)
                let bytes = json.finish()
                if bytes.count <= longest { return (bytes, excerpt.named) }
            }
        }
        let start = whole(document.prefix(longest))
        return (Array(start), ["\(start.count) of \(document.count) bytes"])
    }

    private var named: [String] {
        guard cuts.count > Self.mostNamed else { return cuts }
        return cuts.prefix(Self.mostNamed) + ["\(cuts.count - Self.mostNamed) more"]
    }

    private mutating func write(_ value: JSONValue, at place: String, _ json: inout JSONWriter) {
        switch value.kind {
        case .object:
            json.beginObject()
            for (name, member) in value.members {
                json.key(name)
                write(member, at: place.isEmpty ? name : "\(place).\(name)", &json)
            }
            json.endObject()
        case .array:
            let all = value.elements
            if all.count > elements { cuts.append("\(place): \(elements) of \(all.count)") }
            json.beginArray()
            for (index, element) in all.prefix(elements).enumerated() {
                write(element, at: "\(place)[\(index)]", &json)
            }
            json.endArray()
        case .string: write(value.string ?? "", at: place, &json)
        default: json.value(value)
        }
    }

    private mutating func write(_ text: String, at place: String, _ json: inout JSONWriter) {
        guard text.utf8.count > bytes else { return json.string(text) }
        let start = Self.whole(Array(text.utf8).prefix(bytes))
        cuts.append("\(place): \(start.count) of \(text.utf8.count) bytes")
        json.string(String(decoding: start, as: UTF8.self) + "…")
    }

    /// `bytes` without the beginning of a character at their end.
    private static func whole(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let last = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
        let length = [0xC0: 2, 0xD0: 2, 0xE0: 3, 0xF0: 4][Int(bytes[last]) & 0xF0] ?? 1
        return last + length > bytes.endIndex ? bytes[..<last] : bytes
    }
}

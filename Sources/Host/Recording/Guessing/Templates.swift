internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyRecorded
internal import MockPostlyText

typealias Call = RecordedCall

/// The path of calls with `{}` for each id in it.
struct Template: Sendable, Hashable {
    /// Nil for a parameter.
    var segments: [String?]

    var endsInID: Bool { segments.last.map { $0 == nil } ?? false }
    /// Without the last segment.
    var above: Template { Template(segments: Array(segments.dropLast())) }
    /// With an id behind it.
    var item: Template { Template(segments: segments + [nil]) }
    /// How many ids are in it.
    var ids: Int { segments.count { $0 == nil } }
    /// The last word that is no id; empty without one.
    var word: String { segments.last { $0 != nil }.flatMap { $0 } ?? "" }

    /// As a description has it: `/posts/{postId}/comments`.
    var text: String {
        var text = ""
        var names: Set<String> = []
        var last = "item"
        for segment in segments {
            if let segment {
                last = segment
                text += "/\(segment)"
                continue
            }
            var name = "\(Self.singular(Self.letters(last)))Id"
            while !names.insert(name).inserted { name += "2" }
            text += "/{\(name)}"
        }
        return text.isEmpty ? "/" : text
    }

    /// The ids of a path of this template, in order.
    func values(_ path: [String]) -> [String] {
        zip(segments, path).compactMap { $0 == nil ? $1 : nil }
    }

    static func letters(_ text: String) -> String {
        let letters = text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return letters.isEmpty || letters.first?.isNumber == true ? "item\(letters)" : letters
    }

    static func singular(_ word: String) -> String {
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if ["ses", "xes", "ches", "shes"].contains(where: { word.hasSuffix($0) }) {
            return String(word.dropLast(2))
        }
        return word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }
}

/// Finds out which segments of paths are ids.
struct Templates {
    /// The values that rows of lists have in members that can be an id, by the list's template.
    private var known: [Template: Set<String>] = [:]

    /// Members by which rows may be named in paths.
    static let idMembers = [
        "id", "_id", "uuid", "gid", "sid", "guid", "slug", "key", "code", "number", "username",
        "name", "email", "token",
    ]

    init(_ calls: [Call]) {
        // The second time the ids of rows below rows are known too, by which some paths have another
        // template.
        var earlier: [Template?] = Array(repeating: nil, count: calls.count)
        for _ in 0..<2 {
            for (place, call) in calls.enumerated() where call.exchange.isSuccess {
                let template = template(of: call.segments)
                guard earlier[place] != template, let answer = call.answer else { continue }
                earlier[place] = template
                if call.exchange.method == "GET", let list = ListShape(answer, template.word) {
                    note(list.rows, template)
                } else if call.exchange.method == "POST" {
                    var rows = [answer]
                    answer.forEachMember { _, member in rows.append(member) }
                    note(rows, template)
                }
            }
        }
    }

    private mutating func note(_ rows: [JSONValue], _ list: Template) {
        var ids: Set<String> = []
        for row in rows where row.kind == .object {
            row.forEachMember { name, member in
                guard Self.idMembers.contains(name), let id = member.idText else { return }
                ids.insert(id)
            }
        }
        if !ids.isEmpty { known[list, default: []].formUnion(ids) }
    }

    func template(of path: [String]) -> Template {
        var template = Template(segments: [])
        for (place, segment) in path.enumerated() {
            let isID =
                place > 0
                && (Self.looksLikeID(segment) || known[template]?.contains(segment) ?? false)
            template.segments.append(isID ? nil : segment)
        }
        return template
    }

    /// Numbers, UUIDs, long hexadecimal numbers, and words such as `cus_9s6XKzkNRiz8i3`.
    static func looksLikeID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let digits = bytes.count { 0x30...0x39 ~= $0 }
        if digits == bytes.count { return !bytes.isEmpty }
        let isHex = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isHex, bytes.count >= 16, digits > 0 { return true }
        let isPlain = bytes.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: "_") }
        return isPlain && bytes.count >= 10 && digits >= 2
    }
}

extension JSONValue {
    /// A text or a whole number as a path has it; nil for other values.
    var idText: String? {
        if kind == .number { return int.map(String.init) }
        guard let text = string, !text.isEmpty, text.utf8.count <= 200 else { return nil }
        return text
    }
}

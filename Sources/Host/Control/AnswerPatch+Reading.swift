internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyPatching

/// The members of rules that change a real answer.
enum PatchMembers {
    /// The rows of both, for the table of what has them.
    static func rows<Value>() -> [Member<Value>] {
        [
            .part("patch", patch, "what is changed in the JSON of the real answer")
                .details(patchDetails).option("JSON", details: patchHelp),
            .part("remove", remove, "paths that are removed from the real answer")
                .details(removeDetails).option("PATH", details: removeHelp),
        ]
    }

    static let patch = MemberType(
        [("type", "\"object\"")],
        expected: "a JSON object",
        json: MemberType.object.json
    )
    /// A command line has a list of paths, or one path as it is.
    static let remove = MemberType(
        [("type", "\"array\""), ("minItems", "1"), ("items", "{\"type\": \"string\"}")],
        expected: "a path such as $.posts[0]._id, or a JSON list of paths"
    ) { text in
        let bytes = Array(text.utf8)
        if (try? JSON(parsing: bytes))?.root.kind == .array { return bytes }
        return text.utf8.first == UInt8(ascii: "$") ? Array("[\(quotedJSON(text))]".utf8) : nil
    }
    static let patchDetails = """
        A merge patch (RFC 7396): members take the place of those of the answer, `null` removes one. \
        If the names are paths, as in `{"$.posts[1].author": null, "$.posts[*].likes": "many"}`, each \
        value is put there as it is.
        """
    static let patchHelp = """
        A merge patch: members take the place of those of the answer, null removes one. If the \
        names are paths, as in {"$.posts[1].author": null}, each value is put there as it is.
        """
    static let removeHelp = "Several paths are a JSON list."
    static let removeDetails = "Paths such as `$.posts[0]._id` and `$.posts[*].tags`."
    static let headersDetails = """
        A text, a list of texts, or `null` to remove it, for each name. Fields that the server \
        writes itself are refused: `Connection`, `Content-Length`, `Date`, `Keep-Alive`, \
        `Transfer-Encoding`, `Upgrade`.
        """
}

extension ControlBody {
    /// What the members `patch` and `remove` change in a JSON; nil without both.
    ///
    /// Throws a ``Problem`` with status 400.
    func documentPatch() throws(Problem) -> DocumentPatch? {
        guard has("patch") || has("remove") else { return nil }
        let paths = try removedPaths()
        do throws(DocumentPatch.Fault) {
            return try DocumentPatch(value("patch"), removing: paths)
        } catch {
            throw Problem(
                400,
                "Bad patch",
                detail: "\(capitalPlace(error.member)) \(error.words).",
                hint: error.hint,
                member: fullName(error.member)
            )
        }
    }

    private func removedPaths() throws(Problem) -> [String] {
        guard let value = value("remove") else { return [] }
        let hint = "Send a list of paths such as [\"$.posts[0]._id\"]."
        guard value.kind == .array, value.count > 0 else {
            throw wrongType("remove", value, wanted: "a list of at least one path", hint: hint)
        }
        var paths: [String] = []
        for element in value.elements {
            guard let path = element.string else {
                let place = "remove[\(paths.count)]"
                throw wrongType(place, element, wanted: "a text", hint: hint)
            }
            paths.append(path)
        }
        return paths
    }

    /// What the member `headers` makes of fields.
    ///
    /// With `removes`, `null` removes a field. Throws a ``Problem`` with status 400.
    func fieldChanges(removes: Bool) throws(Problem) -> [AnswerPatch.FieldChange] {
        guard let headers = try object("headers") else { return [] }
        var changes: [AnswerPatch.FieldChange] = []
        for (name, value) in headers.members {
            let member = "headers.\(shortened(name))"
            var change = AnswerPatch.FieldChange(name, [])
            let isRemoved = value.isNull && removes
            for value in value.kind == .array ? value.elements : isRemoved ? [] : [value] {
                guard let text = value.string else {
                    throw wrongType(
                        member,
                        value,
                        wanted: "a text or a list of texts" + (removes ? ", or null" : ""),
                        hint: "Put it in quotes."
                    )
                }
                change.values.append(text)
            }
            for text in isRemoved ? [""] : change.values {
                guard let fault = Response.Field(name, text).fault else { continue }
                throw .badValue("\(capitalPlace(member)) \(fault.words).", fault.hint)
            }
            changes.append(change)
        }
        return changes
    }
}

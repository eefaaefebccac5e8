package import MockPostlyJSON

extension DriftReport {
    /// For programs: all steps, each with its result and its differences.
    package func write(_ json: inout JSONWriter) {
        json.beginObject()
        writeMembers(&json)
        json.endObject()
    }

    /// The members of that object.
    package func writeMembers(_ json: inout JSONWriter) {
        json.field("scenario", outcome.scenario)
        json.field("server", server)
        json.field("drift", !outcome.findings.isEmpty)
        json.field("compared", outcome.compared)
        json.field("differences", outcome.findings.count)
        json.field("undecided", outcome.notes.count)
        json.key("steps")
        json.beginArray()
        for part in outcome.parts { write(part, &json) }
        json.endArray()
    }

    private func write(_ part: DriftOutcome.Part, _ json: inout JSONWriter) {
        json.beginObject()
        json.field("name", part.step.name)
        json.field("method", part.step.method)
        json.field("path", path(of: part.step))
        if !part.step.rule.isEmpty { json.field("rule", part.step.rule) }
        if let transcript = transcript(of: part) { json.field("contract", transcript) }
        if let place = ContractPlace(of: part.step, part.here?.status) {
            json.field("line", place.request)
        }
        let result =
            part.gap != nil ? "left out" : part.findings.isEmpty ? "same" : "drift"
        json.field("result", result)
        if let gap = part.gap { json.field("reason", gap.rawValue) }
        json.key("differences")
        json.beginArray()
        for finding in part.findings { write(finding, in: part, &json) }
        json.endArray()
        json.key("notes")
        json.beginArray()
        for note in part.notes {
            json.beginObject()
            json.field("kind", note.kind.rawValue)
            json.field("field", note.field)
            json.field("words", note.words)
            json.endObject()
        }
        json.endArray()
        if hasSides, part.gap == nil { writeSides(of: part, &json) }
        json.endObject()
    }

    private func write(
        _ finding: DriftFinding,
        in part: DriftOutcome.Part,
        _ json: inout JSONWriter
    ) {
        json.beginObject()
        json.field("kind", finding.kind.rawValue)
        json.field("field", finding.field)
        json.field("words", finding.words)
        if let line = contractLine(of: finding, in: part) { json.field("line", line) }
        if showsValues {
            if let real = finding.real { json.field("there", real) }
            if let here = finding.here { json.field("here", here) }
        }
        json.endObject()
    }

    /// Both answers, a row for each field: how far in it stands, its name, and the two values.
    private func writeSides(of part: DriftOutcome.Part, _ json: inout JSONWriter) {
        json.key("sides")
        json.beginArray()
        for row in rows(part) {
            json.beginObject()
            json.field("field", row.path)
            json.field("depth", row.depth)
            json.field("name", row.name)
            json.field("there", row.real)
            json.field("here", row.here)
            json.field("differs", row.differs)
            json.endObject()
        }
        json.endArray()
    }
}

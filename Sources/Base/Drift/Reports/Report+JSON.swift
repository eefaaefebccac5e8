package import MockPostlyJSON

extension DriftReport {
    /// For programs: all steps, each with its result and its differences.
    package func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("scenario", outcome.scenario)
        json.field("server", server)
        json.field("drift", !outcome.findings.isEmpty)
        json.field("compared", outcome.compared)
        json.field("differences", outcome.findings.count)
        json.key("steps")
        json.beginArray()
        for part in outcome.parts { write(part, &json) }
        json.endArray()
        json.endObject()
    }

    private func write(_ part: DriftOutcome.Part, _ json: inout JSONWriter) {
        json.beginObject()
        json.field("name", part.step.name)
        json.field("method", part.step.method)
        json.field("path", path(of: part.step))
        if !part.step.rule.isEmpty { json.field("rule", part.step.rule) }
        if !part.step.contract.isEmpty { json.field("contract", place(of: part.step)) }
        let result =
            part.gap != nil ? "left out" : part.findings.isEmpty ? "same" : "drift"
        json.field("result", result)
        if let gap = part.gap { json.field("reason", gap.rawValue) }
        json.key("differences")
        json.beginArray()
        for finding in part.findings {
            json.beginObject()
            json.field("kind", finding.kind.rawValue)
            json.field("field", finding.field)
            json.field("words", finding.words)
            if showsValues {
                if let real = finding.real { json.field("there", real) }
                if let here = finding.here { json.field("here", here) }
            }
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}

extension DriftReport {
    /// For build servers: a test case for each step, in the form of JUnit's XML.
    package var junit: String {
        let failures = outcome.parts.count { !$0.findings.isEmpty }
        let skipped = outcome.parts.count { $0.gap != nil }
        var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        text +=
            "<testsuite name=\"drift \(escaped(outcome.scenario))\" "
            + "tests=\"\(outcome.parts.count)\" failures=\"\(failures)\" errors=\"0\" "
            + "skipped=\"\(skipped)\">\n"
        for part in outcome.parts { text += testCase(part) }
        return text + "</testsuite>\n"
    }

    private func testCase(_ part: DriftOutcome.Part) -> String {
        let name = "\(part.step.name): \(part.step.method) \(path(of: part.step))"
        let start =
            "  <testcase classname=\"drift.\(escaped(outcome.scenario))\" name=\"\(escaped(name))\""
        if let gap = part.gap {
            return start + "><skipped message=\"\(gap.rawValue)\"/></testcase>\n"
        }
        let undecided = part.notes.map { self.line(of: $0) }.joined(separator: "\n")
        let notes =
            undecided.isEmpty ? "" : "    <system-out>\(escaped(undecided))</system-out>\n"
        guard !part.findings.isEmpty else {
            return notes.isEmpty ? start + "/>\n" : "\(start)>\n\(notes)  </testcase>\n"
        }
        let message = counted(part.findings.count, "difference")
        let lines = part.findings.map { line(of: $0, in: part) }
        let words = escaped(([rule(of: part)] + lines).joined(separator: "\n"))
        return """
            \(start)>
                <failure message="\(message)" type="drift">\(words)</failure>
            \(notes)  </testcase>

            """
    }
}

/// `text` in XML or HTML; characters that XML cannot have are replaced.
func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "\n", "\t": result.unicodeScalars.append(scalar)
        case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
            result += "\u{FFFD}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

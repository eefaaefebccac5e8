internal import MockPostlyJavaScript
internal import MockPostlySchemas
internal import MockPostlyWorld

/// Members that say when a row was made or changed, by the world's clock.
enum RowTimes {
    enum Moment {
        case made, changed
    }

    /// What a member says, by its name; nil for one that says no such time.
    static func moment(_ name: String) -> Moment? {
        let words = Words.split(name)
        let made: Set<String> = ["created", "creation", "inserted", "createdat", "createtime"]
        let changed: Set<String> = ["updated", "modified", "modification", "updatedat", "changed"]
        let others: Set<String> = ["by", "count", "id", "with", "from", "user"]
        guard !words.contains(where: { others.contains($0) }) else { return nil }
        if words.contains(where: { changed.contains($0) }) { return .changed }
        return words.contains(where: { made.contains($0) }) ? .made : nil
    }

    /// A moment in the form of a member; nil where the member is no time.
    static func value(_ now: Instant, as schema: Schema) -> JSValue? {
        let rules = schema.rules
        let text = String(now.rfc3339Millis.utf8.prefix(19)) ?? ""
        var candidates: [JSValue] = []
        if schema.isNumber {
            let example = rules.examples.first?.number ?? 0
            let isMilliseconds = example.isFinite && example > 1e11
            let seconds = Double(now.seconds)
            return .number(isMilliseconds ? seconds * 1000 : seconds)
        }
        let example = rules.examples.first?.string ?? ""
        let day = String(text.utf8.prefix(10)) ?? ""
        switch rules.format ?? "" {
        case "date": candidates = [.string(day)]
        case "date-time-rfc-2822", "rfc-2822", "rfc2822": candidates = [.string(mail(now))]
        case "date-time", "datetime", "dateTime": candidates = [.string(text + "Z")]
        case "":
            if example.hasSuffix("+0000") { candidates.append(.string(mail(now))) }
            if example.utf8.count == 10, example.utf8.contains(UInt8(ascii: "-")) {
                candidates.append(.string(day))
            }
            candidates.append(.string(text + "Z"))
        default: return nil
        }
        return candidates.first { schema.accepts($0) }
    }

    /// As RFC 2822 has it: `Thu, 26 Nov 2026 18:24:00 +0000`.
    private static func mail(_ now: Instant) -> String {
        let text = now.httpDate
        return text.hasSuffix("GMT") ? text.dropLast(3) + "+0000" : text
    }
}

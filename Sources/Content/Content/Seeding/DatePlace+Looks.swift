package import MockPostlyJSON
internal import MockPostlyText
internal import MockPostlyWorld

/// Texts that may be meant as dates.
extension JSONValue {
    /// The first text that is a relative date by its form and in no place where `finders` look for
    /// dates, with its path.
    ///
    /// - Parameters:
    ///   - finders: where dates are.
    ///   - field: the path of the value.
    /// - Returns: the text and its path; `nil` if there is none.
    package func textLikeRelativeDate(
        outside finders: [any DateFinder],
        _ field: String
    ) -> (text: String, field: String)? {
        guard looksDated else { return nil }
        var known: Set<String> = []
        _ = filled(by: finders, field, on: Instant(seconds: 0)) { _, field in
            known.insert(field)
            return nil
        }
        return textLikeRelativeDate(besides: known, field)
    }

    private func textLikeRelativeDate(
        besides known: Set<String>,
        _ field: String
    ) -> (text: String, field: String)? {
        if let text = string {
            // The word alone is a text like any other.
            let isLike = RelativeDate.isMeant(by: text) && text != "now"
            return isLike && RelativeDate(text) != nil && !known.contains(field)
                ? (text, field) : nil
        }
        for (index, element) in (kind == .array ? elements : []).enumerated() {
            let inner = "\(field)[\(index)]"
            if let found = element.textLikeRelativeDate(besides: known, inner) { return found }
        }
        for (name, value) in kind == .object ? Array(members) : [] {
            let inner = "\(field).\(name)"
            if let found = value.textLikeRelativeDate(besides: known, inner) { return found }
        }
        return nil
    }

    /// Whether a text in it begins with a sign and a digit, also after `now`.
    ///
    /// Most rows have none, and cost no more than this look at their bytes.
    private var looksDated: Bool {
        let text = rawText
        var place = text.startIndex
        while let quote = text[place...].firstIndex(of: UInt8(ascii: "\"")) {
            place = text.index(after: quote)
            var rest = text[place...]
            if rest.starts(with: "now".utf8) { rest = rest.dropFirst(3) }
            guard let sign = rest.popFirst(), let digit = rest.popFirst() else { return false }
            let isSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
            if isSign, digit.isDigit { return true }
        }
        return false
    }
}

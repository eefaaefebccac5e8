/// What a browser says it runs on; only a guess, since it says what it likes.
struct Device: Equatable {
    /// The systems that the page has a section for.
    enum System: Equatable {
        case iOS, android
        /// A computer, or something that does not say what it is.
        case other
    }

    let system: System
    /// For the log: `iPhone, iOS 17.2`, `Android 14, Pixel 8`, `Windows computer`.
    let words: String

    /// The device of a request with this User-Agent.
    init(userAgent: String?) {
        let agent = userAgent ?? ""
        let comment = Self.comment(in: agent)
        if let name = ["iPhone", "iPad", "iPod"].first(where: { comment.first == $0[...] }) {
            system = .iOS
            let version = Self.words(after: "OS ", in: comment).map(Self.number) ?? ""
            words = version.isEmpty ? name : "\(name), iOS \(version)"
        } else if let version = Self.words(after: "Android", in: comment) {
            system = .android
            let release = "Android \(Self.number(version))".trimmingEnd
            words = Self.model(in: comment).map { "\(release), \($0)" } ?? release
        } else {
            system = .other
            words = Self.computer(comment) ?? Self.program(agent)
        }
    }

    /// The parts of the first comment of a User-Agent (RFC 9110 section 10.1.5).
    private static func comment(in agent: String) -> [Substring] {
        guard let start = agent.firstIndex(of: "(") else { return [] }
        let rest = agent[agent.index(after: start)...].prefix { $0 != ")" }
        return rest.split(separator: ";").map { part in part.drop { $0 == " " } }
    }

    /// What follows `mark` in the part that begins with it, or has it as a word.
    private static func words(after mark: String, in comment: [Substring]) -> Substring? {
        for part in comment {
            if part.hasPrefix(mark) { return part.dropFirst(mark.count) }
            var rest = part
            while let space = rest.firstIndex(of: " ") {
                rest = rest[rest.index(after: space)...]
                if rest.hasPrefix(mark) { return rest.dropFirst(mark.count) }
            }
        }
        return nil
    }

    /// The version that a text begins with, with dots: `17_2 like Mac OS X` is 17.2.
    private static func number(_ text: Substring) -> String {
        let digits = text.drop { $0 == " " }.prefix {
            $0.isASCII && ($0.isNumber || "._".contains($0))
        }
        return String(digits.prefix(12).map { $0 == "_" ? "." : $0 })
    }

    /// The device's own name on Android; nil for `K`, which browsers say in place of it.
    private static func model(in comment: [Substring]) -> String? {
        guard let last = comment.last, !last.hasPrefix("Android"), last != "K", last != "wv" else {
            return nil
        }
        let name = last.prefix { $0 != "/" }
        return clean(name.hasSuffix(" Build") ? name.dropLast(6) : name)
    }

    private static func computer(_ comment: [Substring]) -> String? {
        let names = [
            ("Macintosh", "Mac"), ("Windows", "Windows computer"), ("X11", "Linux computer"),
            ("CrOS", "Chromebook"),
        ]
        return names.first { mark, _ in comment.contains { $0.hasPrefix(mark) } }?.1
    }

    /// The program that a User-Agent begins with: `curl`.
    private static func program(_ agent: String) -> String {
        clean(agent.prefix { $0 != "/" && $0 != " " && $0 != "(" }) ?? "an unknown device"
    }

    /// A short text without control characters; nil when nothing is left.
    private static func clean(_ text: Substring) -> String? {
        let shown = text.unicodeScalars.filter { 0x20..<0x7F ~= $0.value }.prefix(30)
        let words = String(String.UnicodeScalarView(shown)).trimmingEnd
        return words.isEmpty ? nil : words
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

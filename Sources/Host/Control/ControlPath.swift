internal import MockPostlyHTTP
internal import MockPostlyMatching
internal import MockPostlyRegex
internal import MockPostlyText

/// The paths that are the server's own, which no system and no stub can have: those below `/w/` and
/// `/f/`, which are taken off a path, and those of the control plane.
enum ControlPath {
    /// Whether `path`, decoded, is one of them.
    static func isOwn(_ path: some Collection<UInt8>) -> Bool {
        let path = Array(path)[...]
        return AddressPrefix.isCertain(after: path) || Control.owns(path)
    }

    /// Whether all paths are that begin so, decoded.
    static func ownsAll(_ start: ExpressionStart) -> Bool {
        // What goes on after a name of the control plane, without a slash, is another name.
        isOwn(start.isWhole ? start.bytes : start.bytes + [UInt8(ascii: "~")])
    }
}

extension RequestPattern {
    /// Throws a ``Problem`` with status 400 when all paths that it takes are the server's own, so that
    /// it would take no request; `words` say what it is for: `stub can answer`.
    func requireServedPath(_ words: String) throws(Problem) {
        guard let path, path.isOwn else { return }
        throw .badValue(
            "The path '\(shortened(path.text))' is one of the server itself, which no \(words).",
            "Send the path without the prefix of a world or fault."
        )
    }
}

extension RequestPattern.PathPattern {
    /// Whether all paths that it takes are the server's own, as far as its beginning says.
    var isOwn: Bool {
        switch self {
        case .glob(let glob):
            let start = Array(glob.text.utf8.prefix { !"*{".utf8.contains($0) })
            let isWhole = start.count == glob.text.utf8.count
            return ControlPath.ownsAll(ExpressionStart(bytes: start, isWhole: isWhole))
        case .text(let pattern): return Self.isOwn(pattern) { $0 }
        case .sent(let pattern): return Self.isOwn(pattern, Self.decoded)
        case .target(let pattern):
            return Self.isOwn(pattern) { start in
                let path = Array(start.bytes.prefix { $0 != UInt8(ascii: "?") })
                let isWhole = start.isWhole || path.count < start.bytes.count
                return Self.decoded(ExpressionStart(bytes: path, isWhole: isWhole))
            }
        }
    }

    private static func decoded(_ start: ExpressionStart) -> ExpressionStart {
        ExpressionStart(bytes: percentDecoded(start.bytes), isWhole: start.isWhole)
    }

    private static func isOwn(
        _ pattern: TextPattern,
        _ reading: (ExpressionStart) -> ExpressionStart
    ) -> Bool {
        switch pattern {
        case .equals(let text):
            ControlPath.ownsAll(reading(ExpressionStart(bytes: Array(text.utf8))))
        case .matches(let expression):
            ExpressionStart.all(of: expression.text).allSatisfy {
                ControlPath.ownsAll(reading($0))
            }
        default: false
        }
    }

    /// As it was sent, for a message.
    fileprivate var text: String {
        switch self {
        case .glob(let glob): glob.text
        case .text(.equals(let text)), .sent(.equals(let text)), .target(.equals(let text)): text
        case .text(let pattern), .sent(let pattern), .target(let pattern):
            if case .matches(let expression) = pattern { expression.text } else { pattern.words }
        }
    }
}

internal import MockPostlyControlClient
internal import MockPostlyHTTPClient

#if canImport(Testing)
    internal import Testing
#endif
#if canImport(XCTest)
    internal import XCTest
#endif

/// Where a check stands in a test.
struct CodePlace: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
    }
}

extension MockServer {
    /// Ends a test in which a check was not met, and which was told of it already.
    ///
    /// With the trait `.mockpostly` the test has one issue for it; without it Swift Testing adds
    /// that an error was thrown, as XCTest does always.
    public struct Unmet: Error, Sendable, Hashable, CustomStringConvertible {
        /// What was not met, as the test was told.
        public let message: String

        /// That the issue before this says why.
        public var description: String { "the test ends here; the issue before this says why" }
    }
}

extension MockServer.World {
    /// Asks the control plane whether something is so, and reports it when it is not.
    func check(
        _ words: String,
        _ segments: [String],
        _ body: [UInt8],
        _ place: CodePlace
    ) throws {
        let query = [("world", name as String?)]
        let answer = try server.controlAnswer("POST", segments, query: query, body: body)
        _ = try document(answer, words, place)
    }

    /// The body of the answer to a check of `words`; throws when it is not met, or is refused.
    func document(
        _ answer: HTTPAnswer,
        _ words: String,
        _ place: CodePlace
    ) throws -> ControlDocument {
        let document = ControlDocument(answer)
        switch answer.status {
        case 422: throw report(Explanation(document, of: words, in: name).text, at: place)
        default:
            _ = try server.accepted(answer)
            return document
        }
    }

    /// Tells the test that runs of a check that is not met, and returns the error to throw.
    private func report(_ text: String, at place: CodePlace) -> any Error {
        #if canImport(XCTest)
            if isOfXCTest {
                XCTFail(text, file: place.filePath, line: place.line)
                return MockServer.Unmet(message: text)
            }
        #endif
        #if canImport(Testing)
            if Test.current != nil {
                let location = SourceLocation(
                    fileID: "\(place.fileID)",
                    filePath: "\(place.filePath)",
                    line: Int(place.line),
                    column: Int(place.column)
                )
                Issue.record(Comment(rawValue: text), sourceLocation: location)
                return MockServer.Unmet(message: text)
            }
        #endif
        return MockServer.Failure(text)
    }
}

/// Why a check is not met, in lines for a person.
private struct Explanation {
    let text: String

    init(_ document: ControlDocument, of words: String, in world: String) {
        var lines = ["Expected \(words)."]
        let nearest = document.parts("nearest")
        let detail = document.text("detail") ?? ""
        // The detail repeats the nearest one, for those who read no more than that.
        lines.append(nearest.isEmpty ? detail : Self.cut(detail, before: " The nearest is number "))
        let numbers = document.ints("numbers")
        if !numbers.isEmpty {
            lines.append("What came: number \(numbers.map(String.init).joined(separator: ", ")).")
        }
        for miss in nearest {
            let number = miss.int("number") ?? 0
            lines.append("Nearest: number \(number), \(miss.text("summary") ?? "")")
            for difference in miss.parts("differences") {
                let found = difference.text("found").map { "'\($0)'" } ?? "absent"
                lines.append(
                    "    \(difference.text("part") ?? "") is \(found), "
                        + "wanted \(difference.text("wanted") ?? "")"
                )
            }
        }
        // The detail of a verdict names the clients already.
        let isVerdict = document.part("verdict") != nil
        if nearest.isEmpty, !isVerdict, let hint = document.text("hint"), !Self.isAboutNearest(hint)
        {
            lines.append(hint)
        }
        if let dropped = document.int("dropped"), dropped > 0 {
            lines.append("The journal has dropped \(dropped) entries.")
        }
        lines.append("The world is '\(world)'.")
        text = lines.joined(separator: "\n")
    }

    /// Whether a hint only says where the nearest ones are.
    private static func isAboutNearest(_ hint: String) -> Bool {
        hint.utf8.starts(with: "What nearly fits is in 'nearest'".utf8)
    }

    private static func cut(_ text: String, before mark: String) -> String {
        let (bytes, mark) = (Array(text.utf8), Array(mark.utf8))
        for start in bytes.indices where bytes[start...].starts(with: mark) {
            return String(decoding: bytes[..<start], as: UTF8.self)
        }
        return text
    }
}

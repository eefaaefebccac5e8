import Foundation
import MockPostlyWorld

/// A file of `Tests/Contracts`: requests and what must come back.
///
/// A transcript is bytes, not text: a header may hold any of them.
struct Transcript: Sendable {
    /// The content that it begins with.
    enum Seed: String {
        case empty, standard
        /// The file `seed.json` in the folder of the system.
        case small
    }

    /// What a step asks for before its request.
    enum Directive: Sendable {
        case advance(Duration)
        /// Sends the request so many times; the last answer is compared.
        case repeated(Int)
        case token(name: String, TokenRecipe)
    }

    /// A request and the answer it must get.
    struct Step: Sendable {
        /// The line of the request in its file, counted from 1.
        var line: Int
        var directives: [Directive] = []
        /// Method and target.
        var requestLine: [UInt8]
        /// The other lines of the head.
        var fields: [[UInt8]] = []
        /// The body, nil for none; references are not filled in yet.
        var body: [UInt8]?
        var status: Int
        /// Headers that must be there with this value, or must not be there.
        var headers: [(name: String, value: [UInt8])] = []
        /// Nil when the body of the answer is not compared.
        var answerBody: [UInt8]?
    }

    var clock = "2026-02-14T12:34:56.123456Z"
    var seed = Seed.empty
    var googleClientID: String?
    var verifiesGoogle = false
    var dummyJSON = DummyJSONDirectives()
    var community = CommunityDirectives()
    var pexels = PexelsDirectives()
    var wreely = WreelyDirectives()
    /// Options by name, as `mockpostly serve` has them.
    var options: [String: String] = [:]
    var api = APIDirectives()
    var steps: [Step] = []
}

/// What is wrong with a transcript itself.
struct TranscriptFault: Error, CustomStringConvertible {
    var line: Int
    var words: String

    var description: String { "line \(line): \(words)" }
}

extension Transcript {
    init(_ bytes: [UInt8]) throws {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Array($0) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        var start = 0
        for part in lines.split(separator: Array("===".utf8), omittingEmptySubsequences: false) {
            steps.append(try step(Array(part), at: start + 1))
            start += part.count + 1
        }
    }

    /// Reads one step, whose first line is line `number` of the file.
    private mutating func step(_ lines: [[UInt8]], at number: Int) throws -> Step {
        guard let divider = lines.firstIndex(of: Array("---".utf8)) else {
            throw TranscriptFault(line: number, words: "a step has no line ---")
        }
        var directives: [Directive] = []
        var lineEnd = [UInt8(ascii: "\n")]
        var index = 0
        while index < divider {
            let line = lines[index]
            if line.first == UInt8(ascii: "@") {
                let text = String(decoding: line, as: UTF8.self)
                if text == "@crlf" {
                    lineEnd = Array("\r\n".utf8)
                } else if let directive = try directive(text, number + index) {
                    directives.append(directive)
                }
            } else if !line.isEmpty, line.first != UInt8(ascii: "#") {
                break
            }
            index += 1
        }
        guard index < divider else {
            throw TranscriptFault(line: number, words: "a step has no request")
        }
        var step = try Self.answer(Array(lines[(divider + 1)...]), at: number + divider + 1)
        step.line = number + index
        step.directives = directives
        step.requestLine = lines[index]
        let rest = lines[(index + 1)..<divider]
        step.fields = Array(rest.prefix { !$0.isEmpty })
        let body = Array(rest.dropFirst(step.fields.count + 1))
        if !body.isEmpty { step.body = try Self.requestBody(body, lineEnd, number) }
        return step
    }

    private mutating func directive(_ text: String, _ line: Int) throws -> Directive? {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let value = words.count > 1 ? words[1] : ""
        switch words[0] {
        case "@clock": clock = value
        case "@seed":
            guard let seed = Seed(rawValue: value) else {
                throw TranscriptFault(line: line, words: "cannot be read: \(text)")
            }
            self.seed = seed
        case "@google-client-id": googleClientID = value
        case "@google-verify": verifiesGoogle = true
        case "@option":
            let pair = value.split(separator: " ", maxSplits: 1).map(String.init)
            guard pair.count == 2 else {
                throw TranscriptFault(line: line, words: "cannot be read: \(text)")
            }
            options[pair[0]] = pair[1]
        case "@advance":
            let isBack = value.hasPrefix("-")
            if let duration = parseDuration(isBack ? String(value.dropFirst()) : value) {
                return .advance(isBack ? .zero - duration : duration)
            }
            throw TranscriptFault(line: line, words: "cannot be read: \(text)")
        case "@repeat":
            if let count = Int(value), count > 1 { return .repeated(count) }
            throw TranscriptFault(line: line, words: "cannot be read: \(text)")
        case "@token", "@google":
            if let (name, recipe) = TokenRecipe.read(value, isGoogle: words[0] == "@google") {
                return .token(name: name, recipe)
            }
            throw TranscriptFault(line: line, words: "cannot be read: \(text)")
        default:
            guard
                dummyJSON.read(words[0], value) || community.read(words[0], value)
                    || pexels.read(words[0], value) || wreely.read(words[0], value)
                    || api.read(words[0], value)
            else {
                throw TranscriptFault(line: line, words: "cannot be read: \(text)")
            }
        }
        return nil
    }

    /// The lines of a body as bytes, joined by line ends.
    private static func requestBody(
        _ lines: [[UInt8]],
        _ lineEnd: [UInt8],
        _ number: Int
    ) throws -> [UInt8] {
        let parts = try lines.map { line in
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("@body-hex ") {
                return try text.split(separator: " ").dropFirst().map { digits in
                    guard let byte = UInt8(digits, radix: 16) else {
                        throw TranscriptFault(line: number, words: "not a byte: \(digits)")
                    }
                    return byte
                }
            }
            guard text.hasPrefix("@body-repeat ") else { return line }
            let words = text.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let count = Int(words[1]) else {
                throw TranscriptFault(line: number, words: "cannot be read: \(text)")
            }
            return Array(String(repeating: String(words[2]), count: count).utf8)
        }
        // Large ones are soon joined so, without optimisation too.
        return parts.dropFirst().reduce(into: parts[0]) {
            $0 += lineEnd
            $0 += $1
        }
    }

    private static func answer(_ lines: [[UInt8]], at number: Int) throws -> Step {
        guard let first = lines.first, let status = Int(String(decoding: first, as: UTF8.self))
        else { throw TranscriptFault(line: number, words: "a step has no status") }
        var step = Step(line: number, requestLine: [], status: status)
        for (index, line) in lines.enumerated().dropFirst() {
            if line.isEmpty {
                step.answerBody = answerBody(Array(lines[(index + 1)...]))
                break
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw TranscriptFault(line: number + index, words: "not a header")
            }
            let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
            step.headers.append((String(decoding: line[..<colon], as: UTF8.self), Array(value)))
        }
        return step
    }

    private static func answerBody(_ lines: [[UInt8]]) -> [UInt8] {
        guard !lines.isEmpty else { return [] }
        let body = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        let mark = Array("<no-newline>".utf8)
        if body.suffix(mark.count).elementsEqual(mark) { return body.dropLast(mark.count) }
        return body + [UInt8(ascii: "\n")]
    }
}

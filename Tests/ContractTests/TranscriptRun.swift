import MockPostlyCompression
import MockPostlyTesting
import MockPostlyWorld

/// A transcript on its way through a server.
struct TranscriptRun {
    /// How a server is asked.
    struct Wire {
        var exchange: ([UInt8]) throws -> MockServer.Answer
        var advance: (Duration) throws -> Void
    }

    /// Where an answer was not what the transcript says.
    struct Mismatch: Error, CustomStringConvertible {
        var description: String
    }

    private let transcript: Transcript
    private let path: String
    private var now: Instant
    private var captures: BytePattern.Captures = [:]

    init(_ transcript: Transcript, path: String) throws {
        self.transcript = transcript
        self.path = path
        guard let now = Instant(rfc3339: transcript.clock) else {
            throw TranscriptFault(line: 1, words: "not a date: \(transcript.clock)")
        }
        self.now = now
    }

    /// Runs all steps and returns the answers; throws the first ``Mismatch``.
    mutating func run(_ wire: Wire) throws -> [MockServer.Answer] {
        var answers: [MockServer.Answer] = []
        for (index, step) in transcript.steps.enumerated() {
            for directive in step.directives {
                switch directive {
                case .advance(let duration):
                    now = (now + duration).asPrintable
                    try wire.advance(duration)
                case .repeated(let count):
                    for _ in 1..<count { _ = try wire.exchange(bytes(of: step)) }
                case .token(let name, let recipe):
                    captures[name] = Array(recipe.token(at: now).utf8)
                }
            }
            let answer = try wire.exchange(bytes(of: step))
            let faults = compare(answer, step)
            guard faults.isEmpty else {
                let line = String(decoding: step.requestLine, as: UTF8.self)
                let place = "\(path):\(step.line), step \(index + 1): \(line)"
                throw Mismatch(description: ([place] + faults).joined(separator: "\n"))
            }
            answers.append(answer)
        }
        return answers
    }

    // MARK: Requests

    private func bytes(of step: Transcript.Step) throws -> [UInt8] {
        let lineEnd: [UInt8] = [0x0D, 0x0A]
        var bytes = try filled(step.requestLine, step) + Array(" HTTP/1.1".utf8) + lineEnd
        if !step.fields.contains(where: { Self.isField($0, "host") }) {
            bytes += Array("Host: localhost".utf8) + lineEnd
        }
        for field in step.fields { bytes += try filled(field, step) + lineEnd }
        guard let template = step.body else { return bytes + lineEnd }
        let body = try filled(template, step)
        return bytes + Array("Content-Length: \(body.count)".utf8) + lineEnd + lineEnd + body
    }

    private static func isField(_ line: [UInt8], _ name: String) -> Bool {
        let spelled = line.prefix { $0 != UInt8(ascii: ":") }
        return String(decoding: spelled, as: UTF8.self).lowercased() == name
    }

    /// `bytes` with each `{{NAME}}` replaced by what was captured under the name.
    private func filled(_ bytes: [UInt8], _ step: Transcript.Step) throws -> [UInt8] {
        let (opening, closing) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var filled: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: opening) {
            filled += rest[..<start]
            rest = rest[(start + 1)...]
            guard rest.first == opening, let end = rest.prefix(64).firstIndex(of: closing),
                end + 1 < rest.endIndex, rest[end + 1] == closing
            else {
                filled.append(opening)
                continue
            }
            let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
            // Malformed JSON may look alike.
            guard name.wholeMatch(of: /\w+/) != nil else {
                filled.append(opening)
                continue
            }
            guard let value = captures[name] else {
                throw TranscriptFault(line: step.line, words: "nothing is known as \(name)")
            }
            filled += value
            rest = rest[(end + 2)...]
        }
        return filled + rest
    }

    // MARK: Answers

    private mutating func compare(_ answer: MockServer.Answer, _ step: Transcript.Step) -> [String]
    {
        var faults: [String] = []
        if answer.status != step.status {
            faults.append("status: expected \(step.status), was \(answer.status)")
        }
        var names: [String] = []
        for (name, _) in step.headers where !names.contains(name) { names.append(name) }
        for name in names {
            let values = answer.headers.all(name)
            let expected = step.headers.filter { $0.name == name }.map { field in
                (try? filled(field.value, step)) ?? field.value
            }
            if !isSame(values, expected, name) {
                let wanted = expected.map { String(decoding: $0, as: UTF8.self) }
                let found = values.isEmpty ? ["<absent>"] : values
                faults.append("\(name): expected \(wanted.joined(separator: " and "))")
                faults.append("\(name): was      \(found.joined(separator: " and "))")
            }
        }
        faults += framingFaults(answer, step)
        guard let template = step.answerBody else { return faults }
        let expected = (try? filled(template, step)) ?? template
        let pattern = BytePattern(expected)
        let body = Self.decoded(answer)
        if !pattern.matches(body, &captures) {
            faults.append("body: expected \(Self.shown(pattern.filled(captures)))")
            faults.append("body: was      \(Self.shown(body))")
        }
        return faults
    }

    /// Whether the fields called `name` have the expected values, in this order.
    private mutating func isSame(_ values: [String], _ expected: [[UInt8]], _ name: String) -> Bool
    {
        if expected.first?.elementsEqual("<absent>".utf8) == true { return values.isEmpty }
        guard values.count == expected.count else { return false }
        for (value, expected) in zip(values, expected) {
            if ["allow", "access-control-allow-methods"].contains(name.lowercased()) {
                let words = Self.words(String(decoding: expected, as: UTF8.self))
                guard Self.words(value) == words else { return false }
            } else if !BytePattern(expected).matches(Array(value.utf8), &captures) {
                return false
            }
        }
        return true
    }

    /// The body without its content coding.
    private static func decoded(_ answer: MockServer.Answer) -> [UInt8] {
        let name = answer.headers["Content-Encoding"]
        guard let coding = ContentCoding.allCases.first(where: { $0.name == name }),
            let body = try? decompress(answer.body, coding, limit: 1 << 24)
        else { return answer.body }
        return body
    }

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace).description })
    }

    /// Fields that a client reads wrongly, or not at all, when they stand twice.
    private static let singleFields = [
        "Access-Control-Allow-Origin", "Cache-Control", "Content-Encoding", "Content-Type", "ETag",
    ]

    /// What every answer has, whatever it is.
    private func framingFaults(_ answer: MockServer.Answer, _ step: Transcript.Step) -> [String] {
        var faults: [String] = []
        if answer.headers.all("Date").count != 1 { faults.append("there is not exactly one Date") }
        if answer.headers["Server"] != nil { faults.append("there is a Server header") }
        for name in Self.singleFields where answer.headers.all(name).count > 1 {
            faults.append("there is more than one \(name)")
        }
        let isHead = step.requestLine.starts(with: "HEAD ".utf8)
        if answer.headers["Transfer-Encoding"] != nil {
            if answer.headers["Content-Length"] != nil {
                faults.append("there are chunks and a Content-Length")
            }
        } else if !isHead, answer.status != 204, answer.status != 304,
            answer.headers.all("Content-Length") != ["\(answer.body.count)"]
        {
            faults.append("the Content-Length is not that of the body")
        }
        if isHead, !answer.body.isEmpty { faults.append("HEAD has a body") }
        return faults
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.isEmpty ? "nothing" : text.debugDescription
    }
}

import Testing

@testable import MockPostlyHTTP

/// All that can be seen of a request.
struct Seen: Equatable {
    var method: String
    var minorVersion: Int
    var keepsAlive: Bool
    var target: String
    var path: [UInt8]
    var query: String
    var fault: TargetFault?
    var host: String?
    var fields: [String]
    var body: [UInt8]

    init(_ request: Request) {
        method = request.method.name
        minorVersion = request.head.minorVersion
        keepsAlive = request.head.keepsAlive
        target = String(decoding: request.target, as: UTF8.self)
        path = Array(request.path)
        query = String(decoding: request.rawQuery, as: UTF8.self)
        fault = request.head.targetFault
        host = request.host
        let bytes = request.head.bytes
        fields = request.head.fields.map { field in
            String(decoding: bytes[field.nameRange], as: UTF8.self) + "="
                + String(decoding: bytes[field.valueRange], as: UTF8.self)
        }
        body = request.body
    }
}

/// What came of some bytes, however they were cut.
struct Outcome: Equatable {
    var requests: [Request] = []
    var rejection: Rejection?
    /// Bytes that the parser has not used up; 0 after a rejection, when nobody asks.
    var unused = 0
    var isWithinRequest = false
    var awaitsBody = false
    /// How often the client was found to wait for `100 Continue`; that depends on the cuts.
    var continues = 0

    static func == (left: Outcome, right: Outcome) -> Bool {
        left.requests.map(Seen.init) == right.requests.map(Seen.init)
            && left.rejection == right.rejection && left.unused == right.unused
            && left.isWithinRequest == right.isWithinRequest && left.awaitsBody == right.awaitsBody
    }
}

/// Feeds a parser as a connection does: unused bytes are given again with the next ones.
struct Feeder: ~Copyable {
    var parser: RequestParser
    var outcome = Outcome()
    private var pending: [UInt8] = []

    init(_ limits: RequestLimits = RequestLimits()) {
        parser = RequestParser(limits: limits)
    }

    mutating func feed(_ piece: some Collection<UInt8>) {
        pending += piece
        while outcome.rejection == nil {
            let (step, used) = self.step()
            if !(0...pending.count ~= used) { Issue.record("\(used) used of \(pending.count)") }
            let taken = pending[..<used]
            pending.removeFirst(used)
            switch step {
            case .request(let request): outcome.requests.append(request)
            case .wantsContinue: outcome.continues += 1
            case .rejected(let rejection): outcome.rejection = rejection
            case .needsMore:
                if !parser.awaitsBody, !taken.allSatisfy({ $0 == 0x0d || $0 == 0x0a }) {
                    Issue.record("part of a head was used up")
                }
                return
            }
        }
    }

    private mutating func step() -> (step: RequestParser.Step, used: Int) {
        var used = -1
        let input = pending
        let step = input.withUnsafeBufferPointer { parser.step($0, used: &used) }
        return (step, used)
    }

    /// What came of it all.
    mutating func finish() -> Outcome {
        outcome.awaitsBody = parser.awaitsBody
        outcome.isWithinRequest = parser.isWithinRequest
        guard let rejection = outcome.rejection else {
            outcome.unused = pending.count
            return outcome
        }
        if case .rejected(let again) = step().step, again == rejection { return outcome }
        Issue.record("the refusal did not last")
        return outcome
    }
}

extension Outcome {
    /// What comes of `input` when it arrives in the pieces that `cuts` makes of it.
    static func of(
        _ input: [UInt8],
        _ limits: RequestLimits = RequestLimits(),
        cutAt cuts: [Int] = []
    ) -> Outcome {
        var feeder = Feeder(limits)
        var start = 0
        for cut in cuts + [input.count] {
            feeder.feed(input[start..<cut])
            start = cut
        }
        return feeder.finish()
    }

    /// What comes of `input`, held to be the same whole, byte by byte, and cut once at every place.
    static func inAnyPieces(
        _ input: [UInt8],
        _ limits: RequestLimits = RequestLimits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Outcome {
        let whole = of(input, limits)
        func hold(_ cuts: [Int], _ how: String) {
            let outcome = of(input, limits, cutAt: cuts)
            guard outcome != whole else { return }
            Issue.record(
                "\(how): \(outcome) and not \(whole)",
                sourceLocation: sourceLocation
            )
        }
        hold(Array(input.indices), "byte by byte")
        // What is long is so by one long part, whose inside is looked at in steps.
        let step = input.count < 1000 ? 1 : input.count / 50
        for cut in stride(from: 0, to: input.count, by: step) { hold([cut], "cut at \(cut)") }
        return whole
    }
}

extension Outcome: CustomStringConvertible {
    var description: String {
        let requests = requests.map { "\(Seen($0))" }.joined(separator: " ")
        let refused = rejection.map { "refused \($0.status) \($0.words)" } ?? "\(unused) unused"
        return "[\(requests)] \(refused) within \(isWithinRequest) body \(awaitsBody)"
    }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// The only request in `input`, in any pieces.
func request(
    _ input: String,
    _ limits: RequestLimits = RequestLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Request {
    let outcome = Outcome.inAnyPieces(bytes(input), limits, sourceLocation: sourceLocation)
    try #require(outcome.rejection == nil, sourceLocation: sourceLocation)
    try #require(outcome.requests.count == 1, sourceLocation: sourceLocation)
    #expect(outcome.unused == 0 && !outcome.isWithinRequest, sourceLocation: sourceLocation)
    return outcome.requests[0]
}

/// A GET request of `target` with `fields`, each ended by CR LF, behind its Host.
func get(_ target: String = "/api/posts", fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
}

/// The head of a POST request with `fields`, each ended by CR LF, and what follows it.
func post(_ fields: String, _ rest: String = "") -> String {
    "POST /api/posts HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\(rest)"
}

/// A POST request whose chunked body is spelled `chunks`.
func chunked(_ chunks: String) -> String { post("Transfer-Encoding: chunked\r\n", chunks) }

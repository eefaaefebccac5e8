import MockPostlyHTTP

/// Feeds arbitrary bytes to the request parser, whole and in pieces, and holds that it makes the
/// same of them.
///
/// The bytes are the input as a client sends it; a checksum of them chooses the cuts and the caps.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzHTTP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let choice = input.reduce(5381) { ($0 &* 33 &+ UInt64($1)) & 0xffff_ffff }
    for limits in [RequestLimits(), smallLimits(choice)] {
        let whole = outcome(of: input, limits) { $0 }
        let size = Int(choice >> 5 & 0xf) + 1
        precondition(outcome(of: input, limits) { min(size, $0) } == whole)
        // Pieces that grow, so that the cuts fall elsewhere.
        var growing = Int(choice >> 9 & 0xf)
        let grown = outcome(of: input, limits) { left in
            growing += 3
            return min(growing, left)
        }
        precondition(grown == whole)
        let outcome = proxied(input, limits, inPiecesOf: .max)
        precondition(outcome == proxied(input, limits, inPiecesOf: size))
    }
    return 0
}

/// What a proxy makes of the first head in `input`, which comes in pieces of `size` bytes.
private func proxied(
    _ input: [UInt8],
    _ limits: RequestLimits,
    inPiecesOf size: Int
) -> ProxiedOutcome {
    var parser = ProxyRequestParser(limits: limits)
    var end = 0
    while end < input.count {
        end += min(size, input.count - end)
        // Memory of just this size, so that a read behind its end is found.
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: end)
        defer { memory.deallocate() }
        _ = memory.initialize(fromContentsOf: input[..<end])
        do throws(Rejection) {
            guard let (request, length) = try parser.parse(UnsafeBufferPointer(memory)) else {
                continue
            }
            precondition(1...end ~= length)
            check(request, limits)
            return .request(request, length: length)
        } catch {
            return .rejection(error)
        }
    }
    return .incomplete
}

private enum ProxiedOutcome: Equatable {
    case incomplete
    case request(ProxyRequest, length: Int)
    case rejection(Rejection)
}

/// Holds that the server's head is one that a server takes, without what was for the proxy.
private func check(_ request: ProxyRequest, _ limits: RequestLimits) {
    let destination = request.destination
    precondition(!destination.host.isEmpty && destination.port > 0)
    guard let head = request.head else { return precondition(request.body == .endless) }
    var larger = limits
    larger.head += 200
    larger.target += 1
    larger.fields += 2
    larger.body = .max
    var parser = RequestParser(limits: larger)
    var used = 0
    let step = head.withUnsafeBufferPointer { parser.step($0, used: &used) }
    switch step {
    case .request(let forwarded):
        precondition(forwarded.header("proxy-authorization") == nil)
        precondition(request.body == .none)
    case .needsMore, .wantsContinue:
        precondition(request.body != .none && request.body != .endless)
    case .rejected(let rejection): preconditionFailure(rejection.words)
    }
}

/// Caps of which some are so small that inputs of a few bytes reach them.
private func smallLimits(_ choice: UInt64) -> RequestLimits {
    var limits = RequestLimits()
    if choice & 1 != 0 { limits.head = 64 }
    if choice & 2 != 0 { limits.fields = 2 }
    if choice & 4 != 0 { limits.target = 8 }
    if choice & 8 != 0 { limits.body = 16 }
    if choice & 16 != 0 { limits.chunkLine = 6 }
    return limits
}

/// What came of an input: requests, and how it ended.
private struct Outcome: Equatable {
    var requests: [[[UInt8]]] = []
    var rejection: Rejection?
    var unused = 0
    var isWithinRequest = false
    var awaitsBody = false
}

/// Parses `input` as it arrives in pieces, whose sizes `piece` says, given how much is left.
private func outcome(
    of input: [UInt8],
    _ limits: RequestLimits,
    in piece: (Int) -> Int
) -> Outcome {
    var parser = RequestParser(limits: limits)
    var outcome = Outcome()
    var start = 0
    var end = 0
    while end < input.count {
        end += piece(input.count - end)
        while outcome.rejection == nil {
            let (step, used) = step(&parser, input[start..<end])
            precondition(0...(end - start) ~= used)
            let taken = input[start..<(start + used)]
            start += used
            if case .needsMore = step {
                // Of a head, nothing is used up before it is whole.
                precondition(parser.awaitsBody || taken.allSatisfy { $0 == 0x0d || $0 == 0x0a })
                break
            }
            precondition(note(step, parser, limits, &outcome) || used > 0)
        }
    }
    outcome.awaitsBody = parser.awaitsBody
    outcome.isWithinRequest = parser.isWithinRequest
    outcome.unused = outcome.rejection == nil ? input.count - start : 0
    return outcome
}

private func step(
    _ parser: inout RequestParser,
    _ input: ArraySlice<UInt8>
) -> (step: RequestParser.Step, used: Int) {
    // Memory of just this size, so that a read behind its end is found.
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: input.count)
    defer { memory.deallocate() }
    _ = memory.initialize(fromContentsOf: input)
    var used = -1
    let step = parser.step(UnsafeBufferPointer(memory), used: &used)
    return (step, used)
}

/// Adds `step` to `outcome`; says whether it was one that uses no bytes up.
private func note(
    _ step: RequestParser.Step,
    _ parser: borrowing RequestParser,
    _ limits: RequestLimits,
    _ outcome: inout Outcome
) -> Bool {
    switch step {
    case .needsMore: return true
    case .wantsContinue:
        precondition(parser.awaitsBody)
        return false
    case .request(let request):
        precondition(!parser.isWithinRequest && request.body.count <= limits.body)
        precondition(request.target.count <= limits.target)
        outcome.requests.append(look(at: request))
        return false
    case .rejected(let rejection):
        precondition(400..<600 ~= rejection.status && !rejection.words.isEmpty)
        outcome.rejection = rejection
        return true
    }
}

/// Asks `request` all that a handler may ask.
private func look(at request: Request) -> [[UInt8]] {
    let texts = [
        request.method.name, request.host, request.origin, request.authorization,
        request.contentType, request.header("x"), request.head.targetFault?.words,
    ]
    precondition(request.head.minorVersion == 0 || request.host != nil)
    return texts.map { Array(($0 ?? "-").utf8) }
        + [
            request.body, Array(request.path), Array(request.rawPath), Array(request.rawQuery),
            Array(request.target),
            [UInt8(request.head.minorVersion), request.head.keepsAlive ? 1 : 0],
        ]
}

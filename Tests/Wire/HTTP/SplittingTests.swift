import MockPostlyTestKit
import Testing

@testable import MockPostlyHTTP

/// However bytes are cut, the parser makes the same of them: drawn inputs, good and broken, under
/// caps so small that the inputs reach them.
@Suite struct SplittingTests {
    static let lines = [
        "GET / HTTP/1.1\r\n", "POST /a?b=%20 HTTP/1.1\r\n", "PUT /aaaaaaaaaaaaaaaaa HTTP/1.1\r\n",
        "OPTIONS * HTTP/1.1\r\n", "GET http://a/b HTTP/1.1\r\n", "GET /a%zz HTTP/1.0\r\n",
        "GET / HTTP/1.2\r\n", "GET /\r\n", "GET / HTTP/1.1\n", "G(T / HTTP/1.1\r\n", "\r\n", "\r",
    ]
    static let fields = [
        "Host: a\r\n", "X: y\r\n", "X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n",
        "Content-Length: 3\r\n", "Content-Length: 12\r\n", "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "Connection: close\r\n",
        "Expect: x\r\n", "Transfer-Encoding: x\r\n", " fold\r\n", "X : y\r\n", "X: y\n",
        "X: \r\r\n",
    ]
    static let bodies = [
        "", "abc", "abcabcabcabc", "0\r\n\r\n", "3\r\nabc\r\n0\r\n\r\n", "1\r\na\r\n",
        "3;x=y\r\nabc\r\n0\r\nX: y\r\n\r\n", "c\r\nabcabcabcabc\r\n0\r\n\r\n", "x\r\n",
        "0\r\nX\r\n\r\n",
        "3\r\nabcd", "0\nX: y\r\n\r\n", "0\r\nX: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n\r\n", "\r\n",
    ]

    static func draw(_ draw: inout Draw) -> [UInt8] {
        func one(_ pieces: [String]) -> String {
            // Most inputs are good to some length.
            pieces[draw.below(3) > 0 ? draw.below(pieces.count / 2) : draw.below(pieces.count)]
        }
        var written = ""
        for _ in 0..<(1 + draw.below(3)) {
            written += one(lines) + (draw.below(8) > 0 ? fields[0] : "")
            for _ in 0..<draw.below(4) { written += one(Array(fields.dropFirst())) }
            written += "\r\n" + one(bodies)
        }
        var input = bytes(written)
        for _ in 0..<max(0, draw.below(5) - 2) {
            let place = draw.below(input.count)
            switch draw.below(3) {
            case 0: input[place] = UInt8.random(in: .min ... .max, using: &draw)
            case 1: input.insert(input[draw.below(input.count)], at: place)
            default: input.remove(at: place)
            }
        }
        return input
    }

    static func limits(_ draw: inout Draw) -> RequestLimits {
        var limits = RequestLimits()
        if draw.below(4) == 0 { limits.head = 1 + draw.below(120) }
        if draw.below(4) == 0 { limits.fields = draw.below(5) }
        if draw.below(4) == 0 { limits.target = draw.below(20) }
        if draw.below(4) == 0 { limits.body = draw.below(20) }
        if draw.below(4) == 0 { limits.chunkLine = 1 + draw.below(12) }
        return limits
    }

    @Test(.timeLimit(.minutes(15)), arguments: 0..<8)
    func `drawn inputs give the same in any pieces`(_ seed: UInt64) {
        var draw = Draw(seed: seed)
        var statuses: Set<Int> = []
        var bodies = 0
        for _ in 0..<400 {
            let input = Self.draw(&draw)
            let limits = Self.limits(&draw)
            let whole = Outcome.of(input, limits)
            statuses.insert(whole.rejection?.status ?? 200)
            bodies += whole.requests.count { !$0.body.isEmpty }
            var cuttings = [Array(input.indices)]
            for _ in 0..<6 {
                let count = 1 + draw.below(5)
                cuttings.append((0..<count).map { _ in draw.below(input.count + 1) }.sorted())
            }
            for cuts in cuttings {
                let outcome = Outcome.of(input, limits, cutAt: cuts)
                guard outcome != whole else { continue }
                Issue.record(
                    "\(text(input).debugDescription) \(limits) \(cuts): \(outcome) and not \(whole)"
                )
                return
            }
        }
        // Else the draw would show little.
        #expect(statuses.isSuperset(of: [200, 400, 414, 431]), "\(statuses)")
        #expect(bodies > 10)
    }

    @Test func `drawn bytes never trap`() {
        var draw = Draw(seed: 99)
        for _ in 0..<2000 {
            let input = draw.bytes(draw.below(60))
            #expect(Outcome.of(input) == Outcome.of(input, cutAt: Array(input.indices)))
        }
    }
}

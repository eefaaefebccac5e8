import MockPostlyCrypto
import Testing

@Suite
struct TokenMakingTests {
    private static let usual = Duration.seconds(3600)

    @Test(
        arguments: [
            (nil, 1000, 4600),
            (.seconds(60), 1000, 1060),
            (.milliseconds(1500), 1000, 1001),
            (.zero, 1000, 1000),
        ] as [(Duration?, Int64, Int64)]
    )
    func `a token that holds is issued now`(lifetime: Duration?, issued: Int64, end: Int64) {
        let times = TokenTimes(now: 1000, lifetime: lifetime, usual: Self.usual)
        #expect(times.issued == issued && times.end == end)
    }

    @Test(
        arguments: [
            (.seconds(-60), -2660, 940),
            (.seconds(-1), -2601, 999),
            // A part of a second ago is the second before.
            (.milliseconds(-1), -2601, 999),
            (.milliseconds(-1500), -2602, 998),
        ] as [(Duration, Int64, Int64)]
    )
    func `one that has ended had the usual time`(lifetime: Duration, issued: Int64, end: Int64) {
        let times = TokenTimes(now: 1000, lifetime: lifetime, usual: Self.usual)
        #expect(times.issued == issued && times.end == end)
    }

    @Test
    func `times beyond all measure stop somewhere`() {
        for lifetime in [Duration.seconds(Int64.max), .seconds(Int64.min)] {
            let times = TokenTimes(now: 1000, lifetime: lifetime, usual: Self.usual)
            #expect(times.end.magnitude == 9_000_000_000_000)
            #expect(times.issued <= 1000)
        }
    }

    @Test
    func `a token is put together of its parts`() throws {
        let token = JWT.assemble(header: [1], payload: [2]) { content in
            #expect(content == Array("AQ.Ag".utf8))
            return [3]
        }
        #expect(token == "AQ.Ag.Aw")
        #expect(JWT.withoutSignature(token) == "AQ.Ag")
        let key = HMACSHA256(key: [1])
        let signed = JWT.sign(header: [1], payload: [2], key: key)
        #expect(
            JWT.assemble(header: [1], payload: [2], sign: key.authenticate(_:)) == signed
        )
    }
}

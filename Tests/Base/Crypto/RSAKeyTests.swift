import MockPostlyTestKit
import MockPostlyText
import Testing

@testable import MockPostlyCrypto

@Suite
struct RSAKeyTests {
    /// A key, and what it signs, made by Python's `cryptography` 50.0.
    private enum Known {
        static let p =
            "93Ak5zAGQTzaVSKTjCtHaidSX-xr_J6-"
            + "asjgJCHfhH9q6jT7beEAxpXqwjmCpko2MDalrLi4mg_xTOjzPMaVOUu06pCv5BlB5KVbdDNwqZtnormf"
            + "Abhd7LLcoBjyJrLDuYfYEUcA7292y9qxn3aGkxOQWj3nuOgFPVT9gXe6UMU"
        static let q =
            "5q29iAKQ3MYbb03Ik5L1MIpoM5CI5ty_ZcWb56ZM28LShmXJhYc6CKWZF2UPQvjJpzBl0NmyawwYdmry"
            + "EygY7VIYrmjUrBDfyG6AoW1suPSgcryxEQCU_7Thge62vL9BAgMIyds1RZfjna5KTMPO3nQ2QbPXcHnT"
            + "n6ijn-h5B40"
        static let modulus =
            "3vavIeauQN9PJ07sceRs69Pm2ycTJrAusA7ov69H6uYyZn76J7W55QYvLfRe--4EmzEaROsxmgWwWVEM"
            + "Qf8vHw0jQmXdpGYcREI4kNcXCYslJt9cEUTRCoVrf2moKDB5Rvp2N63peUsULVsmazRPDCUZufGNPAYM"
            + "t_agY64g2xYntZMdAtxw_I414PUyN90_CBcMA58SCFEL9aU27N6GsWUvnvI2bugVGj5m4SM_sA_U8M-"
            + "HMZ9PSQJsi1Bc5o5Rlon_hYErj1xNezWxKgM2agWmnSQrdmTIPOEBesRqtJL2deIg4_282zSM6o5bt-"
            + "INVr52BZyyzuyb3jQyvvDfgQ"
        static let message = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0"
        static let signature =
            "N9mHT9yvVax3tl9wpXo6v3srnfk8AQTj40aounU5BH3E7vyoAdLm2G_B90QWstWcg-"
            + "ADhmElblb0w1v1Lo6EMJU2TcLcQlCYzYnX2xkCRnnitep0l5e_PHdTmv0QgRvMlDqJlT-EXMB-8wKW-b"
            + "HYwLJyz7iZCwQSJHkN0WIAxJbKSyu_-"
            + "9aAPgxBvH03k1xGHqF4uZeSQqTAd1bHJjEyEnWzMVkNXpxHkCh_0-"
            + "KgkNOTjujQY7k3uMtK956t3r8AN33J65Nv9GRvWtj9KLxCmoeJviCSxTjt76pNlH7Tuev9waxprGOibd"
            + "z7c9IPM0ojKAx1OEzAr1p6pCHlZm1e3g"
        static let signatureOfNothing =
            "AfJfeIzIt1EsAbSQ6h8rejswNmrwdp5dCGA5RLX_nRHgWBe5UQXAVFShOBOSB1Zbd4a2ajC9pZecsky2"
            + "yF_F7DLmUQdZEnkEjaDJdk0JYJgaebnt9aEqSWWbNFksjeuOtRP2chsOD-"
            + "i57Mv7Ug052nfFEyvSg09Nof9cWvdwBGr5fNAq1Ze2SZXSNBhJ5V6z1Fuv_6pDoeSFpujisWydOt5YVk"
            + "bpC4-4TqwEd3WD5Uqj19PU_QE_87zC2Q8nmxlWAXZnYCz_X8dBI0-"
            + "LzEchNAhxEzFIpeRbwdkyh2JY_1feq8c6phln8pv3umO54j5wpZ1LXZZGXM-7mdqUX0864g"

        static func key() throws -> RSAKey {
            try RSAKey(
                primes: #require(Base64URL.decodeStrictly(p.utf8)),
                #require(Base64URL.decodeStrictly(q.utf8))
            )
        }
    }

    /// One key for all tests that need any: making one takes a while.
    private static let seeded = Result { try RSAKey(seed: Array("a seed".utf8)) }

    @Test
    func `a known key signs as another library does`() throws {
        let key = try Known.key()
        #expect(Base64URL.encode(key.modulus) == Known.modulus)
        #expect(key.exponent == [1, 0, 1])
        let signature = try key.sign(Array(Known.message.utf8))
        #expect(Base64URL.encode(signature) == Known.signature)
        #expect(Base64URL.encode(try key.sign([])) == Known.signatureOfNothing)
        #expect(key.verifies(signature, of: Array(Known.message.utf8)))
    }

    @Test
    func `the same seed gives the same key, on every machine`() throws {
        let key = try Self.seeded.get()
        let again = try RSAKey(seed: Array("a seed".utf8))
        #expect(again.modulus == key.modulus && again.exponent == key.exponent)
        #expect(try again.sign([1, 2, 3]) == key.sign([1, 2, 3]))
        #expect(
            hex(sha256(key.modulus))
                == "ec4b797939902c2ca245061ea6e103ddeb09d2a70947f2041a11e0582c92bba0"
        )
    }

    @Test(arguments: ["", "A seed", "a seed ", "another"])
    func `another seed gives another key of 2048 bits`(seed: String) throws {
        let key = try RSAKey(seed: Array(seed.utf8))
        let other = try Self.seeded.get()
        #expect(key.modulus != other.modulus)
        #expect(key.modulus.count == 256 && key.modulus[0] & 0x80 != 0)
        let message = Array("a message".utf8)
        let signature = try key.sign(message)
        #expect(signature.count == RSAKey.signatureLength)
        #expect(key.verifies(signature, of: message))
        #expect(!other.verifies(signature, of: message))
    }

    @Test
    func `nothing else than the signature is one`() throws {
        let key = try Self.seeded.get()
        let message = Array("a message".utf8)
        let signature = try key.sign(message)
        var numbers = SeededNumbers(7)
        for _ in 0..<100 {
            var wrong = signature
            wrong[numbers.draw(wrong.count)] ^= UInt8(1 << numbers.draw(8))
            #expect(!key.verifies(wrong, of: message))
            var other = message
            other[numbers.draw(other.count)] ^= UInt8(1 << numbers.draw(8))
            #expect(!key.verifies(signature, of: other))
        }
        for wrong in [[], [0], Array(signature.dropLast()), signature + [0], [0] + signature] {
            #expect(!key.verifies(wrong, of: message))
        }
        #expect(!key.verifies(key.modulus, of: message))
        #expect(!key.verifies([UInt8](repeating: 0, count: 256), of: message))
        #expect(key.verifies(signature, of: message))
    }
}

import MockPostlyCrypto
import Testing

@Suite
struct PasswordHashTests {
    // Made by Python's hashlib.scrypt and hashlib.sha256 with the salt 00 01 … 0f.
    @Test(
        "hashes are those that Python makes",
        arguments: [
            (
                "mira.sol-postly", "oIcFz/PAAPcv/PMVM+UkjsImIsik6AaEZSOGXdpqdAw",
                "guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY"
            ),
            (
                "", "llPGJE6I1XHZ/ELK400hIzOXCEhCkWWLFOsu6BzR1Xg",
                "vkXLJgW/Nr695oSEGijw/UPGmFCj3OX+26aZKO46iZE"
            ),
            (
                "пароль", "YBW8+bbCyR0//HibRAd7ntywJPgtlKi1//H2HtI614k",
                "SFDLlYku7pDr6C6ZMNE/uD4g95c2+mg+ZPeFiAm+08Q"
            ),
            (
                "a\0b", "sxs5oYWTMtlNwMMww2nc2s2DPyUDh4zCf//N50i2DKI",
                "Ijhb7WR8+3fZ2XWgj2wlcFvqTdIjJDXClKsx+GhWicc"
            ),
        ]
    )
    func known(password: String, scrypt: String, seeded: String) throws {
        let salt: [UInt8] = Array(0..<16)
        let saltText = "AAECAwQFBgcICQoLDA0ODw"
        let slow = try PasswordHash.scrypt(of: password, salt: salt)
        #expect(slow.stored == "$scrypt$ln=12,r=8,p=1$\(saltText)$\(scrypt)")
        let quick = PasswordHash.seeded(password, salt: salt)
        #expect(quick.stored == "$seeded$\(saltText)$\(seeded)")
        for hash in [slow, quick] {
            #expect(PasswordHash(stored: hash.stored) == hash)
            #expect(hash.matches(password))
            #expect(!hash.matches(password + " "))
            #expect(PasswordHash.verify(password, against: hash))
            #expect(!PasswordHash.verify(password + "x", against: hash))
        }
        #expect(!PasswordHash.verify(password, against: nil))
    }

    // RFC 7914, section 12: the first 32 bytes of what it gives are what 32 bytes are.
    @Test(
        "scrypt of RFC 7914",
        arguments: [
            ("", "", 4, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"),
            (
                "password", "NaCl", 10, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
            ),
        ]
    )
    func vector(
        password: String,
        salt: String,
        logN: Int,
        r: Int,
        p: Int,
        expected: String
    ) throws {
        let hash = try PasswordHash.scrypt(
            of: password,
            salt: Array(salt.utf8),
            logN: logN,
            r: r,
            p: p
        )
        guard case .scrypt(_, _, _, _, let bytes) = hash.scheme else {
            Issue.record("not scrypt")
            return
        }
        #expect(hex(bytes) == expected)
        #expect(PasswordHash(stored: hash.stored) == hash)
        #expect(hash.matches(password))
    }

    @Test
    func `the same letters composed otherwise are another password`() {
        let hash = PasswordHash.seeded("caf\u{e9}", salt: [1])
        #expect(hash.matches("caf\u{e9}"))
        #expect(!hash.matches("cafe\u{301}"))
    }

    @Test(
        "costs that nobody should pay are refused",
        arguments: [(0, 8, 1), (21, 1, 1), (20, 8, 1), (12, 0, 1), (12, 33, 1), (12, 8, 17)]
    )
    func costs(logN: Int, r: Int, p: Int) {
        #expect(throws: CryptoError.parametersOutOfRange) {
            try PasswordHash.scrypt(of: "x", salt: [], logN: logN, r: r, p: p)
        }
        let hash = "oIcFz/PAAPcv/PMVM+UkjsImIsik6AaEZSOGXdpqdAw"
        #expect(PasswordHash(stored: "$scrypt$ln=\(logN),r=\(r),p=\(p)$AA$\(hash)") == nil)
    }

    @Test
    func `the dearest allowed cost is paid`() throws {
        let hash = try PasswordHash.scrypt(of: "x", salt: [1], logN: 15, r: 32)
        #expect(hash.stored.hasPrefix("$scrypt$ln=15,r=32,p=1$"))
    }

    @Test(
        "text that is no stored hash",
        arguments: [
            "", "$", "$$$", "$$$$", "plain", "$scrypt$", "$seeded$AA$", "$seeded$AA$AA",
            "$seeded$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY=",
            "$seeded$A$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$seeded$$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "x$seeded$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$scrypt$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$scrypt$$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$scrypt$ln=12,r=8$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$scrypt$ln=12,r=8,p=1,x=1$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$scrypt$ln=+12,r=8,p=1$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$scrypt$ln=,r=8,p=1$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$scrypt$r=8,ln=12,p=1$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
            "$argon2$ln=12,r=8,p=1$AA$guChKq4jaY9KwLJ7Ts4sD3vQXjuAMw6POhfXzBrE0tY",
        ]
    )
    func notStored(text: String) {
        #expect(PasswordHash(stored: text) == nil)
    }
}

import Testing

@testable import GoogleDialect

@Suite
struct SealedTokenTests {
    private let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    @Test(arguments: [SealedToken.Kind.code, .access, .refresh])
    func `a token is read again`(kind: SealedToken.Kind) throws {
        let made = SealedToken(kind, of: 77, secret: "s", end: .max, salt: salt)
        let read = try #require(SealedToken(made.text, kind))
        #expect(read.signIn == 77 && read.end == .max && read.text == made.text)
        #expect(read.isSigned(with: "s") && !read.isSigned(with: "t"))
        #expect(made.text.hasPrefix(kind.prefix))
    }

    @Test
    func `a token of one kind is none of another`() throws {
        let code = SealedToken(.code, of: 1, secret: "s", end: 9, salt: salt)
        #expect(SealedToken(code.text, .access) == nil)
        let renamed = "ya29.a0" + code.text.dropFirst(4)
        #expect(SealedToken(renamed, .access)?.isSigned(with: "s") == false)
    }

    @Test(arguments: ["", "4/0A", "4/0A!", "4/0AAAAA", "ya29.a0"])
    func `other texts are no codes`(text: String) {
        #expect(SealedToken(text, .code) == nil)
    }

    @Test
    func `every byte counts`() throws {
        let text = Array(SealedToken(.code, of: 1, secret: "s", end: 9, salt: salt).text.utf8)
        for place in 4..<text.count {
            var changed = text
            changed[place] = changed[place] == 0x41 ? 0x42 : 0x41
            let token = SealedToken(String(decoding: changed, as: UTF8.self), .code)
            #expect(token?.isSigned(with: "s") != true)
        }
    }
}

import Testing

@testable import PostlyDialect

@Suite
struct AuthorizationFieldTests {
    /// `text` in Latin-1, as the original reads the field.
    private func token(_ text: String) throws -> String {
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return String(decoding: try AuthorizationField.token(bytes), as: UTF8.self)
    }

    @Test(arguments: [
        "Bearer T", "Bearer  T", "Bearer\tT", "Bearer\u{A0}T", "Bearer\u{85}T", "Bearer T\u{A0}",
        "Bearer\u{1C}\u{1F}T", "Bearer T,", "Bearer T,,", ", Bearer T", ",Bearer T", " \tBearer T ",
        "Basic abc, Bearer T", "Bearer T, Basic abc", "Bearer T,x", "Basic x,Bearer T",
        "bearer x, Bearer T", "Basic a b c, Bearer T", "Bearer T,\u{A0}x", "\u{A0},Bearer T",
    ])
    func `a token is found`(field: String) throws {
        #expect(try token(field) == "T")
    }

    @Test(arguments: ["", " ", ",", ",,", " , ", "\u{A0}", "\t,,,\u{85}"])
    func `an empty field is a missing one`(field: String) {
        #expect(refusal { try token(field) } == Self.missing)
    }

    @Test
    func `no field is a missing one`() {
        #expect(refusal { try AuthorizationField.token(nil) } == Self.missing)
    }

    @Test(arguments: [
        "bearer T", "BEARER T", "Basic abc", "BearerT", "Bearer: T", "T", "Bearer T, Bearer T",
        "Bearer T,Bearer", "\"Bearer\" T", "Bearer\u{AD}T", "x",
        // These fail in the original.
        "Bearer T,,Basic x", "Bearer T, ,x", ", ,Bearer T",
    ])
    func `anything but one bearer is another kind`(field: String) {
        let words =
            "Missing 'Bearer' type in 'Authorization' header."
            + " Expected 'Authorization: Bearer <JWT>'"
        #expect(refusal { try token(field) } == Failure(token: 401, words))
    }

    @Test(arguments: [
        "Bearer", "Bearer ", "Bearer,T", "Bearer T x", "Bearer a b", "Basic x, Bearer",
    ])
    func `a bearer has one word behind it`(field: String) {
        let words = "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'"
        #expect(refusal { try token(field) } == Failure(token: 422, words))
    }

    @Test
    func `the token is taken as it stands`() throws {
        #expect(try token("Bearer \"T\"") == "\"T\"")
        #expect(try token("Bearer T;x") == "T;x")
        #expect(try AuthorizationField.token(Array("Bearer é".utf8)) == [0xC3, 0xA9])
    }

    private static let missing = Failure(token: 401, "Missing Authorization Header")
}

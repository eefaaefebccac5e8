package import MockPostlyContent

extension ContentTable {
    /// What people have allowed apps with Google's sign-in.
    static var googleSignIn: ContentTable {
        var table = ContentTable(
            "google_sign_in",
            columns: [
                .init("id", .id), .init("secret", .signInSecret), .init("client", .text),
                .init("redirect", .text), .init("scope", .text), .init("subject", .text),
                .init("email", .text), .init("name", .text), .init("picture", .text),
                .init("domain", .text, isOptional: true), .init("nonce", .text, isOptional: true),
                .init("challenge", .text, isOptional: true), .init("is_offline", .number(0...1)),
                .init("is_redeemed", .number(0...1)),
            ]
        )
        table.hasSequence = true
        return table
    }
}

extension ValueRule {
    fileprivate static let signInSecret = ValueRule.textThat("32 hexadecimal digits") { text in
        text.utf8.count == 32
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}

extension ContentPart {
    /// The sign-ins with Google; they are reset with Postly, whose people they are of.
    ///
    /// It is in no seed: exports leave the sign-ins out, snapshots have them.
    package static let signIns = ContentPart(
        "signIns",
        .postly,
        migrations: [.signIns],
        tables: [.googleSignIn]
    )
}

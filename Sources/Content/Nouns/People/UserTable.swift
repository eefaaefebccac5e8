package import MockPostlyContent
internal import MockPostlyCrypto

extension ContentTable {
    /// Accounts, which systems share: a row's number is the person's id where people have numbers.
    static var user: ContentTable {
        var table = ContentTable(
            "user",
            columns: [
                .init("id", .id), .init("user_id", .text), .init("email", .text),
                .init("name", .text), .init("picture", .text, isOptional: true),
                .init("password", .password, isOptional: true),
                .init("last_login", .date, isOptional: true), .init("created_at", .date),
            ]
        )
        table.identity = ["user_id"]
        return table
    }
}

extension ValueRule {
    fileprivate static let password = ValueRule.textThat("the hash of a password") {
        PasswordHash(stored: $0) != nil
    }

    /// The number of an account.
    package static let person = ValueRule.key(of: "user")
    /// A JSON array of account numbers, none twice.
    package static let people = ValueRule.keys(of: "user", "the numbers of people in a JSON array")
}

extension ContentScope {
    /// The blog, with its accounts.
    ///
    /// Resetting it resets the accounts; those that other systems refer to stay.
    package static let postly = ContentScope("postly")
}

extension ContentPart {
    /// The accounts, which all systems share; they are reset with Postly.
    ///
    /// It is the first part: all others may refer to accounts.
    package static let people = ContentPart(
        "people",
        .postly,
        migrations: [.blog],
        tables: [.user, SeedingMark.table],
        seed: PeopleSeed.self,
        counts: UserStore.counts
    )
}

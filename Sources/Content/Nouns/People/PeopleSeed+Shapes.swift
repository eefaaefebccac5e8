package import MockPostlyContent
internal import MockPostlyCrypto
internal import MockPostlySQLite
internal import MockPostlyWorld

extension SeedKind {
    /// A text that is not blank; an exact seed may have any.
    package static let filledText = SeedKind.form(
        SeedForm("a text that is not blank", "\\S", isFreeInExact: true, demand: .string) {
            !$0.isBlank
        }
    )

    /// Somebody, by the e-mail of a user of the seed, or by an object with the id.
    package static let person = SeedKind.either([.text, .object(.person)])

    private static let email = SeedKind.form(
        SeedForm(
            "an e-mail address",
            "^[^@\\u0000-\\u0020\\u007F]+@[^@\\u0000-\\u0020\\u007F]+$",
            isFreeInExact: true,
            demand: .string
        ) { email in
            let parts = email.split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !email.hasSpaces
        }
    )

    private static let password = SeedKind.form(
        SeedForm("a string that is not empty, or no such member", ".|\\s") { !$0.isEmpty }
    )

    private static let passwordHash = SeedKind.form(
        SeedForm("a hash such as \"$scrypt$ln=12,r=8,p=1$salt$hash\"", "^\\$") {
            PasswordHash(stored: $0) != nil
        }
    )

    /// Which of the two it is follows from the password.
    private static let userID = SeedKind.own(
        .form(SeedForm("", "^([0-9]+|[0-9a-f]{24})$", isFreeInExact: true) { _ in true })
    )

    fileprivate static let user: [SeedMember] = [
        .init("userId", userID, "Hexadecimal; decimal for an account of Google."),
        .init("name", .text, "The name; may be empty.", isRequired: true),
        .init(
            "email",
            email,
            "Unique, and how the rest of a seed names the user.",
            isRequired: true
        ),
        .init("profilePicture", .address(["https://"]), "A picture."),
        .init("password", password, "Without it, the account is of Google."),
        .init(
            "createdAt",
            .date,
            "When the account was made.",
            usual: .integer(PeopleSeed.usualCreation.microseconds)
        ),
        .init("passwordHash", passwordHash, "In place of the password, as exports have it."),
        .init("lastLogin", .date, "When the user last logged in."),
        .init("number", .id, "The number by which some systems know the user; else the next."),
    ]
}

extension SeedShape {
    package static let person = SeedShape(
        "person",
        "Somebody who is known by the id.",
        [.init("userId", .text, "The `userId` of a user.", isRequired: true)]
    )

    static let user = SeedShape("user", "An account.", SeedKind.user)
}

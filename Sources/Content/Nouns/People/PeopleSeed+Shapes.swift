package import MockPostlyContent

extension SeedKind {
    /// A text that is not blank; an exact seed may have any.
    package static let filledText = SeedKind.form(
        SeedForm("a text that is not blank", "\\S", isFreeInExact: true, demand: .string) {
            !$0.isBlank
        }
    )

    /// A user of the seed, by the e-mail, or by an object with the id.
    package static let person = SeedKind.either([
        .text,
        .object(
            SeedShape(
                "person",
                "Somebody who is known by the id.",
                [.init("userId", .text, "The `userId` of a user.", isRequired: true)]
            )
        ),
    ])
}

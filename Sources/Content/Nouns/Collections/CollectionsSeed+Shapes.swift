package import MockPostlyContent

extension CollectionsSeed {
    package static var described: SeedMember {
        SeedMember(
            member,
            .either([.list(.object(row)), .fields([])]),
            "What was written to the collections of a file, or collections as a file has them."
        )
    }

    private static var row: SeedShape {
        SeedShape(
            "apiRow",
            "A row that was added, changed or deleted.",
            [
                .init("collection", .text, "The name of the collection.", isRequired: true),
                .init("key", .text, "The `id` of the row as a text.", isRequired: true),
                .init("place", .count, "Where the row stands in the collection.", isRequired: true),
                .init("inFile", .flag, "Whether the file has such a row too."),
                .init("row", .any, "The row; null for one that was deleted.", isRequired: true),
            ]
        )
    }
}

internal import MockPostlyContent

extension SeedShape {
    static let documents = SeedShape(
        "dummyjson",
        "Records that stand beside or in place of those that the server has.",
        [
            .init(
                "imported",
                .either([.null, byKind("imported") { record($0, DocumentShape.of($0)) }]),
                "Records in place of the program's, by kind; null, or a kind that is absent, for the program's."
            ),
            .init("changes", byKind("changed") { record($0, []) }, "Added or changed records."),
            .init("deleted", byKind("deleted") { _ in .own(recordID) }, "Ids, by kind."),
            .init(
                "customResponses",
                .list(.object(.customResponse)),
                "What `/c/…` answers with."
            ),
        ]
    )

    static let customResponse = SeedShape(
        "customResponse",
        "An answer that a client has ordered.",
        [
            .init("identifier", .text, "Unique; the last part of its path.", isRequired: true),
            .init("method", .text, "The method of the requests.", isRequired: true),
            .init("body", .text, "JSON in a text.", isRequired: true),
            .init("createdAt", .date, "When it was ordered.", isRequired: true),
        ]
    )

    private static let recordID = SeedKind.number(
        -(.largestInContent)...(.largestInContent)
    )

    /// Lists by kind of record.
    private static func byKind(
        _ title: String,
        _ element: (DocumentKind) -> SeedKind
    ) -> SeedKind {
        .object(
            SeedShape(
                "\(title)Records",
                "Lists of records, by kind.",
                DocumentKind.allCases.map { .init("\($0.name)", .list(element($0)), "") }
            )
        )
    }

    /// A record with its `id`, or JSON in a text for one that is too deep for a file.
    private static func record(
        _ kind: DocumentKind,
        _ members: [DocumentShape.Member]
    ) -> SeedKind {
        let needed = members.isEmpty ? [DocumentShape.Member("id", .whole)] : members
        let title = members.isEmpty ? "changedRecord" : "\(kind.title)Record"
        var shape = SeedShape(title, "A record as DummyJSON has it.", needed.map(\.described))
        shape.isOpen = true
        return .own(.either([.object(shape), .text]))
    }
}

extension DocumentShape.Member {
    /// The member as a seed describes it.
    fileprivate var described: SeedMember {
        SeedMember(name, type.kind(title: name), "", isRequired: !isOptional)
    }
}

extension DocumentShape.MemberType {
    /// The kind of value; objects in records stand where they are, and may have other members.
    fileprivate func kind(title: String) -> SeedKind {
        let most = Int64.largestInContent
        return switch self {
        case .id: .id
        case .whole: .number(-most...most)
        case .number: .real
        case .text: .text
        case .flag: .flag
        case .list(let type): .list(type.kind(title: title))
        case .either(let first, let second):
            .either([first.kind(title: title), second.kind(title: title)])
        case .object(let members):
            .fields(members.map(\.described))
        }
    }
}

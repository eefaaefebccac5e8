package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension WreelySeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let (part, connection) = (ContentPart.wreely, content.connection)
        // Without content, a seed has no member `wreely`.
        guard try !part.isEmpty(on: connection) else { return }
        let people = try content.knowledge(SeedPeople.self)
        var members: [WreelyMember.ID: [UInt8]] = [:]
        try ContentTable.wreelyMember.forEach("id", "user", on: connection) { row in
            members[row.int(0)] = people.reference(number: row.int(1))
        }
        // The database makes sure that every number has a row.
        let reference = { (member: Int64) in members[member] ?? [] }
        let export = SeedTableExport(
            content,
            references: ["user": people.reference(number:), "wreely_member": reference]
        ) { _, member, row, writer in
            let people = ContentTable.wreelyMember
            switch member.name {
            case "members":
                try writer.references(
                    "members",
                    "id",
                    of: people,
                    where: ("company", row),
                    on: connection,
                    reference
                )
            default:
                try people.forEach("id", "is_contact", where: ("company", row), on: connection) {
                    guard $0.bool(1) else { return }
                    writer.key("contact")
                    writer.raw(reference($0.int(0)))
                }
            }
        }
        try writer.part(
            part,
            member,
            ["workspaces": .wreelyWorkspace, "places": .wreelyPlace],
            export
        )
    }
}

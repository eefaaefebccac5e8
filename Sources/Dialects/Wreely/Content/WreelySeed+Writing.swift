package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension WreelySeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let connection = content.connection
        let tables = ContentPart.wreely.tables.filter { $0.seed != nil }
        let isEmpty = try tables.allSatisfy { table in
            guard try table.count(on: connection) == 0 else { return false }
            return try !table.hasSequence || Sequences.next(of: table, on: connection) == nil
        }
        // Without content, a seed has no member `wreely`.
        guard !isEmpty else { return }
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
            let (attendance, people) = (ContentTable.wreelyAttendance, ContentTable.wreelyMember)
            switch member.name {
            case "attendees":
                try writer.references(
                    "attendees",
                    "member",
                    of: attendance,
                    where: ("event", row),
                    on: connection,
                    reference
                )
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
        writer.key("wreely")
        writer.beginObject()
        try writer.rows("workspaces", of: .wreelyWorkspace, among: tables, export)
        try writer.rows("places", of: .wreelyPlace, among: tables, export)
        for (name, table) in sequences { try writer.nextID(name, of: table, connection) }
        writer.endObject()
    }
}

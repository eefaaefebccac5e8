package import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The events of one world's workspaces.
package struct WreelyEventStore {
    let work: UnitOfWork
    private var db: Connection { work.connection }

    package init(_ work: UnitOfWork) {
        self.work = work
    }

    /// All events of a workspace, past ones too, in the order of their start.
    ///
    /// Two statements, however many events there are.
    package func all(in workspace: WreelyWorkspace.ID) throws -> [WreelyEvent] {
        var events = try db.all(
            """
            SELECT id, workspace, title, description, image_url, starts_at, ends_at
            FROM wreely_event
            WHERE workspace = ?1
            ORDER BY starts_at, id
            """,
            [.integer(workspace)],
            WreelyEvent.init
        )
        var places: [WreelyEvent.ID: Int] = [:]
        for (place, event) in events.enumerated() { places[event.id] = place }
        try db.forEach(
            """
            SELECT a.event, m.id, coalesce(m.name, u.name), coalesce(m.picture, u.picture)
            FROM wreely_event e JOIN wreely_attendance a ON a.event = e.id
                JOIN wreely_member m ON m.id = a.member
                JOIN user u ON u.id = m.user
            WHERE e.workspace = ?1
            ORDER BY a.event, m.id
            """,
            [.integer(workspace)]
        ) { row in
            guard let place = places[row.int(0)] else { return }
            events[place].attendees.append(WreelyPerson(row, from: 1))
        }
        return events
    }

    /// Notes that a member comes to an event, which changes nothing when it is noted already; false
    /// when the member's workspace has no such event.
    ///
    /// Repeating it changes nothing. Past events can be attended too.
    package func attend(_ event: WreelyEvent.ID, by member: WreelyMember.ID) throws -> Bool {
        guard try isOpen(event, to: member) else { return false }
        _ = try work.writeOnce {
            try db.run(
                """
                INSERT INTO wreely_attendance (event, member) VALUES (?1, ?2)
                ON CONFLICT DO NOTHING
                """,
                [.integer(event), .integer(member)]
            )
        }
        return true
    }

    /// Notes that a member does not come to an event; false when the member's workspace has no such
    /// event.
    ///
    /// Repeating it changes nothing.
    package func unattend(_ event: WreelyEvent.ID, by member: WreelyMember.ID) throws -> Bool {
        guard try isOpen(event, to: member) else { return false }
        _ = try work.writeOnce {
            try db.run(
                "DELETE FROM wreely_attendance WHERE event = ?1 AND member = ?2",
                [.integer(event), .integer(member)]
            )
        }
        return true
    }

    private func isOpen(_ event: WreelyEvent.ID, to member: WreelyMember.ID) throws -> Bool {
        try db.first(
            """
            SELECT 1 FROM wreely_event e JOIN wreely_member m ON m.workspace = e.workspace
            WHERE e.id = ?1 AND m.id = ?2
            """,
            [.integer(event), .integer(member)]
        ) { _ in true } ?? false
    }
}

extension WreelyEvent {
    /// Reads `id, workspace, title, description, image_url, starts_at, ends_at`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            workspace: row.int(1),
            title: row.text(2),
            description: row.text(3),
            imageURL: row.text(4),
            startsAt: Instant(microseconds: row.int(5)),
            endsAt: Instant(microseconds: row.int(6)),
            attendees: []
        )
    }
}

package import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// The meeting rooms of one world's workspaces and their bookings.
///
/// Times are instants in UTC; the end of a booking is the first moment after it.
package struct WreelyRoomStore {
    let work: UnitOfWork
    private var db: Connection { work.connection }

    package init(_ work: UnitOfWork) {
        self.work = work
    }

    /// The rooms of a workspace, in the order of their ids.
    package func rooms(in workspace: WreelyWorkspace.ID) throws -> [WreelyRoom] {
        try db.all(
            """
            SELECT id, workspace, name, description, opens, closes, images
            FROM wreely_room
            WHERE workspace = ?1
            ORDER BY id
            """,
            [.integer(workspace)],
            WreelyRoom.init
        )
    }

    /// The room with this id; nil when there is none.
    package func find(_ id: WreelyRoom.ID) throws -> WreelyRoom? {
        try db.first(
            """
            SELECT id, workspace, name, description, opens, closes, images
            FROM wreely_room
            WHERE id = ?1
            """,
            [.integer(id)],
            WreelyRoom.init
        )
    }

    /// The bookings of a room that overlap the time from `start` to before `end`, in order.
    ///
    /// Costs a look at the bookings of 24 hours before `start` at most.
    ///
    /// - Throws: SQLite's errors.
    package func bookings(
        of room: WreelyRoom.ID,
        from start: Instant,
        to end: Instant
    ) throws -> [WreelyBooking] {
        try db.all(
            """
            SELECT b.id, b.room, r.name, b.member, b.starts_at, b.ends_at, b.is_free
            FROM wreely_booking b JOIN wreely_room r ON r.id = b.room
            -- No booking is longer than 24 hours.
            WHERE b.room = ?1 AND b.starts_at > ?2 - 86400000000 AND b.starts_at < ?3
                AND b.ends_at > ?2
            ORDER BY b.starts_at, b.id
            """,
            [.integer(room), .integer(start.microseconds), .integer(end.microseconds)],
            WreelyBooking.init
        )
    }

    /// The bookings of a member that begin from `start` on and up to `end`, in order.
    ///
    /// Of all rooms, also of bookings that begin later than now.
    ///
    /// - Throws: SQLite's errors.
    package func history(
        of member: WreelyMember.ID,
        from start: Instant,
        through end: Instant
    ) throws -> [WreelyBooking] {
        try db.all(
            """
            SELECT b.id, b.room, r.name, b.member, b.starts_at, b.ends_at, b.is_free
            FROM wreely_booking b JOIN wreely_room r ON r.id = b.room
            WHERE b.member = ?1 AND b.starts_at BETWEEN ?2 AND ?3
            ORDER BY b.starts_at, b.id
            """,
            [.integer(member), .integer(start.microseconds), .integer(end.microseconds)],
            WreelyBooking.init
        )
    }

    // MARK: Writing

    /// Books a room from `start` to before `end`.
    ///
    /// The free minutes of the month in which it begins pay the booking when enough of them are
    /// left for all of it. Throws ``WreelyBookingError``; nothing is booked then.
    ///
    /// The opening hours of the room are not checked here.
    ///
    /// - Parameters:
    ///   - room: its id; a room of another workspace can be booked too.
    ///   - member: who books.
    ///   - start: may be in the past.
    ///   - end: at most 24 hours after it.
    /// - Returns: the booking with its id.
    /// - Throws: also SQLite's errors.
    package func book(
        _ room: WreelyRoom.ID,
        for member: WreelyMember.ID,
        from start: Instant,
        to end: Instant
    ) throws -> WreelyBooking {
        let (length, overflow) = end.microseconds.subtractingReportingOverflow(start.microseconds)
        guard !overflow, WreelyBooking.isLength(length),
            Int64.datesInContent.contains(start.microseconds),
            Int64.datesInContent.contains(end.microseconds)
        else { throw WreelyBookingError.noTime }
        let (first, next) = try month(of: start)
        let id = try Sequences.newID(of: .wreelyBooking, on: db)
        let isBooked = try work.writeOnce {
            try db.run(
                """
                INSERT INTO wreely_booking (id, room, member, starts_at, ends_at, is_free, follows)
                SELECT ?1, r.id, m.id, ?4, ?5,
                    ?5 - ?4 + (
                        SELECT coalesce(sum(ends_at - starts_at), 0) FROM wreely_booking
                        WHERE member = ?3 AND starts_at >= ?6 AND starts_at < ?7 AND is_free = 1
                    ) <= w.free_minutes * 60000000,
                    0
                FROM wreely_member m JOIN wreely_workspace w ON w.id = m.workspace,
                    wreely_room r
                WHERE m.id = ?3 AND r.id = ?2 AND NOT EXISTS (
                    SELECT 1 FROM wreely_booking
                    -- No booking is longer than 24 hours.
                    WHERE room = ?2 AND starts_at > ?4 - 86400000000 AND starts_at < ?5
                        AND ends_at > ?4
                )
                """,
                [
                    id, .integer(room), .integer(member), .integer(start.microseconds),
                    .integer(end.microseconds), .integer(first.microseconds),
                    .integer(next.microseconds),
                ]
            ) == 1
        }
        guard isBooked, let booking = try booking(db.lastInsertRowID) else {
            guard try has(member: member) else { throw WreelyBookingError.noSuchMember }
            throw try find(room) == nil ? WreelyBookingError.noSuchRoom : .taken
        }
        return booking
    }

    /// Cancels a booking; false when there is none by `member`.
    ///
    /// The free minutes that it has paid are free again at once.
    ///
    /// - Throws: SQLite's errors.
    package func cancel(_ id: WreelyBooking.ID, by member: WreelyMember.ID) throws -> Bool {
        try work.writeOnce {
            try db.run(
                "DELETE FROM wreely_booking WHERE id = ?1 AND member = ?2",
                [.integer(id), .integer(member)]
            ) == 1
        }
    }

    // MARK: Sums

    /// How much a member uses rooms in the month of `date`; nil when there is no such member.
    ///
    /// Months are those of UTC.
    ///
    /// - Throws: SQLite's errors.
    package func usage(
        of member: WreelyMember.ID,
        inMonthOf date: Instant
    ) throws -> WreelyUsage? {
        let (first, next) = try month(of: date)
        return try db.first(
            """
            SELECT count(b.id), coalesce(sum(b.ends_at - b.starts_at), 0) / 60000000,
                coalesce(sum(iif(b.is_free, b.ends_at - b.starts_at, 0)), 0) / 60000000,
                w.free_minutes
            FROM wreely_member m JOIN wreely_workspace w ON w.id = m.workspace
                LEFT JOIN wreely_booking b
                    ON b.member = m.id AND b.starts_at >= ?2 AND b.starts_at < ?3
            WHERE m.id = ?1
            GROUP BY m.id
            """,
            [.integer(member), .integer(first.microseconds), .integer(next.microseconds)]
        ) { row in
            WreelyUsage(
                bookings: row.int(0),
                minutes: row.int(1),
                freeMinutesUsed: row.int(2),
                freeMinutes: row.int(3),
                month: first
            )
        }
    }

    /// The first moments of the month of `date`, and of the month after it, in UTC.
    private func month(of date: Instant) throws -> (first: Instant, next: Instant) {
        let seconds = max(Instant.printable.lowerBound, min(Instant.printable.upperBound, date))
            .seconds
        let ends = try db.first(
            """
            SELECT CAST(strftime('%s', ?1, 'unixepoch', 'start of month') AS INTEGER),
                CAST(strftime('%s', ?1, 'unixepoch', 'start of month', '+1 month') AS INTEGER)
            """,
            [.integer(seconds)]
        ) { row in
            // The month after December 9999 is NULL.
            let next = row.optionalInt(1).map { Instant(seconds: $0) }
            return (Instant(seconds: row.int(0)), next ?? Instant(microseconds: .max))
        }
        return ends ?? (date, date)
    }

    private func has(member: WreelyMember.ID) throws -> Bool {
        try db.first("SELECT 1 FROM wreely_member WHERE id = ?1", [.integer(member)]) { _ in true }
            ?? false
    }

    private func booking(_ id: WreelyBooking.ID) throws -> WreelyBooking? {
        try db.first(
            """
            SELECT b.id, b.room, r.name, b.member, b.starts_at, b.ends_at, b.is_free
            FROM wreely_booking b JOIN wreely_room r ON r.id = b.room
            WHERE b.id = ?1
            """,
            [.integer(id)],
            WreelyBooking.init
        )
    }
}

extension WreelyRoom {
    /// Reads `id, workspace, name, description, opens, closes, images`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            workspace: row.int(1),
            name: row.text(2),
            description: row.text(3),
            opens: row.int(4),
            closes: row.int(5),
            imageURLs: WreelyLines.list(of: row.text(6))
        )
    }
}

extension WreelyBooking {
    /// Reads `id, room`, name of the room, `member, starts_at, ends_at, is_free`.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            room: row.int(1),
            roomName: row.text(2),
            member: row.int(3),
            startsAt: Instant(microseconds: row.int(4)),
            endsAt: Instant(microseconds: row.int(5)),
            isFree: row.bool(6)
        )
    }
}

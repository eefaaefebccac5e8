internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Reads the meeting rooms of a workspace.
extension WreelySeed {
    func readRoom(_ row: SeedRow?, of workspace: WreelyWorkspace.ID) {
        guard let row, row.isWhole, let opens = row.number("opens"),
            let closes = row.number("closes"), let offset = row.json("closes")?.offset
        else { return }
        guard opens < closes else {
            let words = "expected a time after opens"
            return reading.report(row.path("closes"), at: offset, words)
        }
        guard let room = tables.insert(row, .wreelyRoom, ["workspace": .integer(workspace)]) else {
            return
        }
        var plan = WreelyRoomPlan()
        // All of one kind: otherwise bookings could overlap when the relative ones move.
        var kind: String?
        tables.forEach(row, "bookings", .wreelyBooking) { row in
            if let row { readBooking(row, of: room, plan: &plan, kind: &kind) }
        }
    }

    private func readBooking(
        _ row: SeedRow,
        of room: WreelyRoom.ID,
        plan: inout WreelyRoomPlan,
        kind: inout String?
    ) {
        let person = member(row, "member")
        guard let times = times(row), row.isWhole, let person else { return }
        let (start, end) = (times.start.instant.microseconds, times.end.instant.microseconds)
        guard WreelyBooking.isLength(end - start) else {
            let words = "expected a date after startsAt, by at most 24 hours"
            return reading.report(row.path("endsAt"), at: times.offset, words)
        }
        let expected = kind ?? times.start.kind
        kind = expected
        let (path, offset) = (row.place.path(), row.value.offset)
        guard times.start.kind == expected else {
            return reading.report(
                path,
                at: offset,
                "expected dates \(expected), as the first booking of the room has"
            )
        }
        guard plan.reserve(start, end) else {
            return reading.report(path, at: offset, "the room is taken at this time")
        }
        let others: [String: Value] = [
            "room": .integer(room), "member": person, "follows": .bool(times.start.followsDay),
        ]
        _ = tables.insert(row, .wreelyBooking, others)
    }

    /// The members `startsAt` and `endsAt`, both of one kind; nil after a fault.
    func times(_ row: SeedRow) -> (start: SeedDate, end: SeedDate, offset: Int)? {
        guard let start = row.seedDate("startsAt"), let end = row.seedDate("endsAt"),
            let value = row.json("endsAt")
        else { return nil }
        guard start.kind == end.kind else {
            let words = "a date \(start.kind), as startsAt"
            reading.report(value, row.path("endsAt"), expected: words)
            return nil
        }
        return (start, end, value.offset)
    }
}

internal import MockPostlyHTTP

/// Why the parts of an effect cannot be combined.
package struct FaultConflict: Error, Sendable, Equatable {
    /// The member at fault, as in JSON.
    package var member: String
    /// What is wrong with it, as the end of a sentence: `needs a 'status' of 429 or 503`.
    package var words: String
    /// What to do about it, as a sentence.
    package var hint: String
}

extension FaultEffect {
    /// The first reason why this cannot be done; nil when it can.
    ///
    /// Checked in the order of the members that depend on each other: status, patch, pace,
    /// connection, body, write.
    package var conflict: FaultConflict? {
        if self == FaultEffect() {
            return FaultConflict(
                member: "fault",
                words: "does nothing",
                hint: "Give it a delay, a bandwidth, a status, a patch, a connection or a body."
            )
        }
        if let conflict = conflictOfDoor { return conflict }
        return conflictOfStatus ?? conflictOfPatch ?? conflictOfPace ?? conflictOfConnection
            ?? conflictOfBody ?? conflictOfWrite
    }

    private var conflictOfDoor: FaultConflict? {
        guard let connection, connection.kind.isBeforeRequests else { return nil }
        var alone = FaultEffect()
        alone.connection = ConnectionDamage(connection.kind)
        guard self != alone else { return nil }
        return FaultConflict(
            member: "connection",
            words: "is '\(connection.kind.rawValue)', which comes before any request and answer",
            hint: "Send it alone, or in a fault of its own."
        )
    }

    private var conflictOfStatus: FaultConflict? {
        guard retryAfter != nil, status != 429, status != 503 else { return nil }
        return FaultConflict(
            member: "retryAfter",
            words: "needs a 'status' of 429 or 503",
            hint: "Send such a status, or leave 'retryAfter' out."
        )
    }

    private var conflictOfPatch: FaultConflict? {
        guard patch != nil else { return nil }
        if let status, Response.isBodiless(status) {
            return FaultConflict(
                member: "status",
                words: "is \(status), with which an answer has no body to change",
                hint: "Send another status, or leave 'patch' and 'remove' out."
            )
        }
        guard write == .lost else { return nil }
        return FaultConflict(
            member: "write",
            words: "is 'lost', so that there is no real answer to change",
            hint: "Leave it out, or leave 'patch' and 'remove' out."
        )
    }

    private var conflictOfPace: FaultConflict? {
        guard bandwidth != nil, case .piece = delay?.place else { return nil }
        return FaultConflict(
            member: "bandwidth",
            words: "excludes a delay at 'piece'",
            hint: "Both set the time between pieces of the answer; send one of them."
        )
    }

    private var conflictOfConnection: FaultConflict? {
        guard let connection else { return nil }
        if connection.kind == .truncate, connection.point == .start || connection.point == .end {
            return FaultConflict(
                member: "point",
                words: "cuts off nothing, or all, of the body",
                hint: "Send 'head', 'half' or a number of bytes, or the connection 'close'."
            )
        }
        guard connection.sendsNothing else { return nil }
        var unseen: String?
        if status != nil { unseen = "status" }
        if body != nil { unseen = "body" }
        if patch != nil { unseen = "patch" }
        if !fields.isEmpty { unseen = "headers" }
        if bandwidth != nil { unseen = "bandwidth" }
        if case .piece = delay?.place { unseen = "delay" }
        return unseen.map {
            FaultConflict(
                member: $0,
                words: "would not be seen, as the connection ends before the first byte",
                hint: "Leave it out, or give the connection the point 'head', 'half' or 'end'."
            )
        }
    }

    private var conflictOfBody: FaultConflict? {
        guard let body, body.replacesAnswer else { return nil }
        var unseen: String?
        if body == .garbage, status != nil { unseen = "status" }
        if body == .garbage, !fields.isEmpty { unseen = "headers" }
        if patch != nil { unseen = "patch" }
        return unseen.map { member in
            FaultConflict(
                member: member,
                words: "would not be seen, as the body '\(body.name)' stands for "
                    + (member == "patch" ? "the real one" : "the head as well"),
                hint: "Send one of them."
            )
        }
    }

    private var conflictOfWrite: FaultConflict? {
        guard write == .lost, needsDialect else { return nil }
        return FaultConflict(
            member: "write",
            words: "is 'lost', so that there is no answer to send",
            hint: "Send a 'status' as well, a body 'garbage', or a connection that ends at 'start'."
        )
    }

    private var needsDialect: Bool {
        var other = self
        other.write = nil
        return other.runsHandler
    }
}

internal import MockPostlyHTTP
internal import WreelyContent

/// The events of a workspace.
enum Events {
    /// All events: the client exchanges the two numbers of a page, so they are ignored.
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let events = try call.api.events.all(in: visit.workspace)
        return .list("events", events) { $0.write(&$1, call.site, for: visit.member.id) }
    }

    static func attend(_ request: Request, _ call: Call) throws -> Response {
        let (event, member) = try subject(request, call)
        guard try call.api.events.attend(event, by: member) else { throw Failure.unknownEvent }
        return .done
    }

    static func unattend(_ request: Request, _ call: Call) throws -> Response {
        let (event, member) = try subject(request, call)
        guard try call.api.events.unattend(event, by: member) else { throw Failure.unknownEvent }
        return .done
    }

    /// The event in the path, and the member who asks.
    private static func subject(
        _ request: Request,
        _ call: Call
    ) throws -> (WreelyEvent.ID, WreelyMember.ID) {
        let member = try call.api.member(of: request)
        return (try call.requiredNumber("event_id"), member.id)
    }
}

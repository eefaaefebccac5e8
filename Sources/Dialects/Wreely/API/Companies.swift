internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import WreelyContent

/// The companies in a workspace, and the workspace itself.
enum Companies {
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let companies = try call.api.companies.all(in: visit.workspace)
        return .list("companies", companies) { $0.write(&$1, call.site) }
    }

    /// The member's workspace, as a list of one.
    static func vendors(_ request: Request, _ call: Call) throws -> Response {
        let member = try call.api.member(of: request)
        let workspace = try call.api.companies.workspace(member.workspace)
        return .list("vendors", workspace.map { [$0] } ?? []) { $0.write(&$1, call.site) }
    }
}

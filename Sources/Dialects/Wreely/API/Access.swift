internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import WreelyContent

extension Wreely {
    /// The member whose access token came with `request`.
    ///
    /// Throws ``Failure/missingToken`` and ``Failure/unknownToken``.
    func member(of request: Request) throws -> WreelyMember {
        guard let token = Self.token(in: request) else { throw Failure.missingToken }
        guard let member = try tokens.member(of: token) else { throw Failure.unknownToken }
        request.findings?.asker = "\(member.id)"
        return member
    }

    /// The member whose token came with `request`, who must belong to the workspace in the path.
    ///
    /// Throws a ``Failure``. There is one workspace for each member, so another one in a path is a
    /// mistake of the client, which a 400 tells.
    func visit(_ request: Request, _ call: Call) throws -> Visit {
        let member = try member(of: request)
        let workspace = call.number("vendor")
        guard workspace == member.workspace else {
            let isKnown = try companies.workspace(workspace) != nil
            throw isKnown ? Failure.foreignWorkspace : Failure.unknownWorkspace
        }
        return Visit(member: member, workspace: workspace)
    }

    /// The access token in the query, else in a JSON body of any media type, else in a form body;
    /// nil when it is missing or empty.
    static func token(in request: Request) -> String? {
        if let token = Query(request.rawQuery)["access_token"], !token.isEmpty { return token }
        guard !request.body.isEmpty else { return nil }
        let token =
            if let body = try? RequestBody(request) {
                body["access_token"]
            } else {
                isForm(request) ? Query(request.body)["access_token"] : nil
            }
        return token.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func isForm(_ request: Request) -> Bool {
        let type = request.contentType?.lowercased() ?? ""
        return type.hasPrefix("application/x-www-form-urlencoded")
    }
}

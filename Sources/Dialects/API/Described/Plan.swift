internal import MockPostlyHTTP
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// What is done for an operation of a description, and why.
struct Plan: Sendable {
    let operation: Operation
    let path: PathTemplate
    let method: Method
    /// The path without names of parameters: operations on one path have the same.
    let key: String
    var role = Role.none("")
    /// Where its rows are, as an index in ``Recognition/homes``; nil without any.
    var home: Int?
    /// Why, in a few words.
    var why = ""
    /// The schema of the answer when all goes well; nil where it is no JSON.
    var answer: Schema?
    /// Where the rows are in the answer of a list.
    var array: [String]?
    /// The members of the answer that lead to the row; empty for the answer itself.
    var wrapper: [String] = []
    /// The member of the body in which the row is.
    var bodyWrapper: String?
    /// Whether its path names a row of a list by the id alone, as `/comments/{id}` does for
    /// `/posts/{post}/comments/{id}`.
    var findsAlone = false
    /// The last member of the path above, such as `user` in `/users/{id}/tasks`.
    var parent: String?

    /// Whether a body makes a whole row, so that what is required is demanded.
    var makesWhole: Bool {
        switch role {
        case .create, .append, .viewCreate, .createMany: true
        default: false
        }
    }
}

/// What of a description has state.
struct Recognition: Sendable {
    var homes: [ResourceHome]
    /// In the order of the description.
    var plans: [Plan]

    /// How many operations have state.
    var count: Int { plans.count { $0.role.hasState } }
}

internal import MockPostlyJavaScript

/// What an operation does to the state.
enum Role: Sendable, Equatable {
    case list, create, read, replace, patch, update, delete
    /// Makes a deleted row again.
    case restore
    /// Lists rows of a collection on another path.
    case view(View)
    /// Makes a row of a collection on another path, which its view then has.
    case viewCreate(parent: String?)
    /// A row by another member than its id.
    case lookup(member: String)
    /// A row by a word in place of the id.
    case alias(Writing?)
    /// One document for each path.
    case singleton(Writing?)
    /// Makes a row in a list that has no paths of rows.
    case append
    /// The rows that such a list has.
    case appended
    /// The rows that an array of a row names.
    case relation(member: String)
    case action(Effect)
    case copy
    /// Adds to an array of a row, or removes from it.
    case link(member: String, adds: Bool)
    /// Makes a row of each element of the body.
    case createMany
    /// Changes the row that the body names.
    case upsert
    /// Deletes what the query asks for.
    case deleteMany
    /// An entry of a list by its path: PUT adds it, DELETE removes it.
    case membership(Writing?)
    /// Answers its example; with the reason.
    case none(String)

    enum Writing: Sendable, Equatable {
        case replace, merge, delete
    }

    /// Which rows a view has.
    enum View: Sendable, Equatable {
        /// All of them, as far as the query asks for them.
        case all
        /// Those whose member names the row at the end of the path above.
        case naming(member: String, parameter: String)
        /// Those with these values; `{name}` stands for a parameter of the path.
        case matching([Pair])
        /// Those that were made through the path.
        case made(parameter: String?)
    }

    /// What an action sets besides the members of its body.
    enum Effect: Sendable, Equatable {
        case nothing
        case flag(member: String, value: Bool, count: String?)
        case word(member: String, value: String)
        /// `$now` stands for the time.
        case members([Pair], status: Int?)
    }

    /// A member and its value.
    struct Pair: Sendable, Equatable {
        var name: String
        var value: JSValue
    }

    /// The word for it in lists of operations.
    var word: String {
        switch self {
        case .list: "list"
        case .create: "create"
        case .read: "read"
        case .replace: "replace"
        case .patch: "patch"
        case .update: "update"
        case .delete: "delete"
        case .restore: "restore"
        case .view: "view"
        case .viewCreate: "view-create"
        case .lookup: "lookup"
        case .alias: "alias"
        case .singleton: "singleton"
        case .append, .appended: "append"
        case .relation: "relation"
        case .action(.flag(_, false, _)): "toggle"
        case .action: "action"
        case .copy: "copy"
        case .link: "link"
        case .createMany: "bulk-create"
        case .upsert: "upsert"
        case .deleteMany: "bulk-delete"
        case .membership: "membership"
        case .none: "none"
        }
    }

    /// Whether it answers one row of its collection, or those that it made.
    var answersOneRow: Bool {
        switch self {
        case .create, .createMany, .read, .replace, .patch, .update: true
        default: false
        }
    }

    var hasState: Bool { if case .none = self { false } else { true } }
}

internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// A collection of a description: where its rows are made, listed and found.
struct ResourceHome: Sendable {
    /// The path of the list, such as `/projects/{id}/tasks`.
    let path: PathTemplate
    /// The name under which its rows are kept, such as `projects-tasks`.
    let name: String
    /// The last word of the path, and its singular, letters and digits in lower case.
    let word: String
    let singular: String
    /// The last part of that word: `memberships` of `group_memberships`; nil for an empty one.
    let lastPart: String?
    /// The parameter of paths of rows.
    let parameter: String
    /// What that parameter may be; nil where nothing is said.
    var parameterSchema: Schema?
    /// The id that an example of that parameter has; nil without one.
    var parameterExample: JSValue?
    /// What a row is like.
    var row: Schema?
    /// The member that is the id; nil where rows do not show it.
    var id: String?
    /// Whether a parent that is not there is a 404.
    var checksParent = false
    /// Whether an operation shows, or asks for, versions of its rows.
    var hasVersions = false
    /// Members of which no two rows have the same value.
    var unique: [String] = []
    /// The rows with which it begins, where an overlay has them.
    var firstRows: [JSValue]?
    /// Whether it can only grow: there are no paths of rows.
    var isAppended = false
    /// Whether there is one row for each path, and no list.
    var isSingleton = false
    /// Whether rows are found by their id alone on another path, so that no two lists share an id.
    var isFoundAlone = false

    /// - Parameters:
    ///   - path: of the list.
    ///   - name: under which its rows are kept.
    ///   - word: the last one of the path.
    ///   - parameter: of paths of rows.
    init(path: PathTemplate, name: String, word: String, parameter: String) {
        (self.path, self.name, self.parameter) = (path, name, parameter)
        self.word = Words.plain(word)
        singular = Words.plain(English.singular(word))
        lastPart = Words.split(word).last
    }

    /// What messages call a row.
    var noun: String { singular.isEmpty ? "row" : singular }
    /// How many parameters stand before the id.
    var parents: Int { path.parameters.count }
    /// Whether it begins with rows of its own.
    var depth: Int { path.parameters.count }

    /// The member of a row that `name` means, whatever its case and signs; nil when there is none.
    func member(_ name: String) -> String? { row?.fieldName(name) }
}

package import MockPostlyJavaScript

/// The rows of one system in a recording, which become its member of a seed.
package protocol RecordedRows: SendableMetatype {
    init()

    /// Whether a path, as its segments, belongs to the system.
    static func isPath(_ path: [String]) -> Bool

    /// Whether the system is known by the form of an answer at one of its paths.
    static func knows(_ call: RecordedCall) -> Bool

    /// Takes what a call tells of the system's rows and of people.
    mutating func read(_ call: RecordedCall, _ people: inout RecordedPeople)

    /// The member of a seed with its name; nil without rows.
    func seed(_ people: inout RecordedPeople) -> (member: String, rows: JSValue)?

    /// The telephone numbers by which people have signed in.
    ///
    /// By default none.
    var numbers: [String] { get }
}

extension RecordedRows {
    package var numbers: [String] { [] }
}

/// A message of a dialect for the log.
package enum LogMessage: Sendable, Equatable {
    /// The server has failed to do something.
    case failure(String)
    /// The server works, and not as somebody means it; a quiet log has it too.
    case warning(String)
    /// Something that a person who uses the server needs to know, such as a one-time code.
    case notice(String)
    /// A client has done something wrong; logged at the level of details only.
    case detail(String)
}

/// What a dialect has to say to who looks after the server, and what no answer tells.
package enum Report: Sendable, Equatable {
    /// The server has failed to do something.
    case failure(String)
    /// A client has done something wrong; for those who want to know more.
    case detail(String)
}

internal import CMockPostlyStart

/// The begin of a process, before Swift's runtime has all it needs.
package enum ProgramStart {
    /// Takes back what the C part has set in the environment so that the program could start.
    ///
    /// That is `SWIFT_ROOT` where there is no /proc; to be called before a thread or a child begins.
    package static func finish() { mockpostly_started() }
}

internal import CMockPostlyStart

/// The begin of a process, before Swift's runtime has all it needs.
package enum ProgramStart {
    /// Takes back what the C part has set in the environment so that the program could start.
    ///
    /// That is `SWIFT_ROOT` where there is no /proc; to be called before a thread or a child begins.
    package static func finish() { mockpostly_started() }

    /// The arguments of the process, from its name on; bytes that are no UTF-8 are replaced.
    ///
    /// `CommandLine` reads them from /proc, and has none where that is missing.
    package static var arguments: [String] {
        guard var next = mockpostly_arguments() else { return CommandLine.arguments }
        var words: [String] = []
        while let word = next.pointee {
            words.append(String(cString: word))
            next += 1
        }
        return words
    }
}

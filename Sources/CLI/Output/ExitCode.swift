/// Why a command failed: words for a person and an exit code.
struct Failure: Error, Equatable {
    /// What is wrong, without a capital or a full stop: `port 8080 is already in use`.
    var words: String
    /// What to do about it.
    var hint: String?
    var exitCode: ExitCode

    init(_ words: String, hint: String? = nil, _ exitCode: ExitCode = .failed) {
        (self.words, self.hint, self.exitCode) = (words, hint, exitCode)
    }

    /// A command line that cannot be understood.
    static func usage(_ words: String, hint: String?) -> Failure {
        Failure(words, hint: hint, .usage)
    }
}

/// The exit code of the process.
struct ExitCode: Sendable, Equatable {
    var number: Int32

    static let success = ExitCode(number: 0)
    /// Something failed, or a check did not succeed.
    static let failed = ExitCode(number: 1)
    /// The command line cannot be understood.
    static let usage = ExitCode(number: 2)
    /// The configuration or the seed is not valid.
    static let configuration = ExitCode(number: 3)
}

extension Console {
    /// Writes a failure to standard error: one line for it, and one for the hint.
    func tell(_ failure: Failure) {
        var text = "mockpostly: " + styled("error:", .red) + " \(failure.words)\n"
        if let hint = failure.hint {
            text += styled("hint:", .cyan) + " \(hint)\n"
        }
        tell(text)
    }
}

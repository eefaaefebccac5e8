/// Why a command ends without having done what it was asked: words for a person and an exit code.
struct Failure: Error, Equatable {
    /// What is wrong, as half a sentence: `port 8080 is already in use`.
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

/// What the process ends with.
struct ExitCode: Sendable, Equatable {
    var number: Int32

    static let success = ExitCode(number: 0)
    /// Something failed, or what was checked does not hold.
    static let failed = ExitCode(number: 1)
    /// The command line cannot be understood.
    static let usage = ExitCode(number: 2)
    /// The configuration or the seed is not valid.
    static let configuration = ExitCode(number: 3)
}

extension Console {
    /// Tells of a failure on standard error: a line for it, and one for what to do.
    func tell(_ failure: Failure) {
        var text = "mockpostly: " + styled("error:", .red) + " \(failure.words)\n"
        if let hint = failure.hint {
            text += styled("hint:", .cyan) + " \(hint)\n"
        }
        tell(text)
    }
}

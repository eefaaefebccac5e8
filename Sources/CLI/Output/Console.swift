/// The output of a command: data on standard output, messages on standard error.
struct Console {
    /// Writes bytes to one of the streams.
    typealias Writer = (OutputStream, [UInt8]) throws(FileProblem) -> Void

    /// Whether standard error is a terminal.
    var isTerminal: Bool
    /// Whether standard error may be coloured.
    var usesColour: Bool
    /// How many characters a line of standard output has; nil when it is not a terminal.
    var columns: Int?
    /// The same of standard error.
    var errorColumns: Int?
    /// How many lines the terminal of standard error shows; nil when it does not tell.
    var errorLines: Int?
    private let writer: Writer
    /// Whether it writes to the streams of the process.
    private(set) var isStandard = false

    init(isTerminal: Bool, usesColour: Bool, writer: @escaping Writer) {
        (self.isTerminal, self.usesColour, self.writer) = (isTerminal, usesColour, writer)
    }

    /// The streams of the process.
    ///
    /// Colours are used on terminals only, and not with `NO_COLOR` or `TERM=dumb`.
    static func standard(environment: Environment = .process) -> Console {
        let isTerminal = OutputStream.error.isTerminal
        let forbidsColour =
            environment["NO_COLOR"] != nil || environment["TERM"] == "dumb"
        var console = Console(isTerminal: isTerminal, usesColour: isTerminal && !forbidsColour) {
            (stream, bytes) throws(FileProblem) in try stream.write(bytes)
        }
        console.isStandard = true
        console.columns = OutputStream.output.columns
        let size = OutputStream.error.size
        console.errorColumns = size?.columns
        console.errorLines = size?.lines
        return console
    }

    /// Writes to standard output, in one call.
    func write(_ text: String) throws(Failure) {
        try write(Array(text.utf8))
    }

    /// Writes bytes to standard output, in one call.
    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(FileProblem) {
            try writer(.output, bytes)
        } catch {
            throw Failure(
                "cannot write to standard output: \(error.words)",
                hint: "check where the output is sent"
            )
        }
    }

    /// Writes to standard error, in one call.
    func tell(_ text: String) {
        // There is no other place to report this failure.
        try? writer(.error, Array(text.utf8))
    }

    /// `text` in a colour or weight, where standard error can show it.
    func styled(_ text: String, _ style: Style) -> String {
        usesColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// How a piece of text stands out: the parameter of ECMA-48's SGR.
    enum Style: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }
}

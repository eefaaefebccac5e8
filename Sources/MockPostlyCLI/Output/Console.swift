/// Where a command writes: data to standard output, words about it to standard error.
struct Console {
    /// Takes bytes for one of the streams.
    typealias Writer = (OutputStream, [UInt8]) -> Void

    /// Whether standard error is a terminal.
    var isTerminal: Bool
    /// Whether standard error may be coloured.
    var usesColour: Bool
    private let writer: Writer

    init(isTerminal: Bool, usesColour: Bool, writer: @escaping Writer) {
        (self.isTerminal, self.usesColour, self.writer) = (isTerminal, usesColour, writer)
    }

    /// The streams of the process.
    ///
    /// Colours are for terminals only, and for neither `NO_COLOR` nor `TERM=dumb`.
    static func standard(environment: Environment = .process) -> Console {
        let isTerminal = OutputStream.error.isTerminal
        let forbidsColour =
            environment["NO_COLOR"] != nil || environment["TERM"] == "dumb"
        return Console(isTerminal: isTerminal, usesColour: isTerminal && !forbidsColour) {
            $0.write($1)
        }
    }

    /// Writes to standard output, in one call.
    func write(_ text: String) {
        writer(.output, Array(text.utf8))
    }

    /// Writes bytes to standard output, in one call.
    func write(_ bytes: [UInt8]) {
        writer(.output, bytes)
    }

    /// Writes to standard error, in one call.
    func tell(_ text: String) {
        writer(.error, Array(text.utf8))
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

/// The environment variables that a command sees.
struct Environment: Sendable {
    private let lookUp: @Sendable (String) -> String?

    /// Those of this process.
    static let process = Environment(lookUp: environmentVariable)

    /// Those of a table, for tests.
    init(_ variables: [String: String]) {
        self.init { variables[$0] }
    }

    private init(lookUp: @escaping @Sendable (String) -> String?) {
        self.lookUp = lookUp
    }

    /// A variable's value; one that is set to nothing counts as not set.
    subscript(_ name: String) -> String? {
        guard let value = lookUp(name), !value.isEmpty else { return nil }
        return value
    }
}

internal import MockPostlyHTTP
internal import MockPostlyWorld
internal import MockPostlyWorlds

/// The query parameters of a control request: only known ones, each at most once.
struct ControlQuery {
    private let query: Query
    /// The names that parameters had in the version before, by those that they have now.
    private let formerNames: [String: String]

    /// Reads the query of `request`; only `parameters` are allowed, also by their `formerNames`.
    ///
    /// Throws a ``Problem`` with status 400.
    @discardableResult
    init(
        _ request: Request,
        parameters: [String] = [],
        formerNames: [String: String] = [:]
    ) throws(Problem) {
        query = Query(request.rawQuery)
        self.formerNames = formerNames
        var seen: [String] = []
        for (name, _) in query.pairs {
            guard (parameters + formerNames.values).contains(where: name.isIdentical) else {
                throw Problem(
                    400,
                    "Unknown parameter",
                    detail: "There is no parameter '\(shortened(name))'.",
                    hint: parameters.isEmpty
                        ? "This request has no parameters."
                        : "The parameters are: \(enumerated(parameters))."
                )
            }
            guard !seen.contains(where: name.isIdentical) else {
                throw Problem(
                    400,
                    "Repeated parameter",
                    detail: "The parameter '\(name)' is there more than once.",
                    hint: "Send it once."
                )
            }
            seen.append(name)
        }
        for (name, former) in formerNames where seen.contains(name) && seen.contains(former) {
            throw .bothNames(former, name, of: "parameters")
        }
    }

    /// The name of a world or a snapshot, or nil when it is absent.
    func name(_ parameter: String) throws(Problem) -> String? {
        guard let value = query[parameter] else { return nil }
        return try checkedName(value, "the parameter '\(parameter)'")
    }

    /// The name of a snapshot, `NAME` or `WORLD/NAME`, or nil when it is absent.
    ///
    /// Without a world it is one of `world`.
    func snapshot(_ parameter: String, of world: String) throws(Problem) -> SnapshotName? {
        guard let value = query[parameter] else { return nil }
        return try SnapshotName(checking: value, of: world, in: "the parameter '\(parameter)'")
    }

    /// Whether a parameter that can be `true` or `false` is `true`; absent is false.
    func flag(_ parameter: String) throws(Problem) -> Bool {
        enum Flag: String, CaseIterable {
            case yes = "true"
            case no = "false"
        }
        return try choice(parameter, Flag.self) == .yes
    }

    /// One of the cases of `Choice`, or nil when it is absent.
    func choice<Choice>(_ parameter: String, _: Choice.Type) throws(Problem) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let value = query[parameter] else { return nil }
        guard let choice = Choice.allCases.first(where: { value.isIdentical(to: $0.rawValue) })
        else {
            throw .badValue(
                "The parameter '\(parameter)' is '\(shortened(value))'.",
                "It can be: \(enumerated(Choice.allCases.map(\.rawValue)))."
            )
        }
        return choice
    }

    /// Numbers above 0 with commas between them, or nil when the parameter is absent.
    func numbers(_ parameter: String) throws(Problem) -> [Int]? {
        guard let value = query[parameter] else { return nil }
        var numbers: [Int] = []
        for part in value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
            guard let number = Int(String(part) ?? ""), number > 0 else {
                throw .badValue(
                    "The parameter '\(parameter)' is '\(shortened(value))'.",
                    "Send numbers with commas between them, such as 3,5."
                )
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The text of a parameter, or nil when it is absent.
    func text(_ parameter: String) -> String? { query[spelled(parameter)] }

    /// The name of a parameter as the query has it.
    func spelled(_ parameter: String) -> String {
        guard let former = formerNames[parameter], query[former] != nil else { return parameter }
        return former
    }

    /// A time such as `500ms` or `10s`, or nil when it is absent.
    func duration(_ parameter: String) throws(Problem) -> Duration? {
        guard let value = query[parameter] else { return nil }
        guard let duration = parseDuration(value) else {
            throw .badValue(
                "The parameter '\(parameter)' is '\(shortened(value))'.",
                ControlBody.durations
            )
        }
        return duration
    }

    /// A whole number in `range`, or nil when it is absent.
    func int(_ parameter: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let value = query[parameter] else { return nil }
        guard let number = Int(value), range.contains(number) else {
            throw .badValue(
                "The parameter '\(parameter)' is '\(shortened(value))'.",
                "Send a number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }
}

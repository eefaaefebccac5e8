internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyWorld

extension Commands {
    static let clock = Command(
        name: "clock",
        summary: "show and change a world's clock",
        description: """
            Shows the clock of a world. Everything in the world uses this clock: the dates of \
            posts, the expiry of tokens, and rate limits. The commands below change it.
            """,
        groups: clockGroups,
        examples: [.init(line: "mockpostly clock", purpose: "its time and its rate")]
            + clockFreeze.examples + clockAdvance.examples,
        subcommands: [clockShow, clockSet, clockFreeze, clockRun, clockScale, clockAdvance],
        body: showClock
    )

    private static let clockGroups = [
        ServerOptions.Group(title: "Options", options: [ClientOptions.json]),
        ClientOptions.serverAndWorld,
    ]

    private static let clockShow = Command(
        name: "clock show",
        summary: "show the clock; the same as `mockpostly clock`",
        description: "Prints what the clock of a world shows and how it goes.",
        groups: clockGroups,
        examples: [.init(line: "mockpostly clock show --json", purpose: "as JSON")],
        body: showClock
    )

    private static let clockSet = Command(
        name: "clock set",
        summary: "set the clock to a date",
        description: """
            Sets the clock to DATE, or to the machine's time if DATE is real. A stopped clock \
            stays stopped, and the rate stays the same.
            """,
        operands: dateOperand("DATE", 1...1),
        groups: clockGroups,
        examples: [
            .init(
                line: "mockpostly clock set 2026-12-31T23:59:50Z",
                purpose: "ten seconds before midnight"
            )
        ],
        body: { call throws(Failure) in
            try call.changeClock(nil, try dateText(call.operands[0]))
        }
    )

    private static let clockFreeze = Command(
        name: "clock freeze",
        summary: "stop the clock, at a date if one is given",
        description:
            "Stops the clock at DATE, or at the time it shows. `clock run` starts it again.",
        operands: dateOperand("[DATE]", 0...1),
        groups: clockGroups,
        examples: [.init(line: "mockpostly clock freeze 2027-01-01", purpose: "at midnight, UTC")],
        body: { call throws(Failure) in
            try call.changeClock("freeze", try call.operands.first.map(dateText))
        }
    )

    private static let clockRun = Command(
        name: "clock run",
        summary: "let the clock run at normal speed",
        description: """
            Lets the clock run from DATE, or from its present time. `clock run real` sets it to \
            the machine's time first.
            """,
        operands: dateOperand("[DATE]", 0...1),
        groups: clockGroups,
        examples: [
            .init(line: "mockpostly clock run real", purpose: "as at the start of the server")
        ],
        body: { call throws(Failure) in
            try call.changeClock("run", try call.operands.first.map(dateText))
        }
    )

    private static let clockScale = Command(
        name: "clock scale",
        summary: "let the clock run faster or slower",
        description: """
            Lets the clock run from DATE, or from its present time, by RATE seconds in each real \
            second.
            """,
        operands: .init(placeholder: "RATE [DATE]", count: 1...2),
        groups: clockGroups,
        examples: [.init(line: "mockpostly clock scale 3600", purpose: "one hour in each second")],
        body: { call throws(Failure) in
            guard let rate = ValueType.rate.read(call.operands[0]) else {
                throw wrongOperand(call.operands[0], ValueType.rate.expected)
            }
            let date = try call.operands.dropFirst().first.map(dateText)
            return try call.changeClock("scale", date) { $0.field("rate", rate) }
        }
    )

    private static let clockAdvance = Command(
        name: "clock advance",
        summary: "move the clock by a duration",
        description: """
            Moves the clock by DURATION at once, back if it begins with a minus. It then runs, or \
            stands still, as before.
            """,
        operands: .init(placeholder: "DURATION", count: 1...1),
        groups: clockGroups,
        examples: [
            .init(line: "mockpostly clock advance 7d", purpose: "until Postly tokens have expired"),
            .init(line: "mockpostly clock advance -15m", purpose: "back by 15 minutes"),
        ],
        body: { call throws(Failure) in
            let text = call.operands[0]
            guard parseDuration(text.hasPrefix("-") ? String(text.dropFirst()) : text) != nil else {
                throw wrongOperand(text, "a duration such as 500ms, 15m, 7d or -15m")
            }
            let answer = try call.controlClient(for: .changing).send("POST", ["clock", "advance"]) {
                $0.field("by", text)
            }
            return try call.showClock(answer)
        }
    )

    private static func showClock(_ call: Command.Call) throws(Failure) -> ExitCode {
        try call.showClock(try call.controlClient().get(["clock"]))
    }

    private static func dateOperand(
        _ placeholder: String,
        _ count: ClosedRange<Int>
    ) -> Command.Operands {
        .init(placeholder: placeholder, count: count, completion: .words(["real"]))
    }
}

/// Normalises a date to the form that the server accepts.
@Sendable private func dateText(_ text: String) throws(Failure) -> String {
    if text == "real" { return text }
    guard let date = ValueType.date.read(text) else {
        throw wrongOperand(text, ValueType.date.expected + ", or real")
    }
    return date.rfc3339
}

private func wrongOperand(_ text: String, _ expected: String) -> Failure {
    .usage(
        "expected \(expected), found \(quoted(text))",
        hint: "`mockpostly clock --help` tells more"
    )
}

extension Command.Call {
    fileprivate func showClock(_ answer: JSON) throws(Failure) -> ExitCode {
        try show(answer) { "\($0["world"]?.string ?? ""): \(clockWords($0))\n" }
    }

    fileprivate func changeClock(
        _ mode: String?,
        _ date: String?,
        _ write: (inout JSONWriter) -> Void = { _ in }
    ) throws(Failure) -> ExitCode {
        let answer = try controlClient(for: .changing).send("PUT", ["clock"]) {
            if let mode { $0.field("mode", mode) }
            if let date { $0.field("now", date) }
            write(&$0)
        }
        return try showClock(answer)
    }
}

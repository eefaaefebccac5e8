internal import MockPostlyControl
internal import MockPostlyOptions
internal import MockPostlyWorld

/// What the commands about the journal are told beside the method and the path.
struct RequestSettings: Sendable {
    var limit = 20
    var follows = false
    var isNever = false
    var within = Duration.seconds(5)
}

/// The options of `mockpostly requests`.
enum RequestOptions {
    static let matching =
        ControlOrders.requests.option("user", at: "match.").map {
            $0.with { $0.summary = "only with a token of this user: id, e-mail or username" }
        } + ControlOrders.requests.option("status", at: "match.")
        + ControlOrders.fault.option("match")

    static let limit = Option.value(
        "limit",
        "COUNT",
        \.client.requests.limit,
        .count(1...1000),
        "how many, the newest"
    ).with { $0.reach = .commandLine }

    static let follow = Option.request(
        "follow",
        \.client.requests.follows,
        "print each request as it comes, until interrupted"
    ).with { $0.short = "f" }

    static let counting =
        ControlOrders.verification.options()
        + [Option.request("never", \.client.requests.isNever, "none at all")]

    static let awaited =
        ControlOrders.wait.options() + [
            wait("within"),
            // What it was called before.
            wait("timeout").with { $0.isHidden = true },
        ]

    private static func wait(_ name: String) -> Option {
        Option.value(
            name,
            "TIME",
            \.client.requests.within,
            .duration(days: 1),
            "how long to wait for them"
        ).with { $0.reach = .commandLine }
    }
}

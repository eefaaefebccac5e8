internal import MockPostlyWorld

/// A name of a fault and what it stands for.
///
/// What a client may write as a name, and what lists show.
package struct FaultName: Sendable {
    package var name: String
    /// What it does, in one line.
    package var summary: String
    package var fault: Fault

    init(_ name: String, _ summary: String, _ outcomes: [Fault.Outcome]) {
        self.name = name
        self.summary = summary
        fault = Fault(name, outcomes)
    }

    init(_ name: String, _ summary: String, _ configure: (inout FaultEffect) -> Void) {
        self.init(name, summary, [.init(1, .with(configure))])
    }
}

extension Fault {
    /// Mixtures that are like something in the world.
    ///
    /// In the order of lists.
    package static let presets: [FaultName] = [
        FaultName(
            "flaky",
            "one request in ten is reset, one gets a 503, one an incomplete body, two are late",
            [
                .init(0.1, .with { $0.connection = ConnectionDamage(.reset) }),
                .init(0.1, .with { $0.status = 503 }),
                .init(0.1, .with { $0.connection = ConnectionDamage(.truncate) }),
                .init(
                    0.2,
                    .with { $0.delay = FaultDelay(.uniform(.milliseconds(500), .seconds(2))) }
                ),
            ]
        ),
        // 400 kbit/s and a round trip of 400 ms, as WebPageTest's profile "3G Slow".
        FaultName("slow-3g", "answers begin 400 ms late, with 50000 bytes per second") {
            $0.delay = FaultDelay(.fixed(.milliseconds(400)), at: .answer)
            $0.bandwidth = 50_000
        },
        FaultName(
            "offline",
            "connections are reset before the request is handled",
            offline.outcomes
        ),
        FaultName(
            "overloaded",
            "half of the requests get a 503 with Retry-After: 2, the others are late",
            [
                .init(
                    0.5,
                    .with {
                        $0.status = 503
                        $0.retryAfter = 2
                    }
                ),
                .init(
                    0.5,
                    .with { $0.delay = FaultDelay(.lognormal(median: .seconds(1), sigma: 0.5)) }
                ),
            ]
        ),
        FaultName("captive-portal", "the log-in page of a network in place of each answer") {
            $0.body = .loginPage
        },
        FaultName("maintenance", "a 503 with Retry-After: 120") {
            $0.status = 503
            $0.retryAfter = 120
        },
    ]

    /// The fault of a service that is down.
    ///
    /// Every connection is reset before the request is handled.
    package static let offline = Fault(
        "offline",
        [.init(1, .with { $0.connection = ConnectionDamage(.reset) })]
    )

    /// What one thing can go wrong, beside `status-NNN` and `delay-TIME`.
    ///
    /// In the order of lists.
    package static let kinds: [FaultName] = [
        FaultName("reset", "a TCP reset before the request is handled") {
            $0.connection = ConnectionDamage(.reset)
        },
        FaultName("reset-after-write", "the request is handled and committed, then a TCP reset") {
            $0.connection = ConnectionDamage(.reset)
            $0.write = .saved
        },
        FaultName("close", "the connection is closed before the request is handled") {
            $0.connection = ConnectionDamage(.close)
        },
        FaultName("close-after-write", "the request is handled and committed, then a close") {
            $0.connection = ConnectionDamage(.close)
            $0.write = .saved
        },
        FaultName("truncate", "the connection is closed after half of the body") {
            $0.connection = ConnectionDamage(.truncate)
        },
        FaultName("stall", "nothing more comes after half of the body, for a minute") {
            $0.connection = ConnectionDamage(.stall, at: .half)
        },
        FaultName("timeout", "no answer comes, for a minute") {
            $0.connection = ConnectionDamage(.stall)
        },
        FaultName("slow-upload", "bodies of requests are read with 50000 bytes per second") {
            $0.uploadBandwidth = 50_000
        },
        FaultName("garbage", "random bytes in place of an answer") { $0.body = .garbage },
        FaultName("invalid-json", "a body that is no JSON") { $0.body = .invalidJSON },
        FaultName("wrong-type", "a Content-Type that the body does not have") {
            $0.body = .wrongType
        },
        FaultName("wrong-length", "a Content-Length of more bytes than there are") {
            $0.body = .wrongLength
        },
        FaultName("bad-chunk", "a chunk with an invalid size after half of the body") {
            $0.body = .badChunk
        },
        FaultName("login-page", "the log-in page of a network in place of the answer") {
            $0.body = .loginPage
        },
    ]

    /// What goes wrong with connections before there is a request: for rules of a world alone.
    ///
    /// In the order of lists.
    package static let doors: [FaultName] = [
        FaultName("refuse", "connections are refused, at a port that the world has alone") {
            $0.connection = ConnectionDamage(.refuse)
        },
        FaultName("tls", "TLS handshakes fail") { $0.connection = ConnectionDamage(.tls) },
    ]

    /// One of ``doors``; nil when none has this name.
    package init?(ofConnections name: String) {
        let known = Self.doors.first { $0.name.utf8.elementsEqual(name.utf8) }
        guard let known else { return nil }
        self = known.fault
    }

    /// All names, for suggestions; `status-503` and `delay-500ms` stand for all of their kind.
    package static let names =
        presets.map(\.name) + kinds.map(\.name) + ["status-503", "delay-500ms"]

    /// The statuses that a fault can answer.
    package static let statuses = 200...599

    /// The preset or kind called `name`: also `status-404` and `delay-2s`; nil when there is none.
    ///
    /// A space may stand for the dash, as in `status 404`.
    ///
    /// Compared byte by byte. Delays of more than ``FaultDelay/longest`` and statuses outside
    /// ``statuses`` have no name.
    package init?(named name: String) {
        let bytes = name.utf8
        let known = (Self.presets + Self.kinds).first { $0.name.utf8.elementsEqual(bytes) }
        if let known {
            self = known.fault
        } else if let text = Self.rest(of: name, after: "status") {
            guard text.utf8.count == 3, let status = Int(text), Self.statuses.contains(status)
            else { return nil }
            self.init(.with { $0.status = status })
        } else if let text = Self.rest(of: name, after: "delay") {
            guard let time = parseDuration(text), time <= FaultDelay.longest else { return nil }
            self.init("delay-\(text)", [.init(1, .with { $0.delay = FaultDelay(.fixed(time)) })])
        } else {
            return nil
        }
    }

    private static func rest(of name: String, after word: String) -> String? {
        guard name.utf8.starts(with: word.utf8) else { return nil }
        let rest = name.utf8.dropFirst(word.utf8.count)
        guard rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: " ") else { return nil }
        return String(decoding: rest.dropFirst(), as: UTF8.self)
    }
}

extension FaultEffect {
    static func with(_ configure: (inout FaultEffect) -> Void) -> FaultEffect {
        var effect = FaultEffect()
        configure(&effect)
        return effect
    }
}

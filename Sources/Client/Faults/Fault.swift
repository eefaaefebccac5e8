internal import MockPostlyWorld

extension MockServer {
    /// What goes wrong with a request on purpose.
    ///
    /// ```swift
    /// .status(503, retryAfter: 2)
    /// .reset(write: .saved)
    /// .delay(.uniform(.milliseconds(100), .seconds(1)), at: .answer)
    /// .delay(.seconds(1)).and(.bandwidth(50_000))
    /// ```
    ///
    /// What cannot be combined is refused when the fault is added, with the reason.
    public struct Fault: Sendable, Hashable {
        /// A name, or an object with what it does.
        let json: JSON

        private init(_ members: (String, JSON?)...) {
            json = .object(members.compactMap { name, value in value.map { .init(name, $0) } })
        }

        /// A fault of one member.
        static func part(_ name: String, _ value: JSON) -> Fault { Fault((name, value)) }

        private init(named name: String) { json = .string(name) }

        /// A fault by its name: a preset, or a kind such as `status-404`; `mockpostly fault presets`
        /// lists them.
        public static func named(_ name: String) -> Fault { Fault(named: name) }

        /// A fault as the member `fault` of the control plane: for what has no function here.
        ///
        /// Throws a ``Failure`` when the text is not JSON.
        public static func json(_ text: String) throws -> Fault { Fault(try JSON(text: text)) }

        private init(_ json: JSON) { self.json = json }

        // MARK: Presets

        /// One request in ten is reset, one gets a 503, one half of its body, and two are late.
        public static let flaky = named("flaky")
        /// Answers begin 400 ms late and come with 50,000 bytes per second.
        public static let slow3G = named("slow-3g")
        /// Connections are reset, and nothing is handled.
        public static let offline = named("offline")
        /// Half of the requests get a 503 with `Retry-After`, the others are late.
        public static let overloaded = named("overloaded")
        /// The log-in page of a network in place of each answer.
        public static let captivePortal = named("captive-portal")
        /// A 503 with `Retry-After`.
        public static let maintenance = named("maintenance")
        /// No answer comes, for a minute.
        public static let timeout = named("timeout")

        // MARK: Kinds

        /// An error in the system's own shape.
        ///
        /// - Parameters:
        ///   - status: from 200 to 599.
        ///   - seconds: the value of `Retry-After`, with 429 and 503 only.
        ///   - write: what becomes of the write; without it the request is not handled.
        /// - Returns: the fault.
        public static func status(
            _ status: Int,
            retryAfter seconds: Int? = nil,
            write: Write? = nil
        ) -> Fault {
            Fault(
                ("status", .integer(Int64(status))),
                ("retryAfter", seconds.map { .integer(Int64($0)) }),
                ("write", write?.json)
            )
        }

        /// A TCP reset, at a point of the answer.
        ///
        /// Without `write` a request is handled when something of its answer is sent.
        public static func reset(at point: Point? = nil, write: Write? = nil) -> Fault {
            Fault(("connection", "reset"), ("point", point?.json), ("write", write?.json))
        }

        /// An orderly close, at a point of the answer.
        public static func close(at point: Point? = nil, write: Write? = nil) -> Fault {
            Fault(("connection", "close"), ("point", point?.json), ("write", write?.json))
        }

        /// A part of the body, by default half of it, then an orderly close.
        public static func truncate(at point: Point? = nil) -> Fault {
            Fault(("connection", "truncate"), ("point", point?.json))
        }

        /// A part of the answer, then nothing more for a time, by default a minute.
        public static func stall(at point: Point? = nil, for time: Duration? = nil) -> Fault {
            Fault(
                ("connection", "stall"),
                ("point", point?.json),
                ("stallFor", time.map { .string(formatDuration($0)) })
            )
        }

        /// A delay of always the same length.
        public static func delay(_ time: Swift.Duration, at place: DelayPlace = .handler) -> Fault {
            delay(.fixed(time), at: place)
        }

        /// A delay, at most an hour.
        public static func delay(_ delay: Delay, at place: DelayPlace = .handler) -> Fault {
            switch place {
            case .handler: Fault(("delay", delay.json))
            case .answer: Fault(("delay", delay.json), ("at", "answer"))
            case .piece(let bytes):
                Fault(
                    ("delay", delay.json),
                    ("at", "piece"),
                    ("piece", .integer(Int64(bytes)))
                )
            }
        }

        /// The real answer with other values, after what was written was written.
        ///
        /// ```swift
        /// .patch(["$.posts[1].author": nil, "$.posts[*].likes": "many"])
        /// .patch(["total": 0], removing: ["$.posts[0]._id"], status: 203)
        /// ```
        ///
        /// - Parameters:
        ///   - changes: values for paths, or a merge patch (RFC 7396); nil for none.
        ///   - paths: what is removed.
        ///   - status: nil for that of the real answer.
        ///   - headers: take the place of those with their names.
        /// - Returns: the fault.
        public static func patch(
            _ changes: JSON? = nil,
            removing paths: [String] = [],
            status: Int? = nil,
            headers: Headers = [:]
        ) -> Fault {
            Fault(
                ("patch", changes),
                ("remove", paths.isEmpty ? nil : .array(paths.map { .string($0) })),
                ("status", status.map { .integer(Int64($0)) }),
                ("headers", headers.fields.isEmpty ? nil : headers.json)
            )
        }

        /// An answer with a broken body.
        public static func body(_ damage: BodyDamage) -> Fault {
            Fault(("body", .string(damage.rawValue)))
        }

        /// Both faults at once; of a member that both have, the value of `other`.
        ///
        /// Faults with a name, such as ``flaky``, cannot be combined: the fault is then `other`.
        public func and(_ other: Fault) -> Fault {
            guard case .object(let mine) = json, case .object(let others) = other.json else {
                return other
            }
            let kept = mine.filter { member in !others.contains { $0.name == member.name } }
            return Fault(.object(kept + others))
        }
    }
}

extension MockServer.Fault {
    /// What becomes of the request that is answered with a fault.
    public enum Write: String, Sendable, Hashable {
        /// It is handled and committed, then the answer is damaged: a retry meets the saved state.
        case saved
        /// It is not handled.
        case lost

        var json: MockServer.JSON { .string(rawValue) }
    }

    /// A point of an answer.
    public enum Point: Sendable, Hashable {
        /// Before the first byte.
        case start
        /// After the head.
        case head
        /// After half of the body.
        case half
        /// After the last byte but one.
        case end
        /// After so many bytes of the body.
        case bytes(Int)

        var json: MockServer.JSON {
            switch self {
            case .start: "start"
            case .head: "head"
            case .half: "half"
            case .end: "end"
            case .bytes(let count): .integer(Int64(count))
            }
        }
    }

    /// How long delays are; those that are not fixed are drawn from random numbers of the world.
    public enum Delay: Sendable, Hashable {
        case fixed(Duration)
        /// Each length between two is as likely.
        case uniform(Duration, Duration)
        case normal(mean: Duration, deviation: Duration)
        case lognormal(median: Duration, sigma: Double)

        var json: MockServer.JSON {
            func text(_ time: Duration) -> MockServer.JSON { .string(formatDuration(time)) }
            return switch self {
            case .fixed(let time): text(time)
            case .uniform(let least, let most): ["uniform": [text(least), text(most)]]
            case .normal(let mean, let deviation):
                ["normal": ["mean": text(mean), "deviation": text(deviation)]]
            case .lognormal(let median, let sigma):
                ["lognormal": ["median": text(median), "sigma": .number(sigma)]]
            }
        }
    }

    /// Where a delay is.
    public enum DelayPlace: Sendable, Hashable {
        /// Before the request is handled.
        case handler
        /// Before the first byte of the answer.
        case answer
        /// Between pieces of so many bytes.
        case piece(Int)
    }

    /// What is wrong with a body.
    public enum BodyDamage: String, Sendable, Hashable, CaseIterable {
        /// Random bytes in place of an answer.
        case garbage
        /// A body that is no JSON.
        case invalidJSON = "invalidJson"
        /// A Content-Type that the body does not have.
        case wrongType
        /// A Content-Length of more bytes than there are.
        case wrongLength
        /// A chunk with an invalid size.
        case badChunk
        /// The log-in page of a network.
        case loginPage
    }
}
